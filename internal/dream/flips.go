package dream

import (
	"fmt"
	"slices"
	"strings"

	"mem/internal/memory"
)

// heard bounds how many notes of one word are compared with each other.
const heard = 40

// flips finds preferences that came back: said, then the contrary, then said again in the same
// words. Whoever acts on the last word should know that it was not the first.
func flips(n *night) []pattern {
	var out []pattern
	notes := n.sources(memory.Preference, func(note *memory.Note) bool { return note.Status != memory.Expired })
	inScopes(notes, func(all []*memory.Note) {
		said := make([]string, len(all))
		abreast(len(all), func(_, i int) { said[i] = wordsAsSaid(all[i]) })
		times := map[string]int{} // that the same was said
		for _, s := range said {
			times[s]++
		}
		if len(times) == len(all) {
			return
		}
		near := neighboursOf(all)
		known := map[*memory.Note]Claims{}
		claims := func(note *memory.Note) Claims {
			c, there := known[note]
			if !there {
				c = ClaimsOf(note)
				known[note] = c
			}
			return c
		}
		contrary := func(first, then *memory.Note) bool {
			return then.Captured.After(first.Captured) && (first.SupersededBy == then.Slug && wordsAsSaid(first) != wordsAsSaid(then) || claims(then).Contradict(claims(first)))
		}
		for i := len(all) - 1; i >= 0; i-- {
			last := all[i]
			if now := n.later(last); times[said[i]] == 1 || !n.holds(&now) {
				continue
			}
			chain := []*memory.Note{last} // backwards
			for at := last; len(chain) < mostSources; {
				before := near(at, func(m *memory.Note) bool { return !slices.Contains(chain, m) && contrary(m, at) && n.hushed(m) == "" })
				if before == nil {
					break
				}
				chain, at = append(chain, before), before
			}
			if len(chain) < 3 || wordsAsSaid(chain[0]) != wordsAsSaid(chain[2]) || n.hushed(last) != "" {
				continue
			}
			slices.Reverse(chain)
			out = append(out, flip(chain))
		}
	})
	return largestFirst(out)
}

// wordsAsSaid is what a preference said again has in common with the first time.
func wordsAsSaid(note *memory.Note) string { return strings.Join(wordsOf(note.Body), " ") }

// neighboursOf finds, of the notes with a leading word of one, the newest that a test lets pass.
func neighboursOf(all []*memory.Note) func(*memory.Note, func(*memory.Note) bool) *memory.Note {
	by, leads := map[string][]*memory.Note{}, map[*memory.Note][]string{}
	for _, note := range all {
		words := setOf(wordsOf(memory.Cut(note.Body, comparedLetters)))
		for w := range words {
			by[w] = append(by[w], note)
		}
		leads[note] = leading(words)
	}
	return func(of *memory.Note, pass func(*memory.Note) bool) *memory.Note {
		var best *memory.Note
		for _, w := range leads[of] {
			list := by[w]
			for _, m := range list[max(0, len(list)-heard):] {
				if m != of && pass(m) && (best == nil || m.Captured.After(best.Captured)) {
					best = m
				}
			}
		}
		return best
	}
}

func flip(chain []*memory.Note) pattern {
	first, last := chain[0], chain[len(chain)-1]
	turns := count(len(chain)-1, "time", "times")
	var b strings.Builder
	fmt.Fprintf(&b, "This preference has changed %s since %s. ", turns, day(first.Captured))
	fmt.Fprintf(&b, "What holds since %s is %s. ", day(last.Captured), quote(last))
	for _, note := range slices.Backward(chain[:len(chain)-1]) {
		fmt.Fprintf(&b, "From %s it was %s. ", day(note.Captured), quote(note))
	}
	b.WriteString("It came back to what it had been before.\n")
	return pattern{
		kind: memory.Preference, of: chain, body: b.String(),
		title:  "Changed " + turns + ": " + memory.Cut(flat(shown(last)), 60),
		reason: fmt.Sprintf("A preference has changed %s and come back to what it was.", turns),
	}
}
