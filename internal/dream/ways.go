package dream

import (
	"fmt"
	"slices"
	"strings"

	"mem/internal/memory"
)

// The bounds within which two workflows are one: chosen for precision, see docs/dream.md.
const (
	fewestSteps = 3   // that all have, in one order
	ofSteps     = 0.6 // of the shorter's steps
	sameStep    = 0.5 // of the words of the longer of two steps
	wayNotes    = 300 // of a scope, the newest, are compared
)

// way is a workflow with its steps.
type way struct {
	note  *memory.Note
	steps []step
}

// step is one line of a list, in words.
type step struct {
	said  []string // as they stand
	words []string // in lower case, without marks; as many
}

// ways finds workflows that were gone three times or more, on different days: notes whose lists
// have the same steps in the same order. What is common to all is the way; the rest is named
// as what differs.
func ways(n *night) []pattern {
	var out []pattern
	inScopes(n.sources(memory.Workflow, n.holds), func(all []*memory.Note) {
		var list []way
		for _, note := range all[max(0, len(all)-wayNotes):] {
			if steps := stepsOf(note.Body); len(steps) >= fewestSteps && n.hushed(note) == "" {
				list = append(list, way{note, steps})
			}
		}
		used := map[int]bool{}
		for i := len(list) - 1; i >= 0; i-- {
			if used[i] {
				continue
			}
			same := newWay(list[i])
			members := []int{i}
			for j := i - 1; j >= 0 && len(members) < mostSources; j-- {
				notes := []*memory.Note{list[j].note}
				for _, k := range members {
					notes = append(notes, list[k].note)
				}
				if !used[j] && apartInTime(notes) && same.add(list[j]) {
					members = append(members, j)
				}
			}
			if len(members) < 3 {
				continue
			}
			for _, j := range members {
				used[j] = true
			}
			out = append(out, same.told())
		}
	})
	return largestFirst(out)
}

// stepsOf are the items of the longest list of a text.
func stepsOf(body string) []step {
	var best, list []step
	for _, sentence := range strings.Split(memory.Cut(body, comparedLetters), "\n") {
		line := strings.TrimSpace(sentence)
		item, ok := itemOf(line)
		switch {
		case ok:
			if s := stepOf(item); len(s.words) > 0 {
				list = append(list, s)
			}
		case line != "" && !strings.HasPrefix(sentence, " ") && !strings.HasPrefix(sentence, "\t"):
			list = nil
		}
		if len(list) > len(best) {
			best = slices.Clone(list)
		}
	}
	return best
}

// itemOf is what an item of a list says.
func itemOf(line string) (string, bool) {
	for _, mark := range []string{"- ", "* ", "+ "} {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			return strings.TrimPrefix(strings.TrimPrefix(rest, "[ ] "), "[x] "), true
		}
	}
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	if digits > 0 && digits < 3 && (strings.HasPrefix(line[digits:], ". ") || strings.HasPrefix(line[digits:], ") ")) {
		return line[digits+2:], true
	}
	return "", false
}

func stepOf(item string) step {
	var s step
	for _, field := range strings.Fields(flat(item)) {
		if word := strings.Join(wordsOf(field), " "); word != "" {
			s.said, s.words = append(s.said, strings.Trim(field, ".,;:")), append(s.words, word)
		}
	}
	return s
}

// like reports whether two steps are one: they begin alike and have most words in common.
func (s step) like(o step) bool {
	return s.words[0] == o.words[0] && float64(len(commonWords(s.words, o.words))) >= sameStep*float64(max(len(s.words), len(o.words)))
}

// commonWords are the places, in both, of the longest run of words that both have in one order.
func commonWords(a, b []string) [][2]int {
	return inOneOrder(len(a), len(b), func(i, j int) bool { return a[i] == b[j] })
}

