package naming

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mem/internal/memory"
)

// minedLetters is how much of a note is read for names; what is longer is a document.
const minedLetters = 4000

// Phrase is a run of words with capitals, as it stands in a sentence.
type Phrase struct {
	words   []string
	first   bool // it begins the sentence, where every word has a capital
	acting  bool // a verb follows
	article bool // "the", "our" or the like stands before it
	label   bool // a colon follows: "Date: Monday"
	german  bool // in a language that gives every noun a capital
}

func (p *Phrase) String() string { return strings.Join(p.words, " ") }

// usage is how a vault writes a word.
type usage struct {
	alone   int // with one, inside a sentence, by itself
	joined  int // the same, beside another such word
	first   int // at the beginning of a sentence
	acting  int // of these, before a verb
	article int // of those alone, behind an article
}

// Vocabulary is what is known of the words of a vault.
type Vocabulary struct {
	words    map[string]*usage // by the word in lower case
	small    map[uint64]int32  // how often a word stands without a capital, by what hash makes of it
	whole    map[string]int    // phrases inside a sentence, in lower case
	leading  map[string]int    // the same at the beginning of one
	ordinary map[string]bool
	common   map[string]bool
	houses   map[string]bool
	declared map[string]bool // names that somebody has said to be ones, in lower case
	lexed    []lexed         // of one sentence, used again for the next
}

// New returns a vocabulary that knows no vault yet.
func New() *Vocabulary {
	return &Vocabulary{
		words: map[string]*usage{}, small: map[uint64]int32{}, whole: map[string]int{}, leading: map[string]int{}, declared: map[string]bool{},
		ordinary: listed(ordinaryWords), common: listed(commonNames), houses: listed(houseWords),
	}
}

func listed(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

func (v *Vocabulary) of(word string) *usage {
	key := strings.ToLower(word)
	u := v.words[key]
	if u == nil {
		u = &usage{}
		v.words[strings.Clone(key)] = u // else the whole text stays for its sake
	}
	return u
}

// Declare says what names there are, as memory.Entities finds them: "@sam-okafor",
// "project/big-gate", "[[sam-okafor]]".
func (v *Vocabulary) Declare(entities []string) {
	for _, name := range entities {
		name = strings.TrimPrefix(strings.Trim(name, "@[]"), "project/")
		parts := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("-_. ", r) })
		v.declared[strings.Join(parts, " ")] = true
	}
}

// hash is of a word in lower case, by FNV-1a for 64 bits (Fowler, Noll, Vo). Most words of a vault are
// only counted, and a number is counted sooner than a text.
func hash(word string) uint64 {
	sum := uint64(14695981039346656037)
	for i := 0; i < len(word); i++ {
		c := word[i]
		switch {
		case c >= utf8.RuneSelf:
			if lower := strings.ToLower(word); lower != word {
				return hash(lower)
			}
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		}
		sum = (sum ^ uint64(c)) * 1099511628211
	}
	return sum
}

// known is the usage of a word that need not have been read.
func (v *Vocabulary) known(word string) usage {
	if u := v.words[strings.ToLower(word)]; u != nil {
		return *u
	}
	return usage{}
}

// Join adds what another vocabulary has learnt.
func (v *Vocabulary) Join(o *Vocabulary) {
	for word, more := range o.words {
		u := v.words[word]
		if u == nil {
			v.words[word] = more
			continue
		}
		u.alone, u.joined = u.alone+more.alone, u.joined+more.joined
		u.first, u.acting, u.article = u.first+more.first, u.acting+more.acting, u.article+more.article
	}
	for phrase, n := range o.whole {
		v.whole[phrase] += n
	}
	for phrase, n := range o.leading {
		v.leading[phrase] += n
	}
	for word, n := range o.small {
		v.small[word] += n
	}
	maps.Copy(v.declared, o.declared)
}

