package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// questions are what is asked of a corpus; each has at least one note that answers it.
type questions struct {
	Plain [][]string `json:"plain"` // three words that many notes have: one in 500 to one in 50
	Rare  [][]string `json:"rare"`  // three words that few notes have, but more than one
}

// sentence makes of a plain question's words what somebody would type.
func sentence(words []string) string {
	return fmt.Sprintf("how do we %s the %s with %s", words[0], words[1], words[2])
}

const askedQuestions = 40

// frequency counts in how many notes the word of each rank stands.
type frequency []int32

func (f frequency) add(ranks []int) {
	for _, r := range distinct(ranks) {
		f[r]++
	}
}

// ask draws questions from notes that are spread over the whole corpus.
func (c *corpus) ask(df frequency) questions {
	var q questions
	for i := 0; i < c.notes && (len(q.Plain) < askedQuestions || len(q.Rare) < askedQuestions); i++ {
		n := c.note(i*7919%c.notes, "active") // 7919 is prime: every note once
		words := slices.DeleteFunc(distinct(n.ranks), func(r int) bool { return r < c.words.function || df[r] < 2 })
		slices.SortStableFunc(words, func(a, b int) int { return cmp.Compare(df[a], df[b]) })
		if len(words) >= 3 && int(df[words[2]]) <= max(4, c.notes/2000) && len(q.Rare) < askedQuestions {
			q.Rare = append(q.Rare, c.spell(words[:3]))
		}
		words = slices.DeleteFunc(words, func(r int) bool { return int(df[r]) < c.notes/500 || int(df[r]) > c.notes/50 })
		if len(words) >= 3 && len(q.Plain) < askedQuestions {
			q.Plain = append(q.Plain, c.spell(words[:3]))
		}
	}
	return q
}

func (c *corpus) spell(ranks []int) []string {
	out := make([]string, len(ranks))
	for i, r := range ranks {
		out[i] = c.words.word(r)
	}
	return out
}

func distinct(ranks []int) []int {
	out := slices.Clone(ranks)
	slices.Sort(out)
	return slices.Compact(out)
}

// anyOf is the words as the alternatives of a pattern of rg and grep -E.
func anyOf(words []string) string { return strings.Join(words, "|") }
