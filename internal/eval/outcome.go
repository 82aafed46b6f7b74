package eval

// Op is what a line of the usage ledger is about.
type Op string

// The ops that say how recall does. Others are left out.
const (
	WasShown Op = "shown"
	Success  Op = "success"
	Failure  Op = "failure"
)

// Use is a line of the usage ledger: notes that a recall showed, or what became of notes.
type Use struct {
	Op      Op
	Slugs   []string // as shown, best first
	Query   string
	Session string // "" = not said
	Tokens  int    // of what was shown; 0 = not said
}

// Outcome is a note that a recall showed, and what became of it.
type Outcome struct {
	Query   string
	Slug    string
	Rank    int // from 1
	Success bool
}

// Outcomes finds for each success and failure the latest recall before it that showed the
// note, of the same session where both name theirs. A note that a recall showed has one
// outcome, the last. Uses are in the order in which they were written.
func Outcomes(uses []Use) []Outcome {
	type place struct{ call, rank int }
	type shown struct {
		call int
		slug string
	}
	places := map[string][]place{}
	known := map[shown]int{}
	var out []Outcome
	for i, u := range uses {
		switch u.Op {
		case WasShown:
			for rank, slug := range u.Slugs {
				places[slug] = append(places[slug], place{i, rank + 1})
			}
		case Success, Failure:
			for _, slug := range u.Slugs {
				of := places[slug]
				for j := len(of) - 1; j >= 0; j-- {
					call := &uses[of[j].call]
					if u.Session != "" && call.Session != "" && u.Session != call.Session {
						continue
					}
					key := shown{of[j].call, slug}
					at, again := known[key]
					if !again {
						at = len(out)
						known[key] = at
						out = append(out, Outcome{Query: call.Query, Slug: slug, Rank: of[j].rank})
					}
					out[at].Success = u.Op == Success
					break
				}
			}
		}
	}
	return out
}
