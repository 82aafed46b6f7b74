package dream_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
)

// tonight is when the nights of these tests begin.
var tonight = time.Date(2026, 8, 10, 3, 15, 0, 0, time.UTC)

// note makes an active fix of the given day of August 2026, and changes it as told.
func note(slug string, day int, body string, with ...func(*memory.Note)) memory.Note {
	n := memory.Note{
		Slug: memory.Slug(slug), Path: "memory/2026/08/" + slug + ".md", Type: memory.Fix, Status: memory.Active,
		Captured: time.Date(2026, 8, day, 10, 0, 0, 0, time.UTC), Importance: memory.DefaultImportance,
		Body: body + "\n", HasBlock: true,
	}
	n.Title = memory.TitleOf(n.Body)
	if n.Title == "" {
		n.Title = strings.ReplaceAll(slug, "-", " ")
	}
	for _, change := range with {
		change(&n)
	}
	if n.Declared == "" && n.Status != memory.Unfiled {
		n.Declared = string(n.Status)
	}
	n.Hash = stateOf(&n)
	return n
}

func unfiled(n *memory.Note)  { n.Status, n.Declared = memory.Unfiled, "unfiled" }
func untyped(n *memory.Note)  { n.Type = "" }
func verified(n *memory.Note) { n.Trust = memory.Verified }
func bare(n *memory.Note) {
	n.Status, n.Type, n.HasBlock, n.Declared, n.CapturedGuessed = memory.Unfiled, "", false, "", true
}
func by(o memory.Origin) func(*memory.Note) { return func(n *memory.Note) { n.Origin = o } }
func scope(s string) func(*memory.Note)     { return func(n *memory.Note) { n.Scope = s } }
func kind(t memory.Type) func(*memory.Note) { return func(n *memory.Note) { n.Type = t } }
func entitled(s string) func(*memory.Note)  { return func(n *memory.Note) { n.Title = s } }
func broken(why string) func(*memory.Note) {
	return func(n *memory.Note) { n.Broken = why; unfiled(n) }
}
func weighing(i int) func(*memory.Note)     { return func(n *memory.Note) { n.Importance = i } }
func is(s memory.Status) func(*memory.Note) { return func(n *memory.Note) { n.Status = s } }
func declares(s string) func(*memory.Note) {
	return func(n *memory.Note) { unfiled(n); n.Declared = s }
}
func holding(f, u int) func(*memory.Note) {
	return func(n *memory.Note) {
		n.ValidFrom, n.ValidUntil = time.Date(2026, 8, f, 0, 0, 0, 0, time.UTC), time.Date(2026, 8, u, 0, 0, 0, 0, time.UTC)
	}
}
func over(slugs ...memory.Slug) func(*memory.Note) {
	return func(n *memory.Note) { n.Supersedes = slugs }
}
func outOf(slugs ...memory.Slug) func(*memory.Note) {
	return func(n *memory.Note) { n.DerivedFrom, n.Actor = slugs, memory.Dreamer }
}

// stateOf stands in for a file's hash: it differs whenever the note does.
func stateOf(n *memory.Note) memory.Hash {
	c := *n
	c.Hash = ""
	return memory.HashOf(fmt.Appendf(nil, "%+v", c))
}

// vault is a snapshot of the given notes.
func vault(notes ...memory.Note) dream.Snapshot { return dream.Snapshot{Notes: notes, Now: tonight} }

// decide plans the night of a snapshot and checks what must hold for every plan.
func decide(t *testing.T, s dream.Snapshot, p dream.Policy) dream.Plan {
	t.Helper()
	plan, err := dream.Decide(context.Background(), s, p, words)
	if err != nil {
		t.Fatalf("Decide: %v", err)
	}
	sound(t, s, plan)
	return plan
}

// words is a judge that knows one word.
var words = dream.AdjudicatorFunc(func(_ context.Context, c dream.Case) (dream.Verdict, error) {
	q, ok := c.(dream.TypeOf)
	switch {
	case !ok:
		return dream.Keep{}, nil
	case strings.Contains(q.Text, "unanswerable"):
		return nil, errors.New("no answer")
	case strings.Contains(q.Text, "prefers"):
		return dream.GiveType{Type: memory.Preference, Why: "it says prefers"}, nil
	case strings.Contains(q.Text, "plainly"):
		return dream.GiveType{Type: memory.Reference, Why: "it has the form of a plain statement", Plain: true}, nil
	case strings.Contains(q.Text, "invented"):
		return dream.GiveType{Type: "made-up", Why: "it says so"}, nil
	default:
		return dream.Keep{}, nil
	}
})

