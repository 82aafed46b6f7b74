//go:build !linux

package gitfile

func fault([]byte) {}
