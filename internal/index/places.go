package index

// Places finds the words of a question in texts.
type Places struct {
	at  map[string]int // of each term of the question, the number of its word
	all int
	lex lexicon
}

// NewPlaces prepares to look for the words of a question, as Search has them.
func NewPlaces(question string) *Places {
	words := questionWords(question)
	p := &Places{at: make(map[string]int, len(words)), all: len(words)}
	for i, w := range words {
		p.at[w.term] = i
	}
	return p
}

// mostPlaced bounds how far a text is looked through, in words.
const mostPlaced = 2000

// In returns for each word of the question where it stands in a text, in words from its
// beginning, ascending. Parts of identifiers do not count.
func (p *Places) In(text string) [][]int {
	out := make([][]int, p.all)
	n := 0
	note := func(term string) {
		if i, ok := p.at[term]; ok {
			out[i] = append(out[i], n)
		}
	}
	scan(normal(text), func(t token) bool {
		switch t.kind {
		case word:
			for _, f := range p.lex.forms(t.text) {
				note(f.term)
			}
			n++
		case wide:
			for _, pair := range bigrams(t.text) {
				note(pair)
				n++
			}
		default:
			note(fold(t.text))
			n++
		}
		return n < mostPlaced
	})
	return out
}
