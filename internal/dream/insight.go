package dream

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"mem/internal/memory"
)

// The bounds of a night's insights.
const (
	mostInsights = 3
	mostSources  = 8   // notes that one is made of; the newest
	shortQuote   = 160 // letters of a sentence that is quoted
)

// pattern is what several notes say together and none of them alone.
type pattern struct {
	kind   memory.Type
	title  string
	body   string
	reason string
	of     []*memory.Note // oldest first
}

// insight writes down what no single note says: a trouble that was mended again and again, a
// preference that came back, a way that was gone several times, two notes that have disagreed
// for long. It reads what holds after tonight, and never what dream has built. What an
// insight was made of may cease to hold; then it is retired.
func insight(ctx context.Context, n *night) error {
	if n.Name == nil {
		return nil
	}
	n.outlived()
	said := n.insights()
	for _, find := range []func(*night) []pattern{flips, mended, ways, quarrels} {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, p := range find(n) {
			if said.count < mostInsights && !said.already(&p) {
				said.count += n.note(p)
			}
		}
	}
	return nil
}

// insights is what insights there are, and what there were.
type insights struct {
	of    [][]memory.Slug // their sources
	gone  [][]memory.Slug // of those that nights wrote and nobody has any more
	count int             // written tonight
}

func (n *night) insights() *insights {
	said := &insights{}
	stand := map[memory.Slug]bool{}
	for i := range n.Notes {
		if note := &n.Notes[i]; isInsight(note) {
			said.of = append(said.of, note.DerivedFrom)
			stand[note.Slug] = true
		}
	}
	for key := range n.Decided {
		if op, notes, _ := key.Parts(); op == memory.OpInsight && len(notes) > 1 && !stand[notes[0]] {
			said.gone = append(said.gone, notes[1:])
		}
	}
	return said
}

func isInsight(note *memory.Note) bool {
	return note.Actor == memory.Dreamer && len(note.DerivedFrom) > 0 && note.Type != memory.Entity
}

// already reports whether there is an insight of two of the notes, whatever became of it: once
// said is enough. One that is gone and was of the same notes is told as undone.
func (s *insights) already(p *pattern) bool {
	common := func(of []memory.Slug) int {
		both := 0
		for _, note := range p.of {
			if slices.Contains(of, note.Slug) {
				both++
			}
		}
		return both
	}
	return slices.ContainsFunc(s.of, func(of []memory.Slug) bool { return common(of) > 1 }) ||
		slices.ContainsFunc(s.gone, func(of []memory.Slug) bool {
			c := common(of)
			return c > 1 && (c < len(of) || c < len(p.of))
		})
}

// note decides that a pattern becomes a note, and returns how many it wrote.
func (n *night) note(p pattern) int {
	slug := n.Name(p.title)
	for i := 2; n.names[folded(slug)] > 0 || slug == ""; i++ {
		if i > 9 {
			return 0
		}
		slug = n.Name(fmt.Sprintf("%s %d", p.title, i))
	}
	now := n.Now.UTC().Truncate(time.Second)
	made := memory.Note{
		Slug: slug, Path: memory.Shard(now) + "/" + string(slug) + ".md", Type: p.kind, Status: memory.Active,
		Captured: now, Updated: now, Title: p.title, Tags: commonTags(p.of), Scope: p.of[0].Scope,
		Actor: memory.Dreamer, Body: p.body,
	}
	c := memory.Change{Op: memory.OpInsight, Notes: []memory.Slug{slug}, Detail: string(slug), Reason: p.reason}
	for _, s := range p.of {
		made.DerivedFrom = append(made.DerivedFrom, s.Slug)
		c.Notes = append(c.Notes, s.Slug)
		c.Evidence = append(c.Evidence, dated(s))
		c.Reads = append(c.Reads, memory.Read{Path: s.Path, Hash: s.Hash})
	}
	c.Files = []memory.FileEdit{memory.Build{Note: made}}
	if !n.decide(JobInsight, &made, c) {
		return 0
	}
	n.names[folded(slug)]++
	return 1
}

// commonTags are those that all have.
func commonTags(notes []*memory.Note) []string {
	var out []string
	for _, tag := range notes[0].Tags {
		if !slices.ContainsFunc(notes[1:], func(n *memory.Note) bool { return !slices.Contains(n.Tags, tag) }) {
			out = append(out, tag)
		}
	}
	return out
}

