package index

// Places finds the words of a question in texts.
type Places struct {
	at  map[string]int // of each term of the question, the number of its word
	all int
	lex lexicon

	first [256]bool // bytes that a word of which something is in at may begin with
}

// NewPlaces prepares to look for the words of a question, as Search has them.
func NewPlaces(question string) *Places {
	words := questionWords(question)
	p := &Places{at: make(map[string]int, len(words)), all: len(words)}
	for i, w := range words {
		p.at[w.term] = i
		for _, c := range []byte{w.term[0], w.text[0]} {
			p.first[c|0x20], p.first[c&^0x20], p.first[c] = true, true, true
		}
	}
	// Words that begin otherwise than what they are a form of: went, ate, v2.6.
	p.first['w'], p.first['W'] = p.first['w'] || p.first['g'], p.first['W'] || p.first['g']
	p.first['a'], p.first['A'] = p.first['a'] || p.first['e'], p.first['A'] || p.first['e']
	p.first['v'], p.first['V'] = true, true
	for c := range p.first {
		if !alpha(byte(c)) {
			p.first[c] = true
		}
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
			if !p.first[t.text[0]] { // most words: they need not be looked into
				n++
				break
			}
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
