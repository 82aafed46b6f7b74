package dream

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"mem/internal/memory"
)

// lexeme is a word of a text, as copies are compared by it.
type lexeme struct {
	raw    string // as it is written, without the marks around it
	fold   string // in lower case, apostrophes left out
	exact  bool   // a number, an identifier, a path, code, a symbol: compared letter by letter
	code   bool   // between backticks or fences
	glued  bool   // a hyphen ties it to the one before
	joint  int    // where its apostrophe stands, from 1; 0 = it has none
	paused bool   // a mark, or the end of the text, follows
	ends   bool   // its sentence ends here
	asks   bool   // with a question mark
}

// lexemesOf reads a text as a row of words. White space, quotation marks, brackets, emphasis and
// bullets between words are gone; a mark inside a number, a name of code or a path stays, as
// does each line between fences.
func lexemesOf(text string) []lexeme {
	var r reader
	fenced := false
	for _, line := range strings.Split(halfWidth(norm.NFC.String(memory.Canonical(text))), "\n") {
		switch fence := strings.HasPrefix(strings.TrimSpace(line), "```"); {
		case fence:
			fenced = !fenced
			r.code("```")
		case fenced:
			r.code(line)
		default:
			r.line(line)
		}
	}
	if n := len(r.terms); n > 0 {
		r.terms[n-1].paused, r.terms[n-1].ends = true, true
	}
	return r.terms
}

// halfWidth makes the wide forms of ASCII narrow, and leaves marks of no width out.
func halfWidth(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 0xff01 && r <= 0xff5e:
			return r - 0xfee0
		case r == '。':
			return '.'
		case r == '、':
			return ','
		case r >= 0x200b && r <= 0x200d, r == 0x2060, r == 0xfeff:
			return -1
		case r == '’' || r == '‘' || r == 'ʼ':
			return '\''
		}
		return r
	}, text)
}

// reader makes terms of lines.
type reader struct{ terms []lexeme }

func (r *reader) exact(raw string) {
	r.terms = append(r.terms, lexeme{raw: raw, fold: strings.ToLower(raw), exact: true})
}

func (r *reader) code(raw string) {
	r.terms = append(r.terms, lexeme{raw: raw, fold: strings.ToLower(raw), exact: true, code: true})
}

// line reads a line of prose. What is between backticks is code.
func (r *reader) line(line string) {
	if strings.Contains(line, "''") { // ``so'' some people write quotation marks
		line = strings.NewReplacer("``", " ", "''", " ").Replace(line)
	}
	spans := strings.Split(line, "`")
	if len(spans)%2 == 0 { // one backtick too many is no code
		spans = []string{strings.ReplaceAll(line, "`", " ")}
	}
	for i, span := range spans {
		if i%2 == 0 {
			span = withoutQuotes(span)
		}
		for _, field := range strings.Fields(span) {
			switch {
			case i%2 == 0:
				r.field(field)
			default:
				r.code(field)
			}
		}
	}
}

// withoutQuotes makes spaces of quotation marks; those that are inches stay.
func withoutQuotes(text string) string {
	if !strings.ContainsAny(text, "\"“”«»„") {
		return text
	}
	open, before := false, ' '
	return strings.Map(func(c rune) rune {
		inches := c == '"' && !open && unicode.IsDigit(before)
		before = c
		switch {
		case c == '"' && !inches:
			open = !open
			return ' '
		case strings.ContainsRune("“”«»„", c):
			return ' '
		default:
			return c
		}
	}, text)
}

