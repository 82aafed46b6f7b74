package index

import (
	"math/bits"
	"slices"
	"strings"

	"mem/internal/memory"
)

// analysis is a note as the index sees it. It is the same whether the note is then
// written to the index or searched in memory.
type analysis struct {
	path   string
	sizes  sizes
	words  []said   // each term once
	labels []string // see label
	group  uint32   // see groupOf
	in     language // 0: English, or not clear
	by     *numbering
}

// said is a term with how often the note has it.
type said struct {
	term   string
	number int32 // of the term, by the analysis's numbering
	occurrence
}

// part is a field of a note.
type part uint8

const (
	title part = iota
	names      // aliases and tags, and what only the slug says
	body
	parts // how many there are
)

// numbering gives each term a number, so that terms are counted without a map for each
// note. It grows; a number once given stays.
type numbering struct {
	numbers map[string]int32
	terms   []string // by number
}

// mostTerms bounds a numbering: the analyzer begins another.
const mostTerms = 1 << 17

// analyzer turns notes into terms. One goroutine may use it at a time; the zero value is
// ready.
type analyzer struct {
	lexicon
	others [languages]lexicon // of the notes that are not English
	in     language           // of the note
	by     *numbering
	latest []mention // by number

	note   int32 // counts the notes, from 1
	words  []said
	length [parts]int // in words that are not common
	any    [parts]bool
	aside  *[]string // where terms go instead, when only looked at
}

// mention is where the latest note that has a term has it.
type mention struct{ note, word int32 }

// analyse analyses a note.
func (a *analyzer) analyse(d Doc) *analysis {
	a.begin()
	n := d.Note
	words := n.Words()
	name := n.Title
	if n.TitleGuessed { // the body says it already, and there it is one sentence of many
		name = ""
	}
	a.in = tell(everyLanguage, leastGrammar, words, name)
	a.text(title, name)
	for _, s := range n.Aliases {
		a.text(names, s)
	}
	for _, s := range n.Tags {
		a.text(names, s)
	}
	a.text(body, words)
	a.slug(string(memory.Stem(d.path())))
	out := &analysis{path: d.path(), sizes: a.sizes(), words: slices.Clone(a.words), labels: labels(n), group: groupOf(n), in: a.in, by: a.by}
	if a.in != 0 {
		out.labels = append(out.labels, a.in.label())
	}
	return out
}

func (a *analyzer) begin() {
	if a.by == nil || len(a.by.terms) > mostTerms {
		next := &numbering{}
		if a.by != nil { // it is in use elsewhere still
			next.terms = make([]string, 0, len(a.by.terms))
		}
		next.numbers = make(map[string]int32, cap(next.terms))
		a.by, a.latest, a.note = next, a.latest[:0], 0
	}
	a.note++
	a.in = 0
	a.words, a.length, a.any = a.words[:0], [parts]int{}, [parts]bool{}
}

// slug adds those words of the slug that nothing else in the note says, unless the note
// says most of them: then the slug was made from its text, and what it says besides is a
// word that has been edited away since.
func (a *analyzer) slug(slug string) {
	told, pieces := 0, strings.Split(slug, "-")
	for _, piece := range pieces {
		if slices.ContainsFunc(a.look(piece), a.says) {
			told++
		}
	}
	if 2*told >= len(pieces) {
		return
	}
	for _, term := range slices.DeleteFunc(a.look(slug), a.says) {
		a.add(names, term)
	}
	a.length[names]++
}

// look returns the terms of a text without adding them.
func (a *analyzer) look(text string) []string {
	var terms []string
	length := a.length
	a.aside = &terms
	a.text(names, text)
	a.aside, a.length = nil, length
	return terms
}

// says reports whether the note has a term.
func (a *analyzer) says(term string) bool {
	n, known := a.by.numbers[term]
	return known && a.latest[n].note == a.note
}

// lex returns the lexicon of the note's language.
func (a *analyzer) lex() *lexicon {
	if a.in == 0 {
		return &a.lexicon
	}
	l := &a.others[bits.TrailingZeros8(uint8(a.in))]
	l.of = a.in
	return l
}

// text adds the terms of a text.
func (a *analyzer) text(p part, text string) {
	lex := a.lex()
	scan(normal(text), func(t token) bool {
		switch t.kind {
		case word:
			for _, f := range lex.forms(t.text) {
				a.form(p, f)
			}
		case wide:
			pairs := bigrams(t.text)
			a.length[p] += len(pairs)
			for _, pair := range pairs {
				a.add(p, pair)
			}
			for _, u := range unigrams(t.text) {
				a.add(p, u)
			}
		case symbol:
			a.add(p, fold(t.text))
			a.length[p]++
		}
		return true
	})
}

// form adds a word in all its forms, each term once. The parts of an identifier occur, so
// that they are found, but the identifier is one word of the length.
func (a *analyzer) form(p part, f form) {
	a.add(p, f.term)
	if !f.common {
		a.length[p]++
	}
	for i, term := range f.also {
		if term != f.term && !slices.Contains(f.also[:i], term) {
			a.add(p, term)
		}
	}
	for i, term := range f.parts {
		if term != f.term && !slices.Contains(f.also, term) && !slices.Contains(f.parts[:i], term) {
			a.add(p, term)
		}
	}
}

func (a *analyzer) add(p part, term string) {
	switch {
	case term == "":
		return
	case a.aside != nil:
		*a.aside = append(*a.aside, term)
		return
	}
	n, known := a.by.numbers[term]
	if !known {
		term = strings.Clone(term) // it may be a piece of the note's text, which is to go
		n = int32(len(a.by.terms))
		a.by.numbers[term] = n
		a.by.terms = append(a.by.terms, term)
		a.latest = append(a.latest, mention{})
	}
	m := &a.latest[n]
	if m.note != a.note {
		*m = mention{a.note, int32(len(a.words))}
		a.words = append(a.words, said{term: a.by.terms[n], number: n})
	}
	o := &a.words[m.word].occurrence
	switch p {
	case title:
		o.title = min(o.title+1, mostNamed)
	case names:
		o.names = min(o.names+1, mostNamed)
	case body:
		o.body = min(o.body+1, mostSaid)
	}
	a.any[p] = true
}

// longestField bounds the length of a field, in words.
const longestField = 1 << 21

// sizes are the lengths that ranking sees: a field that has words at all has length 1 at
// least, even if all of them are common.
func (a *analyzer) sizes() sizes {
	of := func(p part, most int) int32 {
		if !a.any[p] {
			return 0
		}
		return int32(min(max(a.length[p], 1), most))
	}
	return sizes{of(title, longestName), of(names, longestName), of(body, longestField)}
}

// Labels are the terms of the filters. Each kind of label has its own first letter.
func labels(n *memory.Note) []string {
	out := []string{label('s', string(n.Status)), label('y', string(n.Type)), label('c', n.Scope)}
	if n.Scope != "" {
		out = append(out, scoped)
	}
	for _, t := range n.Tags {
		out = append(out, tagLabel(t))
	}
	return out
}

// scoped is the label of every note that has a scope.
const scoped = "C"

func label(kind byte, value string) string { return clip(string(kind) + value) }

// tagLabel folds a tag as memory.Query compares tags: without # and case.
func tagLabel(tag string) string {
	tag = strings.TrimPrefix(strings.TrimSpace(tag), "#")
	return label('t', strings.ToLower(strings.ToUpper(strings.ToValidUTF8(tag, ""))))
}
