package dream

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"mem/internal/memory"
	"mem/internal/naming"
)

// What an entity's note has room for: a page that is read in a minute.
const (
	mostTold      = 24  // facts
	mostChanges   = 8   // of what was said once, the latest
	mostDisputes  = 5   // pairs
	wholeNote     = 280 // letters of a note that is told as a whole
	longestTold   = 400 // letters of a sentence that is told
	mostSentences = 2   // of a note that is told in part
	paragraph     = 6   // facts in one
)

// writing is an entity's note as it is to be, and the notes that its text rests on.
type writing struct {
	memory.Note
	facts   int
	told    []*memory.Note
	rules   byRules
	state   string // the text of the rules and what stands below: by it a decision is known
	witness string // of a model whose words the text is in
}

// write makes the note of an entity from its facts: the same facts, the same bytes.
func (n *night) write(g *entities, e *entity, facts []*memory.Note) writing {
	name := e.name(g.census)
	w := writing{facts: len(facts), Note: memory.Note{
		Type: memory.Entity, Status: memory.Active, Captured: e.birth(), Updated: latest(facts), Title: name,
		Aliases: e.aliases(name), Scope: e.scope, Importance: memory.DefaultImportance, Actor: memory.Dreamer,
	}}
	for _, f := range facts[max(0, len(facts)-mostFacts):] {
		w.DerivedFrom = append(w.DerivedFrom, f.Slug)
	}
	t := teller{night: n, names: append([]string{name}, w.Aliases...), words: g.words, entity: e}
	told := slices.DeleteFunc(t.choose(facts), func(f told) bool { return n.hushed(f.note) != "" })
	t.opening(name, w.Aliases, facts)
	head := t.Len()
	t.known(told)
	tail := t.Len()
	if more := len(facts) - len(told); more > 0 {
		t.paragraph("%s %s.", count(more, "more note names", "more notes name"), quoted(name))
	}
	t.changes()
	t.disputes(told)
	t.outside(name)
	text := t.String()
	w.rules = byRules{text: text, head: text[:head], tail: text[tail:]}
	for _, f := range told {
		w.rules.facts = append(w.rules.facts, Passage{Note: f.note.Slug, Text: asWritten(f.text)})
	}
	w.Body, w.told = memory.Seal(text), t.rests
	w.state = w.Body
	return w
}

// teller writes the text of an entity's note.
type teller struct {
	*night
	strings.Builder
	names  []string // all spellings
	words  *naming.Vocabulary
	entity *entity
	rests  []*memory.Note
}

// told is a note with what is told of it.
type told struct {
	note *memory.Note
	text string
}

func (t *teller) paragraph(format string, args ...any) {
	if t.Len() > 0 {
		t.WriteString("\n")
	}
	fmt.Fprintf(t, format+"\n", args...)
}

// opening says who is meant, and how much is known.
func (t *teller) opening(name string, aliases []string, facts []*memory.Note) {
	also := ""
	if len(aliases) > 0 {
		also = alsoCalled + series(aliases)
	}
	first, last := dayOf(facts[0]), dayOf(facts[len(facts)-1])
	when := fmt.Sprintf("from %s to %s", first, last)
	if first == last {
		when = "all of " + first
		if len(facts) == 1 {
			when = "of " + first
		}
	}
	t.paragraph("%s of %s%s: %s.", count(len(facts), "note tells", "notes tell"), quoted(name), also, when)
}

// alsoCalled stands before the other names in the first line, from which they are read again.
const alsoCalled = ", also called "

// listedNames are the names that the first line of a text gives.
func listedNames(text string) []string {
	line, _, _ := strings.Cut(text, "\n")
	_, names, found := strings.Cut(line, alsoCalled)
	if !found {
		return nil
	}
	names = names[:max(strings.LastIndex(names, ": "), 0)]
	var out []string
	for _, s := range strings.Split(strings.ReplaceAll(names, " and ", ", "), ", ") {
		out = append(out, strings.ReplaceAll(s, "\\", ""))
	}
	return out
}

// series joins names: "Ada, @ada and Ada King".
func series(names []string) string {
	out := make([]string, len(names))
	for i, s := range names {
		out[i] = quoted(s)
	}
	if len(out) == 1 {
		return out[0]
	}
	return strings.Join(out[:len(out)-1], ", ") + " and " + out[len(out)-1]
}

// known tells facts in order of time, some together, each with its source.
func (t *teller) known(facts []told) {
	for len(facts) > 0 {
		size := 1
		for size < min(paragraph, len(facts)) && (size < paragraph/2 || month(facts[size]) == month(facts[size-1])) {
			size++
		}
		if left := len(facts) - size; left <= paragraph/3 && month(facts[size-1]) == month(facts[len(facts)-1]) {
			size = len(facts)
		}
		var b strings.Builder
		for _, f := range facts[:size] {
			fmt.Fprintf(&b, " %s %s", f.text, link(f.note.Slug))
			t.rests = append(t.rests, f.note)
		}
		t.paragraph("Noted %s:%s", period(facts[0].note.Captured, facts[size-1].note.Captured), b.String())
		facts = facts[size:]
	}
}

func month(f told) string { return f.note.Captured.UTC().Format("2006-01") }

func dayOf(n *memory.Note) string { return n.Captured.UTC().Format(time.DateOnly) }

