//go:build !unix

package gitlog

func becomeNobody() error { return nil }
