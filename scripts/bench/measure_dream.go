package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const saysDream = "1,000 notes lie unfiled, written by hand and committed; `mem dream`, as a whole process, files each with a commit of its own. Its time over the number of decisions is compared with git add and git commit of one note. Of the objects that the night leaves behind: packs, bytes of them with their indexes for each commit, loose objects (the merge is one)."

// nightNotes is how many decisions a measured night takes.
const nightNotes = 1000

// unfiled puts notes into a vault that wait to be filed, committed and known to the index.
func (g *ground) unfiled(ctx context.Context, vault string, count int) error {
	for _, n := range g.more(count, "unfiled") {
		if err := write(vault, n.path, n.text); err != nil {
			return err
		}
	}
	for _, argv := range [][]string{{"git", "add", "memory"}, {"git", "commit", "-q", "-m", "Unfiled notes"}} {
		if _, err := g.run(ctx, vault, "", argv...); err != nil {
			return err
		}
	}
	_, err := g.status(ctx, vault)
	return err
}

// nightReport is what mem dream --json says of a night.
type nightReport struct {
	Counts   map[string]int
	Applied  []struct{ Op string }
	Left     []string
	Problems []string
}

func (n nightReport) filed() int { return n.Counts["file"] }

// dream lets mem dream and returns what it did and how long it took.
func (g *ground) dream(ctx context.Context, vault string) (nightReport, did, error) {
	d, err := g.mem(ctx, vault, "", "dream", "--json")
	return readNight(d, err)
}

func readNight(d did, err error) (nightReport, did, error) {
	var n nightReport
	if err == nil {
		err = json.Unmarshal([]byte(d.out), &n)
	}
	if err == nil && (strings.Contains(d.errs, "not committed") || len(n.Problems) > 0) {
		err = fmt.Errorf("a night with problems: %s %s", n.Problems, d.errs)
	}
	return n, d, err
}

func takeDream(ctx context.Context, g *ground) ([]row, error) {
	vault, done, err := g.fresh(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	var nights, commits sample
	var packs, loose, size, wrong = 0.0, 0.0, 0.0, error(nil)
	byGit := g.gitCommit(vault)
	beside := func() error { // the reference before and after each night
		for range max(1, g.runs/g.heavy/2) {
			took, err := byGit(ctx, 0)
			if err != nil {
				return err
			}
			commits = append(commits, took)
		}
		return nil
	}
	for range g.heavy {
		if err := g.unfiled(ctx, vault, nightNotes); err != nil {
			return nil, err
		}
		if err := beside(); err != nil {
			return nil, err
		}
		before, err := countObjects(vault)
		if err != nil {
			return nil, err
		}
		night, d, err := g.dream(ctx, vault)
		if err != nil {
			return nil, err
		}
		after, err := countObjects(vault)
		if err != nil {
			return nil, err
		}
		if night.filed() != nightNotes {
			wrong = errors.Join(wrong, fmt.Errorf("a night filed %d notes, not %d", night.filed(), nightNotes))
		}
		decisions := len(night.Applied)
		nights = append(nights, d.took/time.Duration(max(1, decisions)))
		packs = max(packs, float64(after.packs-before.packs))
		loose = max(loose, float64(after.loose-before.loose))
		size = max(size, float64(after.packed-before.packed)/float64(max(1, decisions)))
		if err := beside(); err != nil {
			return nil, err
		}
	}
	return fail(ran([]row{
		{measure: "dream applying 1,000 decisions, a commit each, per decision", reference: "`git add f && git commit -q`", found: over(nights.median(), commits.median()), unit: part, bound: g.bound(atMost, 1.0/15, 1.0/50)},
		{measure: "the night's objects: packs", found: packs, unit: count, bound: g.one(atMost, 1)},
		{measure: "the night's objects: packed, a commit", found: size / 1000, unit: inKB, bound: g.one(atMost, 8)},
		{measure: "the night's objects: loose (the merge)", found: loose, unit: count, bound: g.one(atMost, 1)},
	}, g.heavy), errors.Join(wrong, g.sound(ctx, vault))), nil
}

// objects counts what git keeps.
type objects struct {
	packs, loose int
	packed       int64 // bytes of packs and what belongs to them
}

func countObjects(vault string) (objects, error) {
	var o objects
	root := filepath.Join(vault, ".git", "objects")
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		folder := filepath.Base(filepath.Dir(path))
		switch {
		case len(folder) == 2:
			o.loose++
		case folder == "pack":
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			o.packed += info.Size()
			if strings.HasSuffix(path, ".pack") {
				o.packs++
			}
		}
		return nil
	})
	return o, err
}
