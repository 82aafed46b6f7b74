package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const saysRecall = "`mem recall` of a question with three words that many notes have, or of three words that few have, as a whole process on a vault in which nothing changed since the last one. `mem version` is what the binary takes to begin and end; the search over the files gets the three words without the rest of the question; the process that asks FTS5 begins, asks for any of the words in the order of rank, and prints the texts of the three best notes, as mem does. What a recall takes beyond `mem version` holds the look for changed files, the search, the reading and ranking of the found notes and the answer: more than the refresh alone, so the row on the refresh is an upper bound."

// recall asks one of the questions; no answer is an error.
func (g *ground) recall(vault string, asked [][]string, phrase func([]string) string) timed {
	return func(ctx context.Context, run int) (time.Duration, error) {
		words := asked[run%len(asked)]
		d, err := g.mem(ctx, vault, "", "recall", "--", phrase(words))
		if err == nil && strings.HasPrefix(d.out, "no relevant memory") {
			err = fmt.Errorf("recall of %q: %s", words, strings.TrimSpace(d.out))
		}
		return d.took, err
	}
}

func (g *ground) recallPlain(vault string) timed { return g.recall(vault, g.asked.Plain, sentence) }

func bare(words []string) string { return strings.Join(words, " ") }

func takeRecall(ctx context.Context, g *ground) ([]row, error) {
	folder := filepath.Join(g.vault, "memory")
	argv := func(make func(string, []string) ([]string, error)) func(int) []string {
		return func(run int) []string {
			a, _ := make(g.fts, g.asked.Rare[run%len(g.asked.Rare)]) // cannot fail: the database was built
			return a
		}
	}
	things := []timed{
		g.version(),
		g.recallPlain(g.vault),
		g.took(g.vault, func(run int) []string {
			return append(append([]string{}, g.lab.grep...), anyOf(g.asked.Plain[run%len(g.asked.Plain)]), folder)
		}),
		g.recall(g.vault, g.asked.Rare, bare),
		statTree(g.vault),
	}
	noFTS := g.prepareFTS(ctx)
	if noFTS == nil {
		things = append(things, g.took(g.vault, argv(g.ftsAsk)))
	}
	if noFTS == nil && g.lab.sqlite3 != "" && g.lab.python != "" {
		things = append(things, g.took(g.vault, argv(g.sqliteAsk)))
	}
	s, err := inTurn(ctx, g.runs, things...)
	if err != nil {
		return nil, err
	}
	start, plain, grep, rare, stat := s[0].median(), s[1].median(), s[2].median(), s[3].median(), s[4].median()
	rows := []row{
		{measure: "recall, whole process, nothing changed on disk", reference: "`mem version`", found: over(plain, start), bound: g.bound(atMost, 2.5, 1.5)},
		{measure: "the same", reference: g.lab.grepName(), found: over(grep, plain), unit: faster, bound: g.bound(atLeast, 2.5, 20)},
	}
	fts := row{measure: "the same, three rare words", reference: "a process that asks SQLite FTS5 (" + g.lab.ftsName() + ")", unit: faster, bound: g.bound(atLeast, 0.8, 3), failed: noFTS}
	if noFTS == nil {
		fts.found = over(s[5].median(), rare)
	}
	rows = append(rows, fts)
	if len(s) > 6 {
		rows = append(rows, row{measure: "the same, three rare words", reference: "the program sqlite3 that asks FTS5", found: over(s[6].median(), rare), unit: faster})
	}
	refresh := max(0, plain-start)
	rows = append(rows,
		row{measure: "recall of three rare words", reference: "`mem version`", found: over(rare, start)},
		row{measure: "refresh that finds nothing: all that a recall takes beyond `mem version`", reference: "stat of the tree", found: over(refresh, stat), unit: part, bound: g.bound(atMost, 0, 0.1)})
	return ran(rows, g.runs), nil
}

// ran says of rows how often they were run.
func ran(rows []row, runs int) []row {
	for i := range rows {
		rows[i].runs = runs
	}
	return rows
}

// prepareFTS builds the FTS5 index of the vault, once.
func (g *ground) prepareFTS(ctx context.Context) error {
	if g.fts != "" {
		return nil
	}
	database := filepath.Join(g.place, fmt.Sprintf("fts-%d.db", g.corpus.notes))
	argv, err := g.ftsBuild(database, filepath.Join(g.vault, "memory"))
	if err != nil {
		return err
	}
	if _, err := g.run(ctx, g.vault, "", argv...); err != nil {
		return err
	}
	g.fts = database
	return nil
}

