//go:build !linux

package index

// sinceBoot: there is no such clock here, and everybody looks for himself.
func sinceBoot() (int64, bool) { return 0, false }
