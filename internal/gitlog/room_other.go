//go:build !linux

package gitlog

func fault([]byte) {}