// outlived retires insights of which nothing holds any more: the last word of a preference is
// another, two notes that disagreed do so no more, or all the notes have gone.
func (n *night) outlived() {
	for i := range n.Notes {
		note := &n.Notes[i]
		if !isInsight(note) || note.Status != memory.Active || !n.touchable(note) {
			continue
		}
		holds := make([]bool, len(note.DerivedFrom))
		for j, slug := range note.DerivedFrom {
			holds[j] = slices.ContainsFunc(n.bySlug[slug], func(s *memory.Note) bool {
				now := n.later(s)
				return now.Status.Live() && now.ValidAt(n.Now)
			})
		}
		gone := !slices.Contains(holds, true)
		switch note.Type {
		case memory.Preference:
			gone = !holds[len(holds)-1]
		case memory.Reference:
			gone = slices.Contains(holds, false) || n.reconciled(note.DerivedFrom)
		}
		if gone {
			n.decide(JobInsight, note, memory.Change{
				Op: memory.OpExpire, Notes: []memory.Slug{note.Slug}, Detail: string(note.Slug) + " (outlived)",
				Reason: "What it was made of does not hold any more.", Evidence: slugsOf(note.DerivedFrom),
				Files: edit(note, status(memory.Expired), n.updated()),
			})
		}
	}
}

func slugsOf(notes []memory.Slug) []string {
	out := make([]string, len(notes))
	for i, s := range notes {
		out[i] = string(s)
	}
	return out
}

// sources lists the notes of a type that an insight may be made of, by scope, oldest first.
// Whoever takes one of them asks hushed of it: that takes long, and few are taken.
func (n *night) sources(kind memory.Type, held func(*memory.Note) bool) map[string][]*memory.Note {
	out := map[string][]*memory.Note{}
	for i := range n.Notes {
		note := &n.Notes[i]
		now := n.later(note)
		if now.Type == kind && n.evident(note) && held(&now) {
			out[note.Scope] = append(out[note.Scope], note)
		}
	}
	for _, notes := range out {
		slices.SortStableFunc(notes, func(a, b *memory.Note) int { return a.Captured.Compare(b.Captured) })
	}
	return out
}

// tells reports whether an insight may be made of a note. What is from outside, or has anything
// private or a credential in it, is none.
func (n *night) tells(note *memory.Note) bool { return n.evident(note) && n.hushed(note) == "" }

// evident is all of tells but what has to be looked for in the text.
func (n *night) evident(note *memory.Note) bool {
	return !built(note) && note.Broken == "" && !n.ambiguous(note) && dateKnown(note) && note.OwnedBy() != memory.OriginExternal &&
		!memory.TooLong(note.Body)
}

func (n *night) holds(note *memory.Note) bool {
	return note.Status == memory.Active && note.ValidAt(n.Now)
}

// inScopes calls a function with the notes of each scope, in the order of their names.
func inScopes(notes map[string][]*memory.Note, f func([]*memory.Note)) {
	scopes := make([]string, 0, len(notes))
	for s := range notes {
		scopes = append(scopes, s)
	}
	slices.Sort(scopes)
	for _, s := range scopes {
		f(notes[s])
	}
}

// apartInTime reports whether notes are of as many occasions as there are notes: no two of a
// day, and none of a session.
func apartInTime(notes []*memory.Note) bool {
	days, sessions := map[string]bool{}, map[string]bool{}
	for _, n := range notes {
		day := day(n.Captured)
		if days[day] || n.Session != "" && sessions[n.Session] {
			return false
		}
		days[day], sessions[n.Session] = true, true
	}
	return true
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// quote is a note's first sentence in quotation marks, and the note.
func quote(note *memory.Note) string {
	text := note.Title
	if !titled(note) {
		text = memory.TitleOf(note.Body)
	}
	return "“" + strings.TrimRight(inProse(memory.Cut(text, shortQuote)), " .") + "” " + link(note.Slug)
}

// inProse is somebody's text in one line, with the marks of markdown escaped but for those
// within a word: an identifier stays one that can be found.
func inProse(text string) string {
	words := strings.Fields(flat(text))
	for i, w := range words {
		if inner := strings.Trim(w, "_"); strings.ContainsAny(w, "\\`*[]<>#|~$%=^&") || inner != w {
			words[i] = prose(w)
		}
	}
	return strings.Join(words, " ")
}

// together names things: "a, b and c".
func together(words []string) string {
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
}

func linked(notes []*memory.Note) string {
	var out []string
	for _, n := range notes {
		out = append(out, link(n.Slug))
	}
	return together(out)
}

// largestFirst orders patterns by how many notes they are of.
func largestFirst(found []pattern) []pattern {
	slices.SortStableFunc(found, func(a, b pattern) int { return cmp.Compare(len(b.of), len(a.of)) })
	return found
}
