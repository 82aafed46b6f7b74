package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// ground is one vault of a given size, and what it is measured with.
type ground struct {
	*bench
	corpus  *corpus
	vault   string // nothing in it is changed but .mem
	asked   questions
	fts     string // the database of the FTS5 index, "" before it is built
	further int    // how many notes beyond the corpus were made so far
}

// ready makes the vault of a size, or finds the one that an earlier run made, and has mem
// index it.
func (b *bench) ready(ctx context.Context, notes int, month time.Time) (*ground, error) {
	c := newCorpus(notes, month)
	sum := sha256.Sum256([]byte(generatorVersion + c.last.Format("2006-01")))
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("mem-bench-%d-%x", notes, sum[:4]))
	g := &ground{bench: b, corpus: c, vault: filepath.Join(dir, "vault")}
	if _, err := os.Stat(dir); err != nil {
		b.say("making a corpus of %d notes in %s", notes, dir)
		making, err := os.MkdirTemp(os.TempDir(), "mem-bench-making-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(making)
		if err := b.grow(ctx, c, making); err != nil {
			return nil, err
		}
		if err := os.Rename(making, dir); err != nil {
			return nil, err
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "questions.json"))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &g.asked); err != nil {
		return nil, err
	}
	_, err = b.mem(ctx, g.vault, "", "index", "rebuild")
	return g, err
}

// grow writes a corpus into dir: vault/, a git repository of one commit, packed as git
// gc leaves it, and the questions to ask of it.
func (b *bench) grow(ctx context.Context, c *corpus, dir string) error {
	vault := filepath.Join(dir, "vault")
	if err := os.Mkdir(vault, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(vault, ".gitignore"), []byte("/.mem/\n/desk/scratch/\n.tmp-*\n"), 0o600); err != nil {
		return err
	}
	df := make(frequency, c.words.ranks())
	for i := range c.notes {
		n := c.note(i, "active")
		df.add(n.ranks)
		if err := write(vault, n.path, n.text); err != nil {
			return err
		}
	}
	data, err := json.Marshal(c.ask(df))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "questions.json"), data, 0o600); err != nil {
		return err
	}
	for _, argv := range [][]string{
		{"git", "init", "-q"}, {"git", "add", "."}, {"git", "commit", "-q", "-m", "A corpus"}, {"git", "gc", "-q"},
		{"git", "commit-graph", "write", "--reachable", "--changed-paths"},
	} {
		if _, err := b.run(ctx, vault, "", argv...); err != nil {
			return err
		}
	}
	return nil
}

// write writes a file below a vault, with the folders that it needs.
func write(vault, path, text string) error {
	full := filepath.Join(vault, filepath.FromSlash(path))
	err := os.WriteFile(full, []byte(text), 0o600)
	if os.IsNotExist(err) {
		if err = os.MkdirAll(filepath.Dir(full), 0o700); err == nil {
			err = os.WriteFile(full, []byte(text), 0o600)
		}
	}
	return err
}

// fresh copies the vault for a measure that changes it, indexed and with a git index that
// knows the copies. The caller removes it by calling done.
func (g *ground) fresh(ctx context.Context) (vault string, done func(), err error) {
	dir, err := os.MkdirTemp(g.place, "vault-")
	if err != nil {
		return "", nil, err
	}
	done = func() { _ = os.RemoveAll(dir) } // what stays goes with place
	vault = filepath.Join(dir, "v")
	if err := copyTree(ctx, g.vault, vault); err == nil {
		_, err = g.run(ctx, vault, "", "git", "update-index", "-q", "--refresh")
		if err == nil {
			_, err = g.mem(ctx, vault, "", "index", "rebuild")
		}
		if err == nil {
			return vault, done, nil
		}
	}
	done()
	return "", nil, fmt.Errorf("copy the vault: %w", err)
}

// copyTree copies a folder with times and rights; cp shares the blocks where it can.
func copyTree(ctx context.Context, from, to string) error {
	if out, err := exec.CommandContext(ctx, "cp", "-a", from, to).CombinedOutput(); err != nil {
		return fmt.Errorf("cp: %w: %s", err, out)
	}
	return nil
}

// more makes further notes of the newest month, never the same twice.
func (g *ground) more(count int, status string) []note {
	out := make([]note, count)
	for k := range out {
		out[k] = g.corpus.note(g.corpus.notes+g.further, status)
		g.further++
	}
	return out
}

// bench is what all measures of a run have in common.
type bench struct {
	shell
	binary string // mem
	runs   int    // of each side of a comparison
	heavy  int    // of what takes seconds to minutes
	lab    lab
	log    *bufio.Writer
}

func (b *bench) say(format string, args ...any) {
	fmt.Fprintf(b.log, "bench: "+format+"\n", args...)
	b.log.Flush()
}

// mem runs a command of mem on a vault.
func (b *bench) mem(ctx context.Context, vault, input string, args ...string) (did, error) {
	return b.run(ctx, vault, input, b.argv(vault, args...)...)
}

func (b *bench) argv(vault string, args ...string) []string {
	return append([]string{b.binary, "--vault", vault}, args...)
}
