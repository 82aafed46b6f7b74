//go:build !linux && !darwin

package gitlog

import "os"

// handOver makes a file's bytes safe.
func handOver(f *os.File) error { return f.Sync() }

// await has nothing to wait for.
func await(string) error { return nil }