// Read returns the phrases of a note, and remembers how it writes its words if learn says so.
// The title is one that somebody gave it, "" when there is none.
func (v *Vocabulary) Read(title, body string, learn bool) []Phrase {
	text := memory.Uncoded(memory.Cut(body, minedLetters))
	german := isGerman(text)
	out := v.sentence(title, german, learn)
	for _, sentence := range memory.Sentences(text) {
		out = append(out, v.sentence(sentence, german, learn)...)
	}
	return out
}

// sentence reads one sentence. Headings, tables and quotations are not read, nor what is
// written as a heading, most words with a capital and no full stop.
func (v *Vocabulary) sentence(text string, german, learn bool) []Phrase {
	text = item(strings.TrimSpace(text))
	if text == "" || strings.ContainsRune("#|>", rune(text[0])) {
		return nil
	}
	v.lexed = lex(text, v.lexed[:0])
	words := v.lexed
	capitals, letters := 0, 0
	for _, w := range words {
		if w.text != "" {
			letters++
			if w.capital {
				capitals++
			}
		}
	}
	if letters >= 4 && capitals*3 >= letters*2 && !wide(text) && !strings.ContainsAny(text[len(text)-1:], ".!?") {
		return nil
	}
	var out []Phrase
	before := ""
	for i := 0; i < len(words); i++ {
		w := words[i]
		if !w.capital {
			if before = w.text; w.text != "" && learn {
				v.small[hash(w.text)]++
			}
			continue
		}
		end := i + 1
		for end < len(words) && !words[end-1].last && !words[end].opens {
			next := end
			for next-end < 2 && next+1 < len(words) && particle(words[next].text) && !words[next].last && !words[next+1].opens { // van der
				next++
			}
			if !words[next].capital {
				break
			}
			end = next + 1
		}
		p := Phrase{first: w.first, article: !w.opens && article(before), label: words[end-1].label, german: german}
		for _, x := range words[i:end] {
			p.words = append(p.words, x.text)
		}
		if german {
			p.words[len(p.words)-1] = uncompounded(p.words[len(p.words)-1])
		}
		p.acting = end < len(words) && !words[end-1].last && !words[end].opens && v.verb(words[end].text)
		v.trim(&p)
		if len(p.words) > 0 {
			if learn && !p.label {
				v.note(&p)
			}
			out = append(out, p)
		}
		before, i = "", end-1
	}
	return out
}

// item takes the mark of a list from before what an item says, which begins a sentence.
func item(text string) string {
	rest := strings.TrimLeft(text, "0123456789")
	if n := len(text) - len(rest); n > 0 && n < 4 && (strings.HasPrefix(rest, ". ") || strings.HasPrefix(rest, ") ")) {
		return strings.TrimLeft(rest[2:], " ")
	}
	return text
}

// trim takes off the words that have a capital for another reason than being a name.
func (v *Vocabulary) trim(p *Phrase) {
	for len(p.words) > 0 && v.ordinary[strings.ToLower(p.words[0])] {
		p.words, p.first, p.article = p.words[1:], false, false
	}
	for len(p.words) > 0 && v.ordinary[strings.ToLower(p.words[len(p.words)-1])] {
		p.words, p.acting = p.words[:len(p.words)-1], false
	}
}

// note counts a phrase.
func (v *Vocabulary) note(p *Phrase) {
	if p.first {
		u := v.of(p.words[0])
		u.first++
		if p.acting && len(p.words) == 1 {
			u.acting++
		}
		v.leading[strings.ToLower(p.String())]++
		return
	}
	if p.german && len(p.words) == 1 {
		return
	}
	v.whole[strings.ToLower(p.String())]++
	for _, w := range p.words {
		u := v.of(w)
		if len(p.words) > 1 {
			u.joined++
			continue
		}
		u.alone++
		if p.article {
			u.article++
		}
	}
}