// period tells from when to when, by months.
func period(from, to time.Time) string {
	from, to = from.UTC(), to.UTC()
	a, b := from.Format("January 2006"), to.Format("January 2006")
	switch {
	case a == b:
		return "in " + b
	case from.Year() == to.Year():
		return "from " + from.Format("January") + " to " + b
	default:
		return "from " + a + " to " + b
	}
}

// changes tells what was said once and was replaced, in order of time.
func (t *teller) changes() {
	var lines []string
	for _, old := range t.entity.notes {
		now := t.later(old)
		by := t.bySlug[now.SupersededBy]
		if now.Status != memory.Superseded || len(by) != 1 || by[0].Scope != old.Scope && by[0].Scope != "" || samenessOf(by[0], old) != otherwise {
			continue
		}
		text := t.text(old)
		until := by[0].Captured
		if !now.ValidUntil.IsZero() {
			until = now.ValidUntil
		}
		if text == "" || t.hushed(old) != "" {
			continue
		}
		lines = append(lines, fmt.Sprintf("Until %s: %s %s Since then: %s.", until.UTC().Format(time.DateOnly), text, link(old.Slug), link(by[0].Slug)))
		t.rests = append(t.rests, old)
	}
	if lines = lines[max(0, len(lines)-mostChanges):]; len(lines) > 0 {
		t.paragraph("What changed. %s", strings.Join(lines, " "))
	}
}

// disputes tells which of the facts told cannot hold both.
func (t *teller) disputes(facts []told) {
	var lines []string
	claims := make([]Claims, len(facts))
	for i := range facts {
		claims[i] = ClaimsOf(facts[i].note)
	}
	for i := range facts {
		for j := i + 1; j < len(facts) && len(lines) < mostDisputes; j++ {
			if claims[i].Contradict(claims[j]) {
				lines = append(lines, fmt.Sprintf("%s %s But: %s %s", facts[i].text, link(facts[i].note.Slug), facts[j].text, link(facts[j].note.Slug)))
			}
		}
	}
	if len(lines) > 0 {
		t.paragraph("In dispute. %s", strings.Join(lines, " "))
	}
}

// outside names what came from outside. Nothing of it is told: a stranger's words must not
// become mem's own.
func (t *teller) outside(name string) {
	if n := len(t.entity.outside); n > 0 {
		var slugs []memory.Slug
		for _, note := range t.entity.outside {
			slugs = append(slugs, note.Slug)
		}
		slices.Sort(slugs)
		t.paragraph("Not told here, because it came from outside: %s.", some(slugs))
	}
}

// text is what a note says of the entity, in its own words: the whole of a short one, else the
// sentences that name it. Nothing is cut within a sentence; "" when none can be told.
func (t *teller) text(n *memory.Note) string {
	var all, naming []string
	plain := true
	for _, s := range memory.Sentences(n.Body) {
		s = strings.TrimSpace(s)
		if s == "" {
			continue
		}
		if strings.ContainsRune("#>|", rune(s[0])) || strings.HasPrefix(s, "```") || strings.HasPrefix(s, "~~~") || strings.HasPrefix(s, "---") {
			plain = false
			continue
		}
		s = unlisted(s)
		all = append(all, s)
		if t.namedIn(s) {
			naming = append(naming, s)
		}
	}
	joined := strings.Join(all, " ")
	if plain && utf8.RuneCountInString(joined) <= wholeNote {
		return finished(joined)
	}
	if len(naming) == 0 && len(all) > 0 {
		naming = all[:1]
	}
	out := ""
	for _, s := range naming[:min(mostSentences, len(naming))] {
		if s = finished(s); s != "" && utf8.RuneCountInString(out)+utf8.RuneCountInString(s) <= longestTold {
			out = strings.TrimSpace(out + " " + s)
		}
	}
	return out
}

// unlisted is a sentence without the mark of a list's item.
func unlisted(s string) string {
	for _, mark := range []string{"- [ ] ", "- [x] ", "- ", "* ", "+ "} {
		if rest, ok := strings.CutPrefix(s, mark); ok {
			return strings.TrimSpace(rest)
		}
	}
	return s
}

// namedIn reports whether a sentence has one of the entity's names.
func (t *teller) namedIn(s string) bool {
	for _, name := range t.names {
		for rest := s; ; {
			at := strings.Index(rest, name)
			if at < 0 {
				break
			}
			before, _ := utf8.DecodeLastRuneInString(rest[:at])
			after, _ := utf8.DecodeRuneInString(rest[at+len(name):])
			if !alphanumeric(before) && !alphanumeric(after) {
				return true
			}
			rest = rest[at+len(name):]
		}
	}
	return strings.Contains(s, "[["+string(t.entity.key))
}

func alphanumeric(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana)
}

// finished is a text in one line that ends like a sentence and cannot be read as markup; ""
// for one that only leads to something else, or has code without an end.
func finished(s string) string {
	s = flat(s)
	if s == "" || strings.HasSuffix(s, ":") || !memory.HasWords(s) || strings.Count(s, "`")%2 == 1 || strings.Contains(s, "``") {
		return ""
	}
	bare := strings.TrimRight(s, "\"')]}”’»」』*_`")
	if last, _ := utf8.DecodeLastRuneInString(bare); !strings.ContainsRune(".!?…。！？", last) {
		s += "."
	}
	return quoted(s)
}