// field reads what stands between two spaces.
func (r *reader) field(f string) {
	if !strings.ContainsFunc(f, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsNumber(c) }) {
		r.alone(f)
		return
	}
	core, tail := closed(opened(f))
	number, rest, counted := strings.Cut(core, "-")
	switch {
	case core == "":
		return
	case counted && digitsOnly(number) && len(rest) > 2 && plainWord(strings.ReplaceAll(rest, "-", "")) && strings.Trim(rest, "-") == rest: // a 16-bit word
		r.exact(number)
		at := len(r.terms)
		r.parts(strings.Split(rest, "-"))
		r.terms[at].glued = true
	case strings.ContainsFunc(core, wide):
		r.wide(core)
	case plainWord(core):
		r.word(core)
	case dotted(core):
		r.word(strings.ReplaceAll(core, ".", ""))
	case strings.ContainsAny(core, "—–,;") && wordsBetween(core, "—–,;"):
		r.parts(strings.FieldsFunc(core, func(c rune) bool { return strings.ContainsRune("—–,;", c) }))
	case strings.Trim(core, "-") == core && plainWord(strings.ReplaceAll(core, "-", "")):
		r.parts(strings.Split(core, "-"))
	default:
		r.exact(core)
	}
	if n := len(r.terms); n > 0 && core != "" {
		last := &r.terms[n-1]
		last.paused = tail != "" && strings.ContainsAny(tail, ".,;:!?…")
		last.ends = strings.ContainsAny(tail, ".!?…")
		last.asks = strings.Contains(tail, "?")
		if strings.HasPrefix(tail, "'") && last.joint == 0 && strings.HasSuffix(last.fold, "s") {
			last.joint = len(last.fold) + 1
		}
	}
}

// alone takes a field of nothing but marks: one that only separates is left out, and lends
// its pause to the word before.
func (r *reader) alone(f string) {
	if strings.Trim(f, "-—–*#•.…|,;:!?\"'()[]{}_~“”«»„") == "" {
		if n := len(r.terms); n > 0 && strings.ContainsAny(f, "-—–.…,;:!?") {
			r.terms[n-1].paused = true
			r.terms[n-1].ends = r.terms[n-1].ends || strings.ContainsAny(f, ".!?…")
			r.terms[n-1].asks = r.terms[n-1].asks || strings.Contains(f, "?")
		}
		return
	}
	r.exact(f)
}

// wide reads letters of scripts without spaces, each a word, and what stands between them.
func (r *reader) wide(core string) {
	start := -1
	flush := func(end int) {
		if start >= 0 {
			r.field(core[start:end])
			start = -1
		}
	}
	for i, c := range core {
		switch {
		case wide(c):
			flush(i)
			r.terms = append(r.terms, lexeme{raw: string(c), fold: string(c)})
		case start < 0:
			start = i
		}
	}
	flush(len(core))
}

func (r *reader) parts(words []string) {
	for i, w := range words {
		r.word(w)
		if i > 0 {
			r.terms[len(r.terms)-1].glued = true
		}
	}
}

func (r *reader) word(w string) {
	t := lexeme{raw: w, fold: strings.ToLower(strings.ReplaceAll(w, "'", ""))}
	if i := strings.IndexByte(w, '\''); i >= 0 {
		t.joint = i + 1
	}
	t.exact = camel(w)
	r.terms = append(r.terms, t)
}

// opened takes quotation marks, brackets and emphasis from the beginning of a field. A mark
// that may mean something before what follows it stays: -5, !ok, *.go, <5, #7, $HOME, ~/bin.
func opened(f string) string {
	for f != "" {
		c, size := utf8.DecodeRuneInString(f)
		next, _ := utf8.DecodeRuneInString(f[size:])
		letter := unicode.IsLetter(next) || unicode.IsNumber(next)
		switch {
		case strings.ContainsRune("\"“”«»„(,;:?¿¡", c), c == '\'',
			c == '[' && !strings.HasPrefix(f, "[x]") && !strings.HasPrefix(f, "[X]"),
			c == '*' && (letter || next == '*'), c == '_' && (letter || next == '_') && strings.Count(f, "_") >= 2 && emphasised(f),
			c == '~' && strings.HasPrefix(f, "~~"), (c == '-' || c == '—' || c == '–') && !letter && next != '.' && next != '-',
			(c == '—' || c == '–') && unicode.IsLetter(next), c == '.' && strings.HasPrefix(f, ".."), c == '…', c == '#' && (next == '#' || size == len(f)):
			f = f[size:]
		default:
			return f
		}
	}
	return f
}