// Name returns what a phrase names, "" for nothing. It is asked when every note has been read, and may
// then be asked from several goroutines.
func (v *Vocabulary) Name(p Phrase) string {
	if p.label && v.whole[strings.ToLower(p.String())] == 0 {
		return ""
	}
	if p.first && len(p.words) > 1 && v.begins(p.words) {
		p.words, p.first = p.words[1:], false
	}
	if slices.ContainsFunc(p.words, func(w string) bool { return v.ordinary[strings.ToLower(w)] }) {
		return ""
	}
	switch {
	case len(p.words) == 0, len(p.words) > 5, particle(p.words[0]):
		return ""
	case len(p.words) == 1:
		if !v.alone(p.words[0]) {
			return ""
		}
	case !slices.ContainsFunc(p.words, spelled):
		return "" // capitals alone: abbreviations
	}
	return p.String()
}

// Ordinary reports whether a word is one of those that stand in every text.
func (v *Vocabulary) Ordinary(word string) bool { return v.ordinary[word] }

// Parts returns the first and the last of a person's names; not ok for what is no person's,
// because it is one word, or ends in a word of the language or in one for a house or a place.
func (v *Vocabulary) Parts(name string) (first, last string, ok bool) {
	all := strings.Fields(name)
	if len(all) < 2 {
		return "", "", false
	}
	if end := strings.ToLower(all[len(all)-1]); v.houses[end] || v.small[hash(end)] > 0 {
		return "", "", false
	}
	return all[0], all[len(all)-1], true
}

// begins reports whether the first word of a phrase has its capital from the sentence alone.
func (v *Vocabulary) begins(words []string) bool {
	if full := strings.ToLower(strings.Join(words, " ")); v.declared[full] || v.whole[full] > 0 {
		return false
	}
	tail := strings.ToLower(strings.Join(words[1:], " "))
	u, small, second := v.known(words[0]), int(v.small[hash(words[0])]), v.known(words[1])
	switch {
	case len(words) > 2 && v.whole[tail]+v.leading[tail] > 0:
		return true
	case small > 0: // unless somebody once wrote the name without its capital: "sam Okafor"
		return rarely*small > u.first || second.alone > small
	default:
		return u.alone+u.joined == 0 && (strings.HasSuffix(words[0], "ed") || strings.HasSuffix(words[0], "ing")) && second.alone > 0
	}
}

// rarely is how many times a name has its capital for each time that it has none.
const rarely = 10

// alone reports whether a single word is a name.
func (v *Vocabulary) alone(word string) bool {
	key := strings.ToLower(word)
	u := v.words[key]
	if u == nil || v.common[key] || !spelled(word) || utf8.RuneCountInString(word) < 2 || rarely*int(v.small[hash(key)]) > u.alone+u.joined {
		return false
	}
	if u.alone > 0 {
		return 2*u.article < u.alone
	}
	return u.joined == 0 && u.acting >= 3 && 2*u.acting >= u.first && !strings.HasSuffix(key, "ing") && (len(key) < 6 || !strings.HasSuffix(key, "ed"))
}

// spelled reports whether a word is written as names are: Ada, O'Brien, McNeil, Jean-Luc, not
// as abbreviations, trade names and identifiers are: API, OpenSSL, K8s.
func spelled(word string) bool {
	for _, lead := range []string{"Mc", "Mac", "De", "Di", "La", "Le", "Van", "Fitz"} {
		if rest, ok := strings.CutPrefix(word, lead); ok {
			if r, _ := utf8.DecodeRuneInString(rest); unicode.IsUpper(r) {
				word = rest
				break
			}
		}
	}
	lower, before := false, '-'
	for _, r := range word {
		switch {
		case unicode.IsDigit(r), unicode.IsUpper(r) && before != '-' && before != '\'' && before != '’':
			return false
		case unicode.IsLower(r):
			lower = true
		}
		before = r
	}
	return lower
}

// uncompounded takes the noun from what German joins to a name: "Atlas-Projekt".
func uncompounded(word string) string {
	if at := strings.LastIndexByte(word, '-'); at > 0 {
		if r, _ := utf8.DecodeRuneInString(word[at+1:]); unicode.IsUpper(r) {
			return word[:at]
		}
	}
	return word
}
