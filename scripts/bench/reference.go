package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// statTree looks at each file of a vault's memory as a program must that wants to know
// whether anything changed: every folder is read, every file is asked for its state.
func statTree(vault string) timed {
	return func(context.Context, int) (time.Duration, error) {
		start := time.Now()
		err := filepath.WalkDir(filepath.Join(vault, "memory"), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			_, err = os.Lstat(path)
			return err
		})
		return time.Since(start), err
	}
}

// gitCommit commits one new note as somebody without mem would: the file is written
// before, and what is timed is git add and git commit.
func (g *ground) gitCommit(vault string) timed {
	return func(ctx context.Context, _ int) (time.Duration, error) {
		n := g.more(1, "active")[0]
		if err := write(vault, n.path, n.text); err != nil {
			return 0, err
		}
		added, err := g.run(ctx, vault, "", "git", "add", n.path)
		if err != nil {
			return 0, err
		}
		committed, err := g.run(ctx, vault, "", "git", "commit", "-q", "-m", "A note")
		return added.took + committed.took, err
	}
}

// bareWrite writes a note into a file of its own and syncs it, within this process.
func (g *ground) bareWrite(dir string) timed {
	return func(context.Context, int) (time.Duration, error) {
		n := g.more(1, "active")[0]
		start := time.Now()
		f, err := os.OpenFile(filepath.Join(dir, n.slug), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return 0, err
		}
		defer f.Close()
		if _, err := f.WriteString(n.text); err != nil {
			return 0, err
		}
		err = f.Sync()
		return time.Since(start), err
	}
}

// version is the time that mem takes to begin and end.
func (g *ground) version() timed { return g.took(g.place, same(g.binary, "version")) }
