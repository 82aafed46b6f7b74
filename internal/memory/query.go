package memory

import "time"

// Query is what recall is asked. The zero value of each field asks for nothing special.
type Query struct {
	Text   string
	Limit  int // most notes to return; 0 means 3
	Budget int // most tokens of text to return; 0 means no bound
	Scope  string
	Types  []Type
	Tags   []string
	// Must and MustNot are words and phrases that stand in a note, or do not: in its title,
	// an alias, a tag or the text, as whole words; case and kinds of white space do not count.
	Must, MustNot []string
	// Statuses replaces "live notes only": the notes of just these statuses are asked for.
	Statuses []Status
	Since    time.Time // captured at or after
	Until    time.Time // captured before
	AsOf     time.Time // as the vault stood then: retired notes count while they held
}

// DefaultLimit is how many notes recall returns when nobody says.
const DefaultLimit = 3

// Admits reports whether the query's filters let the note through, at the time now.
func (q *Query) Admits(n *Note, now time.Time) bool {
	return n.VisibleFrom(q.Scope) && q.admitsLife(n, now) &&
		(len(q.Types) == 0 || contains(q.Types, n.Type)) && hasAll(n.Tags, q.Tags) &&
		(q.Since.IsZero() || !n.Captured.Before(q.Since)) && (q.Until.IsZero() || n.Captured.Before(q.Until)) && q.admitsWords(n)
}

// admitsLife judges by status and validity. With AsOf a retired note counts if it was
// captured by then and its window, or the day of its last change of meaning, was still open.
func (q *Query) admitsLife(n *Note, now time.Time) bool {
	if !q.AsOf.IsZero() {
		if n.Captured.After(q.AsOf) || !n.ValidAt(q.AsOf) {
			return false
		}
		closed := !n.Status.Live() && n.ValidUntil.IsZero() && !n.Updated.IsZero() && !n.Updated.After(q.AsOf)
		return !closed && (len(q.Statuses) == 0 || contains(q.Statuses, n.Status))
	}
	if len(q.Statuses) > 0 {
		return contains(q.Statuses, n.Status)
	}
	return n.Status.Live() && n.ValidAt(now)
}

func contains[T comparable](list []T, want T) bool {
	for _, have := range list {
		if have == want {
			return true
		}
	}
	return false
}

func hasAll(have, want []string) bool {
	for _, w := range want {
		found := false
		for _, h := range have {
			found = found || sameTag(h, w)
		}
		if !found {
			return false
		}
	}
	return true
}
