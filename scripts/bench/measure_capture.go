package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

const saysCapture = "`mem capture` of a note's text from standard input, as a whole process: when it returns the note is synced, committed and recalled by others, and git status is clean; all of this is checked afterwards. The reference commits a note that is already written: git add and git commit, two processes. The bare write is one file, written and synced within the bench."

// capture captures a further note that has a word of its own, and returns the time.
func (g *ground) capture(ctx context.Context, vault, token string) (time.Duration, error) {
	d, err := g.mem(ctx, vault, g.more(1, "unfiled")[0].body+"\n"+token+"\n", "capture", "--json", "--type", "fix")
	if err != nil {
		return d.took, err
	}
	var reply struct{ Committed, Indexed bool }
	if err := json.Unmarshal([]byte(d.out), &reply); err != nil {
		return d.took, fmt.Errorf("the reply to a capture: %w: %s", err, d.out)
	}
	if !reply.Committed || !reply.Indexed {
		return d.took, fmt.Errorf("a capture is not committed and indexed when it returns: %s%s", d.out, d.errs)
	}
	return d.took, nil
}

// found asks, in one process, for a word that one note has, and returns what that took.
// When the note is not there it asks once more, to tell a lost note from a late one.
func (g *ground) found(ctx context.Context, vault, token string) (time.Duration, error) {
	d, err := g.mem(ctx, vault, "", "recall", "--json", "--", token)
	if err == nil && !answers(d, token) {
		again, _ := g.mem(ctx, vault, "", "recall", "--json", "--", token)
		late := "nor when asked again"
		if answers(again, token) {
			late = "but is when asked again"
		}
		err = fmt.Errorf("%w, %s: %s%s", errNotRecalled, late, d.errs, d.out)
	}
	return d.took, err
}

var errNotRecalled = errors.New("what was written is not recalled")

// answers reports whether the text of a note that has the word is in an answer.
func answers(d did, token string) bool {
	var answer struct{ Results []struct{ Text string } }
	if json.Unmarshal([]byte(d.out), &answer) != nil {
		return false
	}
	return slices.ContainsFunc(answer.Results, func(r struct{ Text string }) bool { return strings.Contains(r.Text, token) })
}

// sound checks that git finds nothing wrong and nothing uncommitted in a vault.
func (g *ground) sound(ctx context.Context, vault string) error {
	_, broken := g.run(ctx, vault, "", "git", "fsck", "--strict", "--no-dangling", "--no-progress")
	d, err := g.run(ctx, vault, "", "git", "status", "--porcelain")
	if err == nil && d.out != "" {
		err = fmt.Errorf("git status is not clean: %s", oneLine(d.out))
	}
	return errors.Join(broken, err)
}

func takeCapture(ctx context.Context, g *ground) ([]row, error) {
	vault, done, err := g.fresh(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	token := func(run int) string { return fmt.Sprintf("zqcapture%dx", run) }
	s, err := inTurn(ctx, g.runs, func(ctx context.Context, run int) (time.Duration, error) {
		return g.capture(ctx, vault, token(run))
	}, g.gitCommit(vault), g.bareWrite(g.place), g.version())
	if err != nil {
		return nil, err
	}
	wrong := g.sound(ctx, vault)
	for run := range g.runs + 1 {
		_, err := g.found(ctx, vault, token(run))
		wrong = errors.Join(wrong, err)
	}
	took := s[0].median()
	return fail(ran([]row{
		{measure: "capture, whole process: synced, committed, recallable, status clean", reference: "`git add f && git commit -q`", found: over(took, s[1].median()), bound: g.bound(atMost, 0.7, 0.35)},
		{measure: "the same", reference: "`mem version`", found: over(took, s[3].median())},
		{measure: "the same", reference: "a bare write + fsync", found: over(took, s[2].median())},
	}, g.runs), wrong), nil
}

const saysThousand = "1,000 captures, one process after the other: how many segments the index has then, and what a recall takes then against before, each as a ratio to `mem version` in the same minute."

func takeThousand(ctx context.Context, g *ground) ([]row, error) {
	vault, done, err := g.fresh(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	before, err := inTurn(ctx, g.runs, g.recallPlain(vault), g.version())
	if err != nil {
		return nil, err
	}
	for i := range 1000 {
		if _, err := g.capture(ctx, vault, fmt.Sprintf("zqthousand%dx", i)); err != nil {
			return nil, err
		}
	}
	index, err := g.index(ctx, vault)
	if err != nil {
		return nil, err
	}
	after, err := inTurn(ctx, g.runs, g.recallPlain(vault), g.version())
	if err != nil {
		return nil, err
	}
	rise := over(after[0].median(), after[1].median()) / over(before[0].median(), before[1].median())
	return fail([]row{
		{measure: "1,000 captures in a row: segments", found: float64(index.Segments), unit: count, bound: g.one(atMost, 32), runs: 1},
		{measure: "recall after 1,000 captures", reference: "recall before", found: rise, bound: g.one(atMost, 1.25), runs: g.runs},
	}, g.sound(ctx, vault)), nil
}

// indexed is what `mem index status --json` says.
type indexed struct {
	Notes    int   `json:"notes"`
	Bytes    int64 `json:"bytes"`
	Segments int   `json:"segments"`
}

func (g *ground) index(ctx context.Context, vault string) (indexed, error) {
	var x indexed
	d, err := g.mem(ctx, vault, "", "index", "status", "--json")
	if err == nil {
		err = json.Unmarshal([]byte(d.out), &x)
	}
	return x, err
}
