// Package secret finds credentials in a text that is about to be stored, and cuts what its writer marked as private.
//
// It never repeats what it found: a Finding names a kind and a place, and no error or message of the package holds a part
// of the text. It never changes a text to hide a credential, and it reads no files.
//
// Begin with Scanner.Scan. Two sets of rules answer it: those of gitleaks (rules.go reads them, match.go runs them) and our
// own (token.go, pem.go, urls.go, headers.go, commands.go, assign.go) for what gitleaks leaves out because it reads source code and not notes. What
// either set finds is put to value.go and standin.go, which know masks, stand-ins, code, digests and plain words from a real value.
package secret

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// gitleaksRules are the default rules of gitleaks as its module has them: a test compares the two. To import the package that
// holds them would link its readers of settings and templates, a fifth of the time that mem takes to start.
//
//go:embed gitleaks.toml
var gitleaksRules string

// MaxFindings is the most findings of one Scan: enough to refuse a text and to say where, and a bound on the work.
const MaxFindings = 32

// Finding says what kind of credential stands where, and never its value.
type Finding struct {
	Kind   string // for people: "GitHub personal access token"
	Rule   string // for machines: gitleaks' rule id, or one of our own: "github-pat", "url-password"
	Field  string // the field that was scanned, as it was given to Scan
	Line   int    // counted from 1
	Column int    // counted from 1, in letters, not in bytes
}

// Scanner finds credentials. It is safe for use by several goroutines at once.
type Scanner struct {
	book func() book
}

// New gives a scanner. It reads and compiles nothing: the first Scan looks where the rules begin, and each Scan reads only
// those whose keywords it meets, and compiles of these only what stands near something that looks like a value.
func New() *Scanner {
	return &Scanner{book: sync.OnceValue(func() book { return openBook(gitleaksRules) })}
}

// Scan names the credentials in one field of a note, at most MaxFindings of them, in the order in which they stand. Where
// several rules see the same letters, the most telling one speaks. Any bytes are welcome.
func (s *Scanner) Scan(field, text string) []Finding {
	t := subject{text: text, lower: lowerASCII(text)}
	hits := s.book().rulesFor(t).find(t)
	for _, find := range []func(subject) []hit{findPrivateKeys, findTokens, findURLPasswords, findAuthorization, findCommandPasswords, findAssigned} {
		hits = append(hits, find(t)...)
	}
	return place(field, text, mostTelling(hits))
}

// A hit is a credential in a subject: text[start:end].
type hit struct {
	start, end int
	kind, rule string
	weight     weight
}

// weight orders rules that saw the same letters: the heavier one is reported.
type weight int

const (
	byName  weight = iota // the name beside the value gave it away: password = …
	byFrame               // what is around it did: a URL, a header, a PEM block
	byShape               // the value itself did: ghp_…
)

// mostTelling drops what overlaps a heavier hit, sorts by place, and keeps the first MaxFindings.
func mostTelling(hits []hit) []hit {
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.weight, a.weight), cmp.Compare(b.end, a.end))
	})
	var kept []hit
	for _, h := range hits {
		if n := len(kept); n > 0 && h.start < kept[n-1].end {
			if h.weight > kept[n-1].weight {
				kept[n-1] = h
			}
			continue
		}
		kept = append(kept, h)
	}
	return kept[:min(len(kept), MaxFindings)]
}

// place turns offsets into lines and columns, in one walk over the text. The hits are in order.
func place(field, text string, hits []hit) []Finding {
	var found []Finding
	line, lineStart, at := 1, 0, 0
	for _, h := range hits {
		for {
			n := strings.IndexByte(text[at:h.start], '\n')
			if n < 0 {
				break
			}
			at += n + 1
			line, lineStart = line+1, at
		}
		column := 1 + utf8.RuneCountInString(text[lineStart:h.start])
		found = append(found, Finding{Kind: h.kind, Rule: h.rule, Field: field, Line: line, Column: column})
	}
	return found
}
