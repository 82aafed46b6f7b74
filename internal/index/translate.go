package index

import (
	"slices"

	"github.com/blevesearch/bleve/v2/index/scorch"
)

// present returns the languages that any note has but English. They depend on the notes
// alone, not on what there was before.
func (s *search) present(g *gatherer) (language, error) {
	var out language
	for _, a := range s.overlay {
		out |= a.in
	}
	if g == nil {
		return out, nil
	}
	in, err := languagesIn(g.snap, g.totals, g.removed)
	if out |= in; out == 0 || err != nil {
		return 0, err
	}
	g.in = make([]language, len(g.slots))
	for l := range in.each {
		if err := eachNumber(g.snap, l.label(), fieldLabels, func(n number) { g.in[n] = l }); err != nil {
			return 0, err
		}
	}
	return out, nil
}

// languagesIn returns the languages of the notes of a snapshot without those removed. Where
// no note was ever in another than English, the totals say so at once.
func languagesIn(snap *scorch.IndexSnapshot, sum totals, removed []number) (language, error) {
	var out language
	for l := range sum.languages.each {
		n, err := count(snap, l.label(), fieldLabels)
		if err == nil && n > 0 && len(removed) > 0 {
			err = visit(snap, l.label(), fieldLabels, removed, func(int, posting) { n-- })
		}
		if err != nil {
			return 0, err
		}
		if n > 0 {
			out |= l
		}
	}
	return out, nil
}

// key is a term by which a word is found in notes of some languages.
type key struct {
	term string
	of   language
}

// translate tells the words of a question by what they are found in notes of some languages,
// so that it does not matter in which the question is. The words that say little in the
// question's own, if it is one of these, are common from then on.
func translate(words []asked, question string, in language) {
	if in == 0 {
		return
	}
	own := tell(in, leastAsked, question)
	var usual lexicon
	for i := range words {
		if w := &words[i]; w.word != "" {
			w.common = w.common || own != 0 && own.common(fold(w.word))
			w.keys = nil
		}
	}
	for l := range in.each {
		lex := lexicon{of: l}
		for i := range words {
			if w := &words[i]; w.word != "" {
				w.translate(&usual, &lex)
			}
		}
	}
}

// translate tells by what a word and its parts are found in the language of a lexicon.
func (w *asked) translate(usual, lex *lexicon) {
	forms := lex.forms(w.word)
	if len(forms) != 1 {
		return
	}
	f := forms[0]
	w.key(0, f.term, lex.of)
	if len(w.parts) == 0 {
		return
	}
	plain := usual.forms(w.word)
	if len(plain) != 1 || len(plain[0].parts) != len(f.parts) {
		return // an article is off
	}
	for k, part := range plain[0].parts {
		if i := slices.Index(w.parts, part); i >= 0 {
			w.key(i+1, f.parts[k], lex.of)
		}
	}
}

// key notes that the word, or one of its parts, is found by a term in notes of a language.
func (w *asked) key(at int, term string, in language) {
	if term == "" || w.keys == nil && term == w.terms()[at].term {
		return
	}
	if w.keys == nil {
		for _, k := range w.terms() {
			w.keys = append(w.keys, []key{k})
		}
	}
	for i := range w.keys[at] {
		w.keys[at][i].of &^= in
	}
	for i := range w.keys[at] {
		if w.keys[at][i].term == term {
			w.keys[at][i].of |= in
			return
		}
	}
	w.keys[at] = append(w.keys[at], key{term, in})
}
