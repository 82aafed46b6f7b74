package index

import (
	"slices"
	"strings"

	"mem/internal/memory"
)

// bag is a field of a note as terms: how often each occurs, and the length of the field
// in words that are not common. The parts of an identifier occur, so that they are found,
// but the identifier is one word of the length.
type bag struct {
	freq   map[string]int
	length int
}

// analysis is a note as the index sees it. It is the same whether the note is then
// written to the index or searched in memory.
type analysis struct {
	path   string
	title  bag
	names  bag // aliases and tags, and what only the slug says
	body   bag
	labels []string // see label
}

// analyzer turns notes into terms. One goroutine may use it at a time.
type analyzer struct{ lexicon }

// note analyses a note.
func (a *analyzer) note(d Doc) *analysis {
	n := d.Note
	out := &analysis{path: d.path(), labels: labels(n)}
	a.text(&out.title, n.Title)
	for _, s := range n.Aliases {
		a.text(&out.names, s)
	}
	for _, s := range n.Tags {
		a.text(&out.names, s)
	}
	a.text(&out.body, n.Body)
	a.slug(out)
	return out
}

// slug adds those words of the slug that nothing else in the note says, unless the note
// says most of them: then the slug was made from its text, and what it says besides is a
// word that has been edited away since.
func (a *analyzer) slug(out *analysis) {
	said, parts := 0, strings.Split(string(memory.Stem(out.path)), "-")
	for _, part := range parts {
		var b bag
		a.text(&b, part)
		for term := range b.freq {
			if out.says(term) {
				said++
				break
			}
		}
	}
	if 2*said >= len(parts) {
		return
	}
	var b bag
	a.text(&b, string(memory.Stem(out.path)))
	for term, n := range b.freq {
		if !out.says(term) {
			out.names.add(term, n)
		}
	}
	out.names.length++
}

func (a *analysis) says(term string) bool {
	return a.title.freq[term]+a.names.freq[term]+a.body.freq[term] > 0
}

// text adds the terms of a text to a bag.
func (a *analyzer) text(b *bag, text string) {
	scan(normal(text), func(t token) bool {
		switch t.kind {
		case word:
			for _, f := range a.forms(t.text) {
				b.form(f)
			}
		case wide:
			pairs := bigrams(t.text)
			b.length += len(pairs)
			for _, p := range pairs {
				b.add(p, 1)
			}
			for _, u := range unigrams(t.text) {
				b.add(u, 1)
			}
		case symbol:
			b.add(fold(t.text), 1)
			b.length++
		}
		return true
	})
}

// form adds a word in all its forms, each term once.
func (b *bag) form(f form) {
	b.add(f.term, 1)
	if !f.common {
		b.length++
	}
	for i, term := range f.also {
		if term != f.term && !slices.Contains(f.also[:i], term) {
			b.add(term, 1)
		}
	}
	for i, term := range f.parts {
		if term != f.term && !slices.Contains(f.also, term) && !slices.Contains(f.parts[:i], term) {
			b.add(term, 1)
		}
	}
}

func (b *bag) add(term string, n int) {
	if term == "" {
		return
	}
	if b.freq == nil {
		b.freq = make(map[string]int)
	}
	b.freq[term] += n
}

// longestField bounds the length of a field, in words.
const longestField = 1 << 21

// size is the length that ranking sees: a field that has words at all has length 1 at
// least, even if all of them are common.
func (b *bag) size() int {
	if len(b.freq) == 0 {
		return 0
	}
	return min(max(b.length, 1), longestField)
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
