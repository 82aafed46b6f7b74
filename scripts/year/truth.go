package main

import (
	"slices"
	"strings"

	"mem/internal/dream"
	"mem/internal/memory"
)

// truth looks whether every fact that holds is live in one note and in no other's place, and
// what is none is gone.
func (y *year) truth(f *figures, notes map[memory.Slug]*memory.Note) {
	tellers := map[*fact][]memory.Slug{}
	for _, s := range y.order {
		n, k := notes[s], y.notes[s]
		if n == nil {
			if k.fact == nil || !k.fact.gone {
				y.breaks("%s is not there any more", s)
			}
			continue
		}
		if strings.TrimSpace(n.Body) != strings.TrimSpace(k.body) {
			y.breaks("the text of %s is not as it was written: %q, not %q", s, n.Body, k.body)
		}
		switch {
		case k.fact == nil:
			if n.Status.Live() && !y.loose[s] && y.barred[dream.JobExpire] == 0 {
				y.breaks("%s says nothing and is live: %q", s, k.body)
			}
		case n.Status.Live() && k.version == len(k.fact.texts)-1:
			tellers[k.fact] = append(tellers[k.fact], s)
		case n.Status.Live():
			f.Stale++
			if !k.fact.loose && !y.loose[s] && !k.fact.form.unsure && !y.shown([]memory.Slug{s}) && y.barred[dream.JobConflict]+y.barred[dream.JobMerge] == 0 {
				y.breaks("%s is live though what it says has changed: %q", s, k.body)
			}
		case n.Status == memory.Superseded:
			y.replaced(s, n, k, notes)
		case n.Status == memory.Expired && y.unused(n, k):
			k.aged = true
		case n.Status == memory.Expired && k.fact.gone || y.loose[s]:
		default:
			y.breaks("%s is %s and nobody said so: %q", s, n.Status, k.body)
		}
	}
	for _, x := range y.facts {
		switch live := tellers[x]; {
		case len(live) == 0 && !x.gone && y.letGo(x):
			x.gone = true
			y.total.Aged++
		case x.gone, x.origin == memory.OriginExternal && len(live) == 0: // of a page that an own word ended, replaced has told
		case len(live) == 0:
			y.breaks("nobody tells any more that %q", x.text())
		case len(live) > 1 && !x.loose && !y.shown(live) && y.barred[dream.JobMerge] == 0:
			y.breaks("%q is told by %v", x.text(), live)
		}
	}
}

// unused reports whether a night may let a note go: nobody used it for longer than it may go without.
func (y *year) unused(n *memory.Note, k *kept) bool {
	days := 30
	switch {
	case n.Importance >= 9 || n.Uses > 0 || n.Trust == memory.Verified:
		return false
	case n.Importance >= 7:
		days = 90
	case n.Importance <= 3:
		days = 14
	}
	return n.Status == memory.Expired && !k.seen.After(y.now.AddDate(0, 0, -days))
}

// letGo reports whether what told a fact last was let go, since nobody used it.
func (y *year) letGo(f *fact) bool {
	return slices.ContainsFunc(y.order, func(s memory.Slug) bool {
		k := y.notes[s]
		return k.fact == f && k.version == len(f.texts)-1 && k.aged
	})
}

// replaced looks whether what took a note's place tells the same, or what it has become.
func (y *year) replaced(s memory.Slug, n *memory.Note, k *kept, notes map[memory.Slug]*memory.Note) {
	seen := 0
	for n != nil && n.Status == memory.Superseded && seen < 20 {
		by := y.notes[n.SupersededBy]
		if by != nil && k.fact.origin == memory.OriginExternal && by.fact.origin == "" && by.fact.subject == k.fact.subject && by.fact.form == k.fact.form {
			return // an own word ended what a page said
		}
		if by == nil || by.fact != k.fact || by.version < k.version {
			y.breaks("%s (%q) was superseded by %s, which tells something else", s, k.body, n.SupersededBy)
			return
		}
		n, seen = notes[n.SupersededBy], seen+1
	}
	if n == nil {
		if !k.fact.gone {
			y.breaks("%s was superseded by what is not there", s)
		}
		return
	}
	if by := y.notes[n.Slug]; !k.fact.gone && !n.Status.Live() && !by.aged && !y.unused(n, by) {
		y.breaks("%s was superseded, and nothing of it is live", s)
	}
}

// shown reports whether all of these notes are before the owner's eye, or are a person's business.
func (y *year) shown(slugs []memory.Slug) bool {
	for _, s := range slugs {
		if !y.loose[s] && !slices.ContainsFunc(y.listed, func(l dream.Listed) bool { return l.Kind != dream.NearCopies && slices.Contains(l.Notes, s) }) {
			return false
		}
	}
	return true
}