// inOneOrder is a longest common subsequence, as pairs of places.
func inOneOrder(n, m int, same func(i, j int) bool) [][2]int {
	long := make([][]int, n+1)
	for i := range long {
		long[i] = make([]int, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if same(i, j) {
				long[i][j] = long[i+1][j+1] + 1
			} else {
				long[i][j] = max(long[i+1][j], long[i][j+1])
			}
		}
	}
	var out [][2]int
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case same(i, j):
			out, i, j = append(out, [2]int{i, j}), i+1, j+1
		case long[i+1][j] >= long[i][j+1]:
			i++
		default:
			j++
		}
	}
	return out
}

// sameWay is a workflow and those that are like it, the newest first.
type sameWay struct {
	of    []way
	steps [][]step // of each step that all have: how each of them says it
}

func newWay(w way) *sameWay {
	s := &sameWay{of: []way{w}}
	for _, st := range w.steps {
		s.steps = append(s.steps, []step{st})
	}
	return s
}

// add takes another in, if enough of its steps are those of all so far.
func (s *sameWay) add(w way) bool {
	pairs := inOneOrder(len(s.steps), len(w.steps), func(i, j int) bool { return s.steps[i][0].like(w.steps[j]) })
	if len(pairs) < fewestSteps || float64(len(pairs)) < ofSteps*float64(min(len(s.of[0].steps), len(w.steps))) {
		return false
	}
	var steps [][]step
	for _, p := range pairs {
		steps = append(steps, append(slices.Clone(s.steps[p[0]]), w.steps[p[1]]))
	}
	s.of, s.steps = append(s.of, w), steps
	return true
}

// told writes the way down.
func (s *sameWay) told() pattern {
	var notes []*memory.Note
	for _, w := range slices.Backward(s.of) {
		notes = append(notes, w.note)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "This was done %d times, on different days, with at least these steps, in this order: ", len(notes))
	var dates []string
	for _, note := range notes {
		dates = append(dates, day(note.Captured)+" "+link(note.Slug))
	}
	b.WriteString(together(dates) + ".\n\n")
	var differs []string
	for i, said := range s.steps {
		line, varying := abstract(said)
		fmt.Fprintf(&b, "%d. %s\n", i+1, line)
		if len(varying) > 0 {
			slices.Reverse(varying)
			differs = append(differs, fmt.Sprintf("in step %d %s", i+1, together(varying)))
		}
	}
	if len(differs) > 0 {
		fmt.Fprintf(&b, "\nWhat differed, in the order of time: %s.\n", strings.Join(differs, "; "))
	}
	return pattern{
		kind: memory.Workflow, of: notes, body: b.String(),
		title:  fmt.Sprintf("Done %d times: %s", len(notes), memory.Cut(flat(shown(notes[len(notes)-1])), 60)),
		reason: fmt.Sprintf("%d workflows of different days have the same %s in one order.", len(notes), count(len(s.steps), "step", "steps")),
	}
}

// abstract is a step as all say it, "…" where they differ, and what each says there.
func abstract(said []step) (line string, varying []string) {
	first := said[0]
	kept := make([]bool, len(first.words))
	for i := range kept {
		kept[i] = true
	}
	for _, o := range said[1:] {
		in := make([]bool, len(kept))
		for _, p := range commonWords(first.words, o.words) {
			in[p[0]] = true
		}
		for i := range kept {
			kept[i] = kept[i] && in[i]
		}
	}
	var out []string
	gap := false
	for i, w := range first.said {
		switch {
		case kept[i]:
			out, gap = append(out, inProse(w)), false
		case !gap:
			out, gap = append(out, "…"), true
		}
	}
	common := map[string]bool{}
	for i, w := range first.words {
		common[w] = common[w] || kept[i]
	}
	for _, s := range said {
		var own []string
		for i, w := range s.said {
			if !common[s.words[i]] {
				own = append(own, inProse(w))
			}
		}
		if one := strings.Join(own, " "); one != "" && !slices.Contains(varying, one) {
			varying = append(varying, one)
		}
	}
	if !slices.ContainsFunc(said, func(s step) bool { return len(s.words) > len(first.words) || !slices.Equal(s.words, first.words) }) {
		varying = nil
	}
	return strings.Join(out, " "), varying
}