const saysCold = "The first recall after the machine forgot the index and the binary (posix_fadvise DONTNEED), against one with both in memory. The notes themselves stay in memory."

func takeCold(ctx context.Context, g *ground) ([]row, error) {
	r := row{measure: "recall with a cold cache", reference: "the recall with a warm one", runs: g.runs}
	if !canCool {
		r.failed = errors.New("not measured on this system")
		return []row{r}, nil
	}
	warm := g.recallPlain(g.vault)
	s, err := inTurn(ctx, g.runs, func(ctx context.Context, run int) (time.Duration, error) {
		if err := cool(filepath.Join(g.vault, ".mem"), g.binary); err != nil {
			return 0, err
		}
		return warm(ctx, run)
	}, warm)
	if err != nil {
		return nil, err
	}
	r.found = over(s[0].median(), s[1].median())
	return []row{r}, nil
}

const saysEdits = "100 notes get a line more in place, 10 are new, 10 are gone, all by hand; then one recall, which must find one of the new ones. The reference is the sum of a stat of each file of the vault and of the recall with nothing changed."

func takeEdits(ctx context.Context, g *ground) ([]row, error) {
	vault, done, err := g.fresh(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	next := 0
	some := func() string { // a note of the corpus, never the same twice
		i := next * 7919 % g.corpus.notes
		next++
		return filepath.Join(vault, filepath.FromSlash(g.corpus.note(i, "active").path))
	}
	s, err := inTurn(ctx, g.runs, func(ctx context.Context, run int) (time.Duration, error) {
		for range 100 {
			if err := appendLine(some(), fmt.Sprintf("\nA line by hand, in round %d.\n", run)); err != nil {
				return 0, err
			}
		}
		for range 10 {
			if err := os.Remove(some()); err != nil {
				return 0, err
			}
		}
		token := fmt.Sprintf("zqedit%dx", run)
		for _, n := range g.more(10, "active") {
			if err := write(vault, n.path, n.text+"\n"+token+"\n"); err != nil {
				return 0, err
			}
		}
		return g.found(ctx, vault, token)
	}, statTree(vault), g.recallPlain(vault))
	if err != nil {
		return nil, err
	}
	return []row{{measure: "recall right after 100 hand edits, 10 new and 10 deleted files", reference: "stat of the tree + the recall above",
		found: over(s[0].median(), s[1].median()+s[2].median()), bound: g.one(atMost, 2), runs: g.runs}}, nil
}

func appendLine(path, line string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(line)
	return errors.Join(err, f.Close())
}

const saysLag = "The time from the moment before a note is written (by hand, or captured) until a process has recalled it. By hand: recalls are run until one finds the note; the first does. Captured: the capture and one recall."

func takeLag(ctx context.Context, g *ground) ([]row, error) {
	vault, done, err := g.fresh(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	asked := 0
	s, err := inTurn(ctx, g.runs, func(ctx context.Context, run int) (time.Duration, error) {
		n, token := g.more(1, "active")[0], fmt.Sprintf("zqlag%dx", run)
		start := time.Now()
		if err := write(vault, n.path, n.text+"\n"+token+"\n"); err != nil {
			return 0, err
		}
		for range 100 {
			asked++
			if _, err := g.found(ctx, vault, token); !errors.Is(err, errNotRecalled) {
				return time.Since(start), err
			}
		}
		return 0, errors.New("a note that was written by hand is not found by 100 recalls")
	}, func(ctx context.Context, run int) (time.Duration, error) {
		start := time.Now()
		if _, err := g.capture(ctx, vault, fmt.Sprintf("zqcap%dx", run)); err != nil {
			return 0, err
		}
		_, err := g.found(ctx, vault, fmt.Sprintf("zqcap%dx", run))
		return time.Since(start), err
	}, g.recallPlain(vault), g.version())
	if err != nil {
		return nil, err
	}
	return ran([]row{
		{measure: "written by hand until a recall has found it", reference: "the recall with nothing changed", found: over(s[0].median(), s[2].median())},
		{measure: "recalls until a note written by hand was found, on average", found: float64(asked) / float64(g.runs+1), unit: count},
		{measure: "captured until a recall has found it", reference: "2 × `mem version`", found: over(s[1].median(), 2*s[3].median())},
	}, g.runs), nil
}
