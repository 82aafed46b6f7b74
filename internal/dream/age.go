package dream

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"mem/internal/memory"
)

// Days without a use after which a note is retired: one that nobody filed, and a candidate
// by its importance. From keptImportance on none is.
const (
	unfiledDays = 90
	minorDays   = 14 // importance 1 to 3
	usualDays   = 30 // 4 to 6
	notableDays = 90 // 7 and 8
)

// That a note was not used says something only where others were: so many recalls, on so
// many days, within the time that the note went without. Chosen.
const (
	tellingRecalls = 20
	tellingDays    = 5
)

// toldDays is how long a person's own note that went unused is listed. Chosen.
const toldDays = 7

const oneDay = 24 * time.Hour

// span is how long a note may go unused; 0 = for ever.
func span(note *memory.Note) time.Duration {
	importance := note.Importance
	if importance <= 0 {
		importance = memory.DefaultImportance
	}
	switch {
	case importance >= keptImportance, note.Trust == memory.Verified, note.Uses > 0, built(note), !note.Status.Live():
		return 0
	case note.Status == memory.Unfiled:
		return unfiledDays * oneDay
	case importance <= 3:
		return minorDays * oneDay
	case importance <= 6:
		return usualDays * oneDay
	default:
		return notableDays * oneDay
	}
}

// ageing finds the notes that went unused for longer than they may, as far as that is known.
type ageing struct {
	*night
	records map[memory.Slug]*record
	scopes  map[memory.Slug]string
	told    map[sounding]bool // what telling has found
	old     []unused          // that expire
	owned   []*memory.Note    // a person's: they are listed
}

// unused is a note that went without a use for its span, and since when.
type unused struct {
	note  *memory.Note
	span  time.Duration
	since time.Time
}

// sounding is a question to the ledger: was a scope asked for much in a time that lasts until now?
type sounding struct {
	scope string
	span  time.Duration
}

func (n *night) ageing() *ageing {
	a := &ageing{night: n, records: recordsOf(n.Uses), scopes: map[memory.Slug]string{}, told: map[sounding]bool{}}
	for i := range n.Notes {
		if scope := n.Notes[i].Scope; scope != "" {
			a.scopes[n.Notes[i].Slug] = scope
		}
	}
	return a
}

// look judges a note. A person's own is listed for some days, once it is old.
func (a *ageing) look(note *memory.Note) {
	may := span(note)
	if may == 0 || note.ValidUntil.After(a.Now) || len(a.Uses) == 0 || a.Now.Sub(note.Captured) < may && !note.CapturedGuessed {
		return // told by the note alone, as most are
	}
	since, seen := a.lastUse(note)
	silent := a.Now.Sub(later(since, a.Uses[0].At)) // as far as the ledger goes back
	if !seen || silent < may || a.needed()[note.Slug] || !a.telling(note.Scope, may) {
		return
	}
	switch {
	case !kept(note):
		a.old = append(a.old, unused{note, may, since})
	case silent < may+toldDays*oneDay:
		a.owned = append(a.owned, note)
	}
}

// lastUse returns when a note last was captured, edited, used or shown, or a night first saw
// it, whichever was last. False: no night has seen it yet, as far as the history tells.
func (a *ageing) lastUse(note *memory.Note) (time.Time, bool) {
	since, seen := a.firstSeen(note)
	if !seen {
		return time.Time{}, false
	}
	for _, t := range []time.Time{note.Captured, note.Updated, note.LastUsed, note.ValidFrom} {
		since = later(since, t)
	}
	if r := a.records[note.Slug]; r != nil {
		since = later(later(since, r.shown), later(r.succeeded, r.failed))
	}
	return since, true
}

// firstSeen returns when the first night was that could see a note.
func (n *night) firstSeen(note *memory.Note) (time.Time, bool) {
	known, ok := n.Known[note.Slug]
	if !ok {
		return time.Time{}, false
	}
	at, _ := slices.BinarySearchFunc(n.Nights, known, time.Time.Compare)
	if at == len(n.Nights) {
		return time.Time{}, false
	}
	return n.Nights[at], true
}

