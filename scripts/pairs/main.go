// Command pairs counts what a night makes of labelled pairs of statements, each as two notes
// of a vault: merged, listed, or left. It fails when a pair is merged that is labelled as a
// contradiction or whose numbers, names, negations or dates differ, when too few copies with
// other white space, case or punctuation are merged, and when a newer statement is closed by
// an older one.
//
// usage: go run ./scripts/pairs FOLDER   (with pairs.jsonl and updates.jsonl)
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
)

// leastMerged is the share of written-otherwise copies that must be merged.
const leastMerged = 0.99

var show = flag.String("show", "", "print the pairs that are merged, listed, left, unmerged (copies) or of updates")

func main() {
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: pairs [--show KIND] FOLDER")
		os.Exit(64)
	}
	var failures []string
	for _, part := range []func(string) ([]string, error){labelled, copies, updates} {
		found, err := part(flag.Arg(0))
		if err != nil {
			fmt.Fprintln(os.Stderr, "pairs:", err)
			os.Exit(1)
		}
		failures = append(failures, found...)
	}
	for _, f := range failures {
		fmt.Println("FAILED:", f)
	}
	if len(failures) > 0 {
		os.Exit(1)
	}
}

// pair is a line of pairs.jsonl.
type pair struct {
	ID, A, B string
	NLI      string // "" = not labelled
	Dup      *bool  // nil = not labelled
}

func read[T any](path string) ([]T, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it is only read
	var out []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		var one T
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, len(out)+1, err)
		}
		out = append(out, one)
	}
	return out, lines.Err()
}

// outcome is what a night makes of an older and a newer note.
type outcome struct {
	merged, older bool // one of them is superseded; it is the older
	listed        bool
	reason        string
}

func night(old, young string, from, to time.Time) (outcome, error) {
	note := func(slug memory.Slug, text string, at time.Time) memory.Note {
		path := "memory/2026/01/" + string(slug) + ".md"
		return memory.Note{Slug: slug, Path: path, Hash: memory.HashOf([]byte(text)), Type: memory.Reference, Status: memory.Active, Declared: "active",
			Captured: at, Title: memory.TitleOf(text), TitleGuessed: true, Importance: memory.DefaultImportance, Body: text, HasBlock: true}
	}
	s := dream.Snapshot{Notes: []memory.Note{note("older", old, from), note("newer", young, to)}, Now: to.Add(24 * time.Hour)}
	plan, err := dream.Decide(context.Background(), s, dream.Policy{Only: []dream.Job{dream.JobMerge, dream.JobConflict}}, nil)
	if err != nil {
		return outcome{}, err
	}
	o := outcome{listed: len(plan.Listed) > 0}
	for _, d := range plan.Decisions {
		o.merged, o.older, o.reason = true, d.Change.Notes[0] == "older", d.Change.Reason
	}
	return o, nil
}

func (o outcome) String() string {
	switch {
	case o.merged:
		return "merged"
	case o.listed:
		return "listed"
	default:
		return "left"
	}
}

// labelled counts the pairs by label.
func labelled(folder string) ([]string, error) {
	pairs, err := read[pair](filepath.Join(folder, "pairs.jsonl"))
	if err != nil {
		return nil, err
	}
	at := time.Date(2026, 1, 10, 9, 0, 0, 0, time.UTC)
	counts := map[string]map[string]int{}
	var failures []string
	for _, p := range pairs {
		o, err := night(p.A, p.B, at, at.Add(time.Hour))
		if err != nil {
			return nil, err
		}
		for _, label := range p.labels() {
			if counts[label] == nil {
				counts[label] = map[string]int{}
			}
			counts[label][o.String()]++
		}
		if why := p.apart(); o.merged && why != "" {
			failures = append(failures, fmt.Sprintf("%s is merged (%s), and %s", p.ID, o.reason, why))
		}
		if *show == o.String() {
			fmt.Printf("%s %v %s\n  %s\n  %s\n", p.ID, p.labels(), o.reason, p.A, p.B)
		}
	}
	fmt.Printf("| %d labelled pairs | pairs | merged | listed | left |\n|---|---|---|---|---|\n", len(pairs))
	for _, label := range slices.Sorted(maps.Keys(counts)) {
		c := counts[label]
		fmt.Printf("| %s | %d | %d | %d | %d |\n", label, c["merged"]+c["listed"]+c["left"], c["merged"], c["listed"], c["left"])
	}
	return failures, nil
}

func (p pair) labels() []string {
	out := []string{"all"}
	if p.NLI != "" {
		out = append(out, strings.ToLower(p.NLI))
	}
	switch {
	case p.Dup == nil:
		return append(out, "duplicate: not said")
	case *p.Dup:
		return append(out, "duplicate: yes")
	default:
		return append(out, "duplicate: no")
	}
}
