package dream

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mem/internal/memory"
)

// said is a sentence of a prose with the notes that it is from.
type said struct {
	terms   []term
	sources []memory.Slug
}

// checkProse wants every fact and no other: each sentence names its notes and has no word that
// none of them has; the numbers, names and identifiers of each note stand in the sentences
// that name it, in the note's order; and each "not" and its kind before the word that it
// stood before.
func checkProse(c Prose, text string) error {
	length := len(c.Entity)
	facts := map[memory.Slug]*Passage{}
	for i := range c.Facts {
		facts[c.Facts[i].Note] = &c.Facts[i]
		length += len(c.Facts[i].Title) + len(c.Facts[i].Text) + 2*len(c.Facts[i].Note)
	}
	switch {
	case strings.TrimSpace(text) == "":
		return errNothing
	case len(text) > 2*length+400:
		return errLong
	case !plainProse(text):
		return errNoProse
	}
	all, err := readProse(c.Entity, text)
	if err != nil {
		return err
	}
	for _, s := range all {
		for _, slug := range s.sources {
			if facts[slug] == nil {
				return errInvented
			}
		}
	}
	for i := range c.Facts {
		if !slices.ContainsFunc(all, func(s said) bool { return slices.Contains(s.sources, c.Facts[i].Note) }) {
			return errMissing
		}
	}
	entity := keysOf([][]term{termsOf("of " + c.Entity)})
	for _, s := range all {
		if err := s.onlySays(facts, entity); err != nil {
			return err
		}
	}
	for i := range c.Facts {
		if err := keptBy(all, &c.Facts[i]); err != nil {
			return err
		}
	}
	return sameTurns(all, c.Facts)
}

// plainProse reports whether a text is paragraphs and nothing else.
func plainProse(text string) bool {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.C, r) && r != '\n' }) {
		return false
	}
	for _, mark := range []string{"<", "![", "](", "%%", "```", "~~~", "{{"} {
		if strings.Contains(text, mark) {
			return false
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		number := strings.TrimLeft(line, "0123456789")
		if strings.ContainsAny(line[:min(1, len(line))], "#-*+>|=") || number != line && (strings.HasPrefix(number, ". ") || strings.HasPrefix(number, ") ")) {
			return false
		}
	}
	return true
}

// readProse takes a text apart. What stands behind a full stop, "It rains. [[note]]", belongs
// to the sentence before it; a pronoun at the head of a sentence is the entity.
func readProse(entity, text string) ([]said, error) {
	var out []said
	for _, sentence := range memory.Sentences(text) {
		rest, before, within, ok := uncited(sentence)
		if !ok {
			return nil, errNoProse
		}
		if len(before) > 0 {
			if len(out) == 0 || len(out[len(out)-1].sources) > 0 {
				within = append(before, within...)
			} else {
				out[len(out)-1].sources = before
			}
		}
		first, following, _ := strings.Cut(strings.TrimSpace(rest), " ")
		switch strings.ToLower(first) {
		case "he", "she", "it", "they":
			rest = "of " + entity + " " + following
		}
		t := termsOf(rest)
		if len(t) == 0 && len(within) == 0 {
			continue
		}
		out = append(out, said{t, within})
	}
	if slices.ContainsFunc(out, func(s said) bool { return len(s.sources) == 0 }) {
		return nil, errUncited
	}
	return out, nil
}

// uncited is a sentence without its [[names]], those at its head apart; ok is false where
// brackets are something else.
func uncited(sentence string) (rest string, before, within []memory.Slug, ok bool) {
	var words strings.Builder
	for sentence != "" {
		text, link, found := strings.Cut(sentence, "[[")
		words.WriteString(text + " ")
		if !found {
			break
		}
		name, after, closed := strings.Cut(link, "]]")
		if !closed || strings.ContainsAny(name, "[]|#^\n") {
			return "", nil, nil, false
		}
		if strings.TrimSpace(words.String()) == "" {
			before = append(before, memory.Slug(name))
		} else {
			within = append(within, memory.Slug(name))
		}
		sentence = after
	}
	rest = words.String()
	return rest, before, within, !strings.ContainsAny(rest, "[]")
}

// onlySays wants each word of a sentence in the notes that it names.
func (s said) onlySays(facts map[memory.Slug]*Passage, entity map[string]bool) error {
	known := maps.Clone(entity)
	for _, slug := range s.sources {
		maps.Copy(known, keysOf(terms(facts[slug].body())))
		maps.Copy(known, keysOf(terms(facts[slug].Title)))
	}
	for _, t := range s.terms {
		if !known[t.key] {
			return errNew
		}
	}
	return nil
}

// keptBy wants the marks of a note in the sentences that name it, in the note's order.
func keptBy(all []said, fact *Passage) error {
	var sentences [][]term
	for _, s := range all {
		if slices.Contains(s.sources, fact.Note) {
			sentences = append(sentences, s.terms)
		}
	}
	marks := marksOf(terms(fact.body()), nil)
	among := map[string]bool{}
	for _, key := range marks {
		among[key] = true
	}
	got := marksOf(sentences, among)
	switch {
	case len(got) < len(marks):
		return errLost
	case !slices.Equal(got, marks):
		return errMoved
	}
	return nil
}

// sameTurns compares the words that turn what is said, over all that belongs together: notes
// that one sentence names, and sentences that name one note.
func sameTurns(all []said, facts []Passage) error {
	together := map[memory.Slug]memory.Slug{}
	var root func(memory.Slug) memory.Slug
	root = func(s memory.Slug) memory.Slug {
		if next, ok := together[s]; ok && next != s {
			return root(next)
		}
		return s
	}
	for _, s := range all {
		for _, slug := range s.sources[1:] {
			together[root(slug)] = root(s.sources[0])
		}
	}
	says, meant := map[memory.Slug][][]term{}, map[memory.Slug][][]term{}
	for _, s := range all {
		r := root(s.sources[0])
		says[r] = append(says[r], s.terms)
	}
	for i := range facts {
		r := root(facts[i].Note)
		meant[r] = append(meant[r], terms(facts[i].body())...)
	}
	for r := range meant {
		if !maps.Equal(turns(says[r]), turns(meant[r])) {
			return errChanged
		}
	}
	return nil
}
