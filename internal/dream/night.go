package dream

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"mem/internal/memory"
)

// titleLength is how many letters of a note's title are shown.
const titleLength = 80

// night is a plan in the making.
type night struct {
	Snapshot
	policy Policy
	judge  Adjudicator
	bySlug map[memory.Slug][]*memory.Note
	names  map[string]int              // how many notes have a name, without regard to case and Unicode form
	taken  map[string]bool             // paths of the notes that have their decision
	odd    map[string]bool             // paths that a grave finding is about
	edits  map[string][]memory.KeyEdit // what has been decided about the note of a path
	junk   *junk
	named  map[memory.Slug]bool // by another live note; nil = not looked for yet
	plan   Plan

	sieve    *sieve                   // whose words alike was found by
	alike    []likePair               // nil = not looked for yet
	disagree map[[2]*memory.Note]bool // pairs that the job conflict has told of
	again    map[*memory.Note]bool    // notes that are listed as said again by another
	answers  answers                  // of the judge
}

func newNight(s Snapshot, p Policy, judge Adjudicator) *night {
	byPath := func(a, b memory.Note) int { return cmp.Compare(a.Path, b.Path) }
	if !slices.IsSortedFunc(s.Notes, byPath) {
		s.Notes = slices.SortedFunc(slices.Values(s.Notes), byPath)
	}
	n := &night{
		Snapshot: s, policy: p, judge: judge,
		bySlug: make(map[memory.Slug][]*memory.Note, len(s.Notes)),
		names:  map[string]int{}, taken: map[string]bool{}, odd: map[string]bool{},
		edits: map[string][]memory.KeyEdit{}, disagree: map[[2]*memory.Note]bool{}, again: map[*memory.Note]bool{},
		junk: newJunk(),
	}
	n.plan = Plan{Run: cmp.Or(p.Run, RunAt(s.Now)), Before: QueueOf(s.Notes), Problems: slices.Clone(s.Findings), Barred: p.Barred}
	if p.Runs(JobInsight) {
		n.plan.Open = s.Open
	}
	for _, f := range s.Findings {
		n.odd[f.Path] = n.odd[f.Path] || f.Grave
	}
	for i := range s.Notes {
		note := &s.Notes[i]
		n.bySlug[note.Slug] = append(n.bySlug[note.Slug], note)
		n.names[folded(note.Slug)]++
	}
	for i := range s.Notes {
		n.examine(&s.Notes[i])
	}
	for _, dir := range s.Inner {
		if slices.ContainsFunc(s.Notes, func(note memory.Note) bool { return inside(note.Path, dir) }) {
			n.plan.Problems = append(n.plan.Problems, memory.Finding{Code: "inner-repository", Path: dir, Grave: true,
				Detail: "it is a git repository of its own, so no night changes the notes in it",
				Remedy: "dream there with --vault, or move the notes out of it"})
		}
	}
	return n
}

func inside(path, dir string) bool { return strings.HasPrefix(path, dir+"/") }

// foreign reports whether a note lies in a git repository of its own.
func (n *night) foreign(note *memory.Note) bool {
	return slices.ContainsFunc(n.Inner, func(dir string) bool { return inside(note.Path, dir) })
}

// examine reports a note that no job may touch, unless a grave finding already names its file.
func (n *night) examine(note *memory.Note) {
	if n.odd[note.Path] {
		return
	}
	switch {
	case note.Broken != "":
		n.problem("frontmatter-unparsable", note, note.Broken, "mend the lines between the two --- by hand")
	case n.ambiguous(note):
		n.problem("slug-not-unique", note, "another note is called "+string(note.Slug)+" too", "rename one of the files")
	}
}

func (n *night) ambiguous(note *memory.Note) bool { return n.names[folded(note.Slug)] > 1 }

// folded is equal for names that some file systems take for one.
func folded(s memory.Slug) string { return strings.ToLower(norm.NFC.String(string(s))) }

// touchable reports whether a job may decide about the note: mem can edit it and commit it,
// its name is its own, and nothing has been decided about it tonight or waits for a person's word.
func (n *night) touchable(note *memory.Note) bool {
	return note.Broken == "" && !n.ambiguous(note) && !n.foreign(note) && !n.taken[note.Path] && !n.waits(note)
}

// decide takes a decision about a note, unless the same one was undone before.
func (n *night) decide(job Job, note *memory.Note, c memory.Change) bool {
	c.Actor, c.Run = memory.Dreamer, n.plan.Run
	d := Decision{Job: job, Change: c}
	if commit, before := n.Decided[c.Key()]; before {
		n.plan.Undone = append(n.plan.Undone, Undone{Decision: d, Commit: commit, When: n.TakenBack[c.Key()]})
		return false
	}
	if n.policy.Withheld[c.Key()] || n.waiting(&c) {
		return false
	}
	n.taken[note.Path] = true
	for _, f := range c.Files {
		if k, ok := f.(memory.Keys); ok {
			n.edits[k.Path] = append(n.edits[k.Path], k.Set...)
		}
	}
	n.plan.Decisions = append(n.plan.Decisions, d)
	return true
}