// sound checks a plan against the rules that hold for every one.
func sound(t *testing.T, s dream.Snapshot, p dream.Plan) {
	t.Helper()
	edited := map[string]bool{}
	for _, d := range p.Decisions {
		c := d.Change
		if d.Job == dream.JobPromote { // it decides about other keys, and counts many notes in one change
			continue
		}
		if len(c.Notes) == 0 || c.Detail == "" || c.Reason == "" || c.Actor != memory.Dreamer || c.Run != p.Run || len(c.Files) != 1 {
			t.Errorf("decision without its parts: %+v", c)
			continue
		}
		keys, ok := c.Files[0].(memory.Keys)
		i := slices.IndexFunc(s.Notes, func(n memory.Note) bool { return n.Path == c.Files[0].Target() })
		if b, ok := c.Files[0].(memory.Build); ok {
			soundlyBuilt(t, s, b, i)
			continue
		}
		if !ok || i < 0 || keys.Want != s.Notes[i].Hash {
			t.Errorf("decision on a file that is not in the snapshot as it says: %+v", c)
			continue
		}
		if n := s.Notes[i]; n.Slug != c.Notes[0] || n.Broken != "" || !n.Status.Live() || edited[n.Path] {
			t.Errorf("decision about a note that may not be touched (again): %+v", c)
		}
		edited[keys.Path] = true
	}
}

// carryOut applies a plan to a snapshot as engine would to the files.
func carryOut(t *testing.T, s dream.Snapshot, p dream.Plan) dream.Snapshot {
	t.Helper()
	s.Notes = slices.Clone(s.Notes)
	planned := map[string]memory.Hash{} // what this plan has made of a file is what it expects of it
	for _, n := range s.Notes {
		planned[n.Path] = n.Hash
	}
	for _, c := range p.Changes() {
		if b, ok := c.Files[0].(memory.Build); ok {
			s.Notes = withBuilt(t, s.Notes, b)
			continue
		}
		keys := c.Files[0].(memory.Keys)
		n := &s.Notes[slices.IndexFunc(s.Notes, func(n memory.Note) bool { return n.Path == keys.Path })]
		if planned[n.Path] != keys.Want {
			t.Fatalf("%s: the file is not as it was decided on", c.Subject())
		}
		for _, r := range c.Reads {
			if planned[r.Path] != r.Hash {
				t.Fatalf("%s: %s is not as it was read", c.Subject(), r.Path)
			}
		}
		for _, k := range keys.Set {
			switch v := k.Value.(type) {
			case memory.Text:
				switch k.Key {
				case "status":
					n.Status, n.Declared, n.HasBlock = memory.Status(v), string(v), true
				case "type":
					n.Type = memory.Type(v)
				case "superseded_by":
					n.SupersededBy = memory.Slug(v)
				default:
					t.Fatalf("%s sets %s", c.Subject(), k.Key)
				}
			case memory.Instant:
				if k.Key == "valid_until" {
					n.ValidUntil = time.Time(v)
				} else {
					n.Updated = time.Time(v)
				}
			default:
				t.Fatalf("%s sets %s to a %T", c.Subject(), k.Key, v)
			}
		}
		n.Hash = stateOf(n)
	}
	return s
}

// told is a plan in short lines: what is decided, and what is said besides.
func told(p dream.Plan) string {
	var lines []string
	for _, d := range p.Decisions {
		lines = append(lines, d.Change.Subject())
	}
	for _, l := range p.Listed {
		lines = append(lines, fmt.Sprintf("listed %s: %s", l.Kind, join(l.Notes)))
	}
	for _, f := range p.Problems {
		lines = append(lines, "problem "+f.Code+": "+f.Path)
	}
	for _, u := range p.Undone {
		lines = append(lines, "stays undone: "+u.Change.Subject())
	}
	for _, d := range p.Dropped {
		lines = append(lines, "dropped: "+d.Change.Subject())
	}
	return strings.Join(lines, "\n")
}

func join(slugs []memory.Slug) string {
	out := make([]string, len(slugs))
	for i, s := range slugs {
		out[i] = string(s)
	}
	return strings.Join(out, ", ")
}

func shuffled(s dream.Snapshot, seed uint64) dream.Snapshot {
	s.Notes = slices.Clone(s.Notes)
	r := rand.New(rand.NewPCG(seed, 1))
	r.Shuffle(len(s.Notes), func(i, j int) { s.Notes[i], s.Notes[j] = s.Notes[j], s.Notes[i] })
	return s
}

// expect compares what is told with what is wanted, line by line.
func expect(t *testing.T, got dream.Plan, want ...string) {
	t.Helper()
	if g, w := told(got), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n  %s\nwant\n  %s", strings.ReplaceAll(g, "\n", "\n  "), strings.ReplaceAll(w, "\n", "\n  "))
	}
}