// telling reports whether the vault was asked so often within a span that it tells something
// of what was not used. Of a note with a scope only recalls tell that showed notes of it: a
// project that rests is not forgotten.
func (a *ageing) telling(scope string, span time.Duration) bool {
	key := sounding{scope, span}
	told, known := a.told[key]
	if known {
		return told
	}
	recalls, days := 0, map[string]bool{}
	for _, u := range slices.Backward(a.Uses) {
		if !u.At.After(a.Now.Add(-span)) {
			break
		}
		if u.Op == UseShown && (scope == "" || slices.ContainsFunc(u.Slugs, func(s memory.Slug) bool { return a.scopes[s] == scope })) {
			recalls++
			days[day(u.At)] = true
		}
	}
	a.told[key] = recalls >= tellingRecalls && len(days) >= tellingDays
	return a.told[key]
}

// retire decides about what is old, the longest unused first and no more than is paced, and
// lists in one line what is a person's.
func (a *ageing) retire() {
	slices.SortStableFunc(a.old, func(x, y unused) int {
		return cmp.Or(x.since.Compare(y.since), cmp.Compare(x.note.Path, y.note.Path))
	})
	left := a.pace()
	for _, o := range a.old {
		if left <= 0 {
			break
		}
		if a.decide(JobExpire, o.note, a.unused(o)) {
			a.unlist(TypeUnsure, o.note.Slug)
			left--
		}
	}
	if len(a.owned) == 0 {
		return
	}
	words := []string{"mem", "forget"}
	for _, note := range a.owned[:min(few, len(a.owned))] {
		words = append(words, string(note.Slug))
	}
	a.list(UnusedKept, "nobody has used or been shown them for long, but a person made them; they stay as they are", command(words...), a.owned...)
}

func (a *ageing) unused(o unused) memory.Change {
	days, note := int(o.span/oneDay), o.note
	importance := cmp.Or(max(note.Importance, 0), memory.DefaultImportance)
	return memory.Change{
		Op: memory.OpExpire, Notes: []memory.Slug{note.Slug}, Detail: fmt.Sprintf("%s (unused for %d days)", note.Slug, days),
		Reason:   fmt.Sprintf("Nobody has used it or been shown it for %d days, and others were.", days),
		Evidence: []string{"unused since " + day(o.since), fmt.Sprintf("status %s, importance %d", note.Status, importance)},
		Files:    edit(note, status(memory.Expired), a.updated()),
	}
}

// pace is how many notes may still age out today: with what else has expired today no more
// than half of what the breaker lets through, so that old notes never trip it. Ageing is in
// no hurry.
func (a *ageing) pace() int {
	if a.policy.Allows(JobExpire) {
		return len(a.old)
	}
	usual, _ := Usual(a.Earlier, memory.OpExpire)
	most := max(harmless, tooMany*usual) / 2
	for _, e := range a.Earlier {
		if day(e.At) == day(a.Now) {
			most -= e.Counts[memory.OpExpire]
		}
	}
	return most
}

// needed are the notes that another live note names: as a link, a source, or what it replaced. Of
// the note of an entity only what it tells of is needed, and what a person has written into it.
func (n *night) needed() map[memory.Slug]bool {
	if n.named != nil {
		return n.named
	}
	n.named = map[memory.Slug]bool{}
	for i := range n.Notes {
		note := &n.Notes[i]
		if !note.Status.Live() {
			continue
		}
		text := note.Body
		if note.Type == memory.Entity {
			if _, yours, ok := memory.Unseal(text); ok {
				text = yours
			}
		}
		for _, list := range [][]memory.Slug{memory.Links(text), note.DerivedFrom, note.Supersedes} {
			for _, s := range list {
				if s != note.Slug {
					n.named[s] = true
				}
			}
		}
	}
	return n.named
}
