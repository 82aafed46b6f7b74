package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

const (
	saysRebuild = "`mem index rebuild` against a process that builds an FTS5 index of the same files (title, tags, body; porter stems; no copy of the texts), and the size of what each leaves on disk."
	saysStatus  = "`mem status` looks at every file, at the index, git and the queue, and tries itself; against a stat of each file alone."
	saysDisk    = "Bytes of a note's file, of the index and of the git repository (packed, one commit), for each note."
)

func takeRebuild(ctx context.Context, g *ground) ([]row, error) {
	runs := g.heavy
	if g.corpus.notes >= hugeVault {
		runs = 1
	}
	database := filepath.Join(g.place, "rebuild.db")
	defer os.Remove(database)
	folder := filepath.Join(g.vault, "memory")
	argv, err := g.ftsBuild(database, folder)
	if err != nil {
		return nil, err
	}
	s, err := inTurn(ctx, runs, g.took(g.vault, same(g.argv(g.vault, "index", "rebuild")...)),
		func(ctx context.Context, _ int) (time.Duration, error) {
			_ = os.Remove(database) // of the run before
			d, err := g.run(ctx, g.vault, "", argv...)
			return d.took, err
		})
	if err != nil {
		return nil, err
	}
	index, err := g.index(ctx, g.vault)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(database)
	if err != nil {
		return nil, err
	}
	reference := "FTS5 build of the same notes (" + g.lab.ftsName() + ")"
	return ran([]row{
		{measure: "`index rebuild`: time", reference: reference, found: over(s[0].median(), s[1].median()), bound: g.one(atMost, 2.5)},
		{measure: "`index rebuild`: size on disk", reference: reference, found: float64(index.Bytes) / float64(info.Size()), bound: g.one(atMost, 0.9)},
	}, runs), nil
}

func takeStatus(ctx context.Context, g *ground) ([]row, error) {
	runs := g.heavy
	if g.corpus.notes >= hugeVault {
		runs = 1
	}
	s, err := inTurn(ctx, runs, func(ctx context.Context, _ int) (time.Duration, error) {
		return g.status(ctx, g.vault)
	}, statTree(g.vault))
	if err != nil {
		return nil, err
	}
	return []row{{measure: "`mem status`", reference: "stat of the tree", found: over(s[0].median(), s[1].median()), runs: runs}}, nil
}

// status lets mem look at everything; the index knows every file then.
func (g *ground) status(ctx context.Context, vault string) (time.Duration, error) {
	d, err := g.mem(ctx, vault, "", "status")
	if exitCode(err) == exitRed {
		err = nil // the vault needs somebody: it was looked at all the same
	}
	return d.took, err
}

// exitRed is the exit code of a status that is red.
const exitRed = 3

func takeDisk(ctx context.Context, g *ground) ([]row, error) {
	index, err := g.index(ctx, g.vault)
	if err != nil {
		return nil, err
	}
	files, err := folderBytes(filepath.Join(g.vault, "memory"))
	if err != nil {
		return nil, err
	}
	git, err := folderBytes(filepath.Join(g.vault, ".git"))
	if err != nil {
		return nil, err
	}
	each := func(bytes int64) float64 { return float64(bytes) / float64(g.corpus.notes) }
	return ran([]row{
		{measure: "on disk for each note: the file", found: each(files), unit: inBytes},
		{measure: "on disk for each note: the index", found: each(index.Bytes), unit: inBytes},
		{measure: "on disk for each note: git", found: each(git), unit: inBytes},
	}, 1), nil
}

// folderBytes adds up the sizes of all files below a folder.
func folderBytes(dir string) (int64, error) {
	var sum int64
	err := filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			sum += info.Size()
		}
		return err
	})
	return sum, err
}