// later returns a note as it will stand after what has been decided so far: what a night
// builds from notes it builds from these, so that the next night finds nothing to do.
func (n *night) later(note *memory.Note) memory.Note { return edited(note, n.edits[note.Path]) }

// edited is a note with some keys changed.
func edited(note *memory.Note, keys []memory.KeyEdit) memory.Note {
	out := *note
	for _, k := range keys {
		switch v := k.Value.(type) {
		case memory.Text:
			switch k.Key {
			case "status":
				out.Status = memory.Status(v)
			case "type":
				out.Type = memory.Type(v)
			case "superseded_by":
				out.SupersededBy = memory.Slug(v)
			case "trust":
				out.Trust = memory.Trust(v)
			}
		case memory.Instant:
			switch k.Key {
			case "valid_until":
				out.ValidUntil = time.Time(v)
			case "updated":
				out.Updated = time.Time(v)
			}
		case memory.Day:
			if k.Key == "valid_until" {
				out.ValidUntil = time.Time(v).Add(24 * time.Hour) // a plain date means the whole of that day
			}
		}
	}
	return out
}

// After is a note as it would stand with some keys changed.
func After(note *memory.Note, keys []memory.KeyEdit) memory.Note { return edited(note, keys) }

// list puts notes before the owner.
func (n *night) list(kind Kind, why, settle string, notes ...*memory.Note) {
	if n.Credential != nil && n.Credential(why) {
		why = notShownCredential
	}
	l := Listed{Kind: kind, Why: why, Settle: settle}
	for _, note := range notes {
		l.Notes = append(l.Notes, note.Slug)
		l.Titles = append(l.Titles, cmp.Or(n.hushed(note), shown(note)))
	}
	n.plan.Listed = append(n.plan.Listed, l)
}

// unlist takes a note out of what is put before the owner, since tonight it is retired.
func (n *night) unlist(kind Kind, slug memory.Slug) {
	n.plan.Listed = slices.DeleteFunc(n.plan.Listed, func(l Listed) bool { return l.Kind == kind && len(l.Notes) == 1 && l.Notes[0] == slug })
}

// problem reports what is wrong with a note, unless the check of the vault has said so.
func (n *night) problem(code string, note *memory.Note, detail, remedy string) {
	if slices.ContainsFunc(n.Findings, func(f memory.Finding) bool { return f.Code == code && f.Path == note.Path }) {
		return
	}
	n.plan.Problems = append(n.plan.Problems, memory.Finding{
		Code: code, Path: note.Path, Detail: detail, Remedy: remedy, Grave: true,
	})
}

// edit is the change of some keys of a note.
func edit(note *memory.Note, keys ...memory.KeyEdit) []memory.FileEdit {
	return []memory.FileEdit{memory.Keys{Path: note.Path, Want: note.Hash, Set: keys}}
}

func (n *night) updated() memory.KeyEdit {
	return memory.KeyEdit{Key: "updated", Value: memory.Instant(n.Now.UTC())}
}

// status is the edit of a note's status.
func status(s memory.Status) memory.KeyEdit {
	return memory.KeyEdit{Key: "status", Value: memory.Text(s)}
}

// unclear reports whether a note declares a status that mem does not know: a word that
// somebody chose, so nobody but them changes it.
func unclear(note *memory.Note) bool {
	_, known := memory.ParseStatus(note.Declared)
	return !known && strings.TrimSpace(note.Declared) != ""
}

// built reports whether dream made the note out of others; such a note is no evidence.
func built(note *memory.Note) bool {
	return note.Type == memory.Entity || (note.Actor == memory.Dreamer && len(note.DerivedFrom) > 0)
}

// titled reports whether the note has a title of its own, not one read from its text or its name.
func titled(note *memory.Note) bool {
	return memory.HasWords(note.Title) && note.Title != memory.TitleOf(note.Body) &&
		note.Title != strings.ReplaceAll(string(note.Slug), "-", " ")
}

// shown is what a note says, in one line.
func shown(note *memory.Note) string {
	return memory.Cut(strings.Join(strings.Fields(note.Title), " "), titleLength)
}

// command makes a line for a shell; arguments are quoted where a shell would read them otherwise.
func command(words ...string) string {
	for i, w := range words {
		plain := w != "" && !strings.ContainsFunc(w, func(r rune) bool {
			return r < 0x80 && !strings.ContainsRune("-_./=:,+@", r) &&
				(r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
		})
		if !plain {
			words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}
