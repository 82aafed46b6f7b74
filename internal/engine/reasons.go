package engine

import (
	"fmt"

	"mem/internal/memory"
)

// Reasons is what an answer rests on, or why there is none.
type Reasons struct {
	Words   []WordReason `json:"words"`
	Results []NoteReason `json:"results"` // in the order of the answer; what their scores are made of is in their factors
	Best    NoteReason   `json:"best"`    // the note that has most of the question
	Refused string       `json:"refused"` // why there is no answer, "" when there is one
	Read    int          `json:"read"`    // notes that were ranked
}

// WordReason is a word of the question.
type WordReason struct {
	Word   string  `json:"word"`
	Notes  int     `json:"notes"`  // that have it
	Weight float64 `json:"weight"` // its share in coverage, 0 to 1; 0 for a common word
}

// NoteReason is what a note has of the question.
type NoteReason struct {
	Slug     memory.Slug  `json:"slug"`
	Coverage float64      `json:"coverage"` // the share of the question's weight, 0 to 1
	Needs    float64      `json:"needs"`    // to be an answer
	Words    []WordInNote `json:"words"`
	Lacks    []string     `json:"lacks"` // words that count in coverage
}

// WordInNote is where a note has a word of the question, and how often.
type WordInNote struct {
	Word  string  `json:"word"`
	Part  float64 `json:"part"` // 1: the word itself or its stem; less: parts of an identifier
	Title float64 `json:"title"`
	Names float64 `json:"names"` // aliases, tags, what only the slug says
	Body  float64 `json:"body"`
}

// considered is how many matches are looked through for the best one that the filters admit.
const considered = 50

// reasons explains an answer, or that there is none.
func (s *sight) reasons(a answered, f findings, q *Asked) Reasons {
	out := Reasons{Words: []WordReason{}, Results: []NoteReason{}, Best: NoteReason{Words: []WordInNote{}, Lacks: []string{}}, Read: len(f.found)}
	weights := memory.Weigh(f.Words, f.Corpus, f.weights)
	for _, w := range weights {
		out.Words = append(out.Words, WordReason{Word: w.Text, Notes: w.Docs, Weight: round(w.Weight)})
	}
	var returned []memory.Match
	slugs := map[string]memory.Slug{}
	for _, r := range a.Results {
		returned = append(returned, r.Match)
		slugs[r.Path] = r.Note.Slug
	}
	reasons := map[string]NoteReason{}
	for _, c := range memory.Coverages(f.Words, returned, f.Corpus, f.weights) {
		reasons[c.Path] = noteReason(slugs[c.Path], c, weights)
	}
	for _, r := range a.Results {
		out.Results = append(out.Results, reasons[r.Path])
	}
	all := memory.Coverages(f.Words, f.Matches, f.Corpus, f.weights)
	for _, c := range all[:min(considered, len(all))] {
		if n := s.note(c.Path); n != nil && (q.probe || !isProbe(n)) && q.Admits(n, s.now) {
			out.Best = noteReason(n.Slug, c, weights)
			break
		}
	}
	if a.Abstained {
		out.Refused = refusal(out, f)
	}
	return out
}

func noteReason(slug memory.Slug, c memory.Coverage, words []memory.WordWeight) NoteReason {
	out := NoteReason{Slug: slug, Coverage: round(c.Has), Needs: c.Needs, Words: []WordInNote{}, Lacks: []string{}}
	for i, h := range c.Hits {
		switch {
		case h.Part > 0:
			out.Words = append(out.Words, WordInNote{Word: words[i].Text, Part: round(h.Part), Title: h.Title, Names: h.Names, Body: h.Body})
		case words[i].Weight > 0:
			out.Lacks = append(out.Lacks, words[i].Text)
		}
	}
	return out
}

// refusal says why the best note is no answer.
func refusal(r Reasons, f findings) string {
	switch {
	case len(f.Words) == 0:
		return "the question has no words"
	case len(f.Matches) == 0:
		return "no note that may answer has any of its words"
	case r.Best.Slug == "":
		return "what has words of it is kept out by a filter"
	default:
		return fmt.Sprintf("the best note supports %.0f %% of the question, and needs %.0f %%", 100*r.Best.Coverage, 100*r.Best.Needs)
	}
}
