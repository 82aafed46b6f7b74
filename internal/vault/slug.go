package vault

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"mem/internal/memory"
)

// The bounds of a slug. With ".md", a temporary name and the marks that sync services add
// it stays within the 255 bytes that file systems take.
const (
	maxLetters = 60
	maxBytes   = 200
)

// SlugFor makes the name of a note from its title, else from what its text is about: lower
// case, NFC, letters and digits of any script joined by "-". Text without any is named by
// its hash. The result passes CheckSlug, and SlugFor of it is itself.
func SlugFor(title, body string) memory.Slug {
	words := slugWords(title)
	if words == "" {
		words = slugWords(memory.TitleOf(body))
	}
	if words == "" {
		words = slugWords(body)
	}
	if words == "" {
		return memory.Slug("note-" + memory.HashOf([]byte(title + "\n" + body))[:8])
	}
	if reserved(words) {
		words += "-note"
	}
	return memory.Slug(words)
}

// slugWords returns a text's letters and digits joined by "-", within the bounds.
func slugWords(text string) string {
	if len(text) > 16*maxBytes {
		text = strings.ToValidUTF8(text[:16*maxBytes], "")
	}
	var b strings.Builder
	joined := false // the last rune was a letter, a digit, or a mark on one
	for _, r := range lowerNFC(text) {
		switch {
		case letter(r):
			if !joined && b.Len() > 0 {
				b.WriteByte('-')
			}
			b.WriteRune(r)
			joined = true
		case unicode.IsMark(r):
			if joined {
				b.WriteRune(r)
			}
		case unicode.Is(unicode.Cf, r) || r == '\'' || r == '’':
			// soft hyphens and joiners do not part a word, nor does the mark in "don't"
		default:
			joined = false
		}
	}
	return cutSlug(lowerNFC(b.String()), 0)
}

// lowerNFC is applied until nothing changes: lower case can undo a composition, and the
// composition can have an upper case form of its own.
func lowerNFC(s string) string {
	for range 4 {
		next := norm.NFC.String(strings.ToLower(s))
		if next == s {
			break
		}
		s = next
	}
	return s
}

func letter(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// cutSlug shortens a name to the bounds less some room: at a word where that leaves at
// least half of it, else between letters, each with its marks.
func cutSlug(s string, room int) string {
	end, letters := 0, 0
	for i, r := range s {
		size := utf8.RuneLen(r)
		if letters == maxLetters-room || i+size > maxBytes-room {
			break
		}
		letters++
		end = i + size
	}
	if end == len(s) {
		return s
	}
	if s[end] != '-' {
		if word := strings.LastIndexByte(s[:end], '-'); word >= end/2 {
			end = word
		} else {
			for next, _ := utf8.DecodeRuneInString(s[end:]); unicode.IsMark(next); next, _ = utf8.DecodeRuneInString(s[end:]) {
				_, size := utf8.DecodeLastRuneInString(s[:end])
				end -= size
			}
		}
	}
	return strings.TrimRight(s[:end], "-")
}

// reserved reports whether a name means something else to Windows (Microsoft, "Naming
// Files, Paths, and Namespaces") or to mem.
func reserved(s string) bool {
	switch s {
	case "con", "prn", "aux", "nul", "conin$", "conout$", "index", "log":
		return true
	}
	port, ok := strings.CutPrefix(s, "com")
	if !ok {
		port, ok = strings.CutPrefix(s, "lpt")
	}
	if !ok || utf8.RuneCountInString(port) != 1 {
		return false
	}
	return strings.Contains("0123456789¹²³", port)
}

// CheckSlug returns nil when mem would itself give this name, else ErrBadSlug with the reason.
func CheckSlug(s string) error {
	if why := slugFault(s); why != "" {
		return fmt.Errorf("%q: %w: %s", s, ErrBadSlug, why)
	}
	return nil
}

func slugFault(s string) string {
	switch {
	case s == "":
		return "it is empty"
	case !utf8.ValidString(s):
		return "it is not UTF-8"
	case strings.ContainsAny(s, `/\`):
		return "a slug is a name, not a path"
	case len(s) > maxBytes || utf8.RuneCountInString(s) > maxLetters:
		return fmt.Sprintf("it is longer than %d letters or %d bytes", maxLetters, maxBytes)
	case strings.ToLower(s) != s:
		return "it has upper case letters"
	case !norm.NFC.IsNormalString(s):
		return "its letters are not in Unicode's composed form (NFC)"
	case reserved(s):
		return "the name is reserved"
	}
	last := '-'
	for _, r := range s {
		switch {
		case letter(r), unicode.IsMark(r) && last != '-':
		case r == '-' && last == '-':
			return `"-" stands between words, once`
		case r != '-':
			return fmt.Sprintf("it has %q; letters and digits joined by \"-\" are used", r)
		}
		last = r
	}
	if last == '-' {
		return `it ends in "-"`
	}
	return ""
}

// FoldKey returns the same text for names that a file system which ignores case or Unicode
// form takes for one. It is for comparing only.
func FoldKey(s memory.Slug) string {
	if ascii(string(s)) {
		return strings.ToLower(string(s))
	}
	return norm.NFC.String(cases.Fold().String(norm.NFD.String(string(s))))
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// numbered returns base with "-n" behind it, base shortened so that the bounds hold.
func numbered(base memory.Slug, n int) memory.Slug {
	tail := fmt.Sprintf("-%d", n)
	return memory.Slug(cutSlug(string(base), len(tail)) + tail)
}