// emphasised reports whether the line under the first letter is taken up again at the end.
func emphasised(f string) bool { return strings.HasSuffix(strings.TrimRight(f, ".,;:!?)\"'"), "_") }

// closed cuts the marks from the end of a field. What may mean something there stays: 5+, C#, 50%.
func closed(f string) (core, tail string) {
	end := len(f)
	for end > 0 {
		c, size := utf8.DecodeLastRuneInString(f[:end])
		before, _ := utf8.DecodeLastRuneInString(f[:end-size])
		switch {
		case c == '"' && unicode.IsDigit(before): // inches, else withoutQuotes had taken it
			return f[:end], f[end:]
		case strings.ContainsRune("\"“”«»,;:.!?…'", c),
			c == ')' && !strings.Contains(f[:end-size], "("), c == ']' && !strings.Contains(f[:end-size], "["),
			c == '*' && (unicode.IsLetter(before) || unicode.IsNumber(before) || strings.ContainsRune("*.,;:!?", before)),
			c == '_' && strings.HasPrefix(strings.TrimLeft(f[:end-size], "_"), f[:end-size]) && !strings.Contains(strings.TrimRight(f[:end], "_"), "_"),
			(c == '—' || c == '–' || c == '-') && unicode.IsLetter(before), c == '~' && before == '~', c == '|':
			end -= size
		default:
			return f[:end], f[end:]
		}
	}
	return "", f
}

func digitsOnly(w string) bool { return w != "" && strings.Trim(w, "0123456789") == "" }

// plainWord reports whether a field is letters, with an apostrophe at most.
func plainWord(f string) bool {
	letters := false
	for _, c := range f {
		switch {
		case unicode.IsLetter(c), unicode.IsMark(c):
			letters = true
		case c != '\'':
			return false
		}
	}
	return letters
}

// wordsBetween reports whether nothing but words stands between some marks.
func wordsBetween(core, marks string) bool {
	for _, part := range strings.FieldsFunc(core, func(c rune) bool { return strings.ContainsRune(marks, c) }) {
		if !plainWord(part) {
			return false
		}
	}
	return true
}

// dotted reports whether a field is letters with a dot between each two: U.S, a.m.
func dotted(f string) bool {
	for _, part := range strings.Split(f, ".") {
		if utf8.RuneCountInString(part) != 1 || !plainWord(part) {
			return false
		}
	}
	return strings.Contains(f, ".")
}

// wide reports whether a letter belongs to a script without spaces.
func wide(r rune) bool { return r >= 0x2e80 && unicode.IsLetter(r) && (r < 0xac00 || r > 0xd7a3) }

// camel reports whether a word has a capital inside and none before: someName.
func camel(w string) bool {
	inside := strings.IndexFunc(w, unicode.IsUpper)
	return inside > 0 && strings.ContainsFunc(w[:inside], unicode.IsLower) && !strings.ContainsFunc(w[:inside], unicode.IsUpper)
}

func allUpper(w string) bool {
	return !strings.ContainsFunc(w, unicode.IsLower) && strings.ContainsFunc(w, unicode.IsUpper)
}

// meaningless are the words by which two texts may differ and be one: they mean nothing here.
func meaningless(w string) bool { return w == "a" || w == "an" || w == "the" || w == "please" }

// shortened spells a contraction out; "" for another word. Those that are words by
// themselves without their apostrophe (we're, I'll, it's) are not among them.
func shortened(w string) string {
	switch w {
	case "cant", "cannot":
		return "can not"
	case "wont":
		return "will not"
	case "dont", "doesnt", "didnt", "isnt", "arent", "wasnt", "werent", "hasnt", "havent", "hadnt", "couldnt", "wouldnt", "shouldnt", "mustnt", "neednt":
		return strings.TrimSuffix(w, "nt") + " not"
	case "im":
		return "i am"
	case "ive":
		return "i have"
	case "youre":
		return "you are"
	case "youve":
		return "you have"
	case "theyre":
		return "they are"
	case "theyve":
		return "they have"
	case "weve":
		return "we have"
	default:
		return ""
	}
}
