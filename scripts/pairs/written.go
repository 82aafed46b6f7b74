package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"
	"unicode"
)

// writing is a way to write a text otherwise that changes nothing in what it says.
type writing struct {
	name string
	as   func(string) string
}

func writings() []writing {
	return []writing{
		{"white space", func(s string) string { return "  " + strings.Join(strings.Fields(s), "  \n\t") + "\n\n" }},
		{"small letters", strings.ToLower},
		{"capital letters", strings.ToUpper},
		{"the first letter", func(s string) string {
			r := []rune(s)
			switch {
			case len(r) < 2 || !unicode.IsLower(r[1]): // U.S., 11-month
			case unicode.IsUpper(r[0]):
				r[0] = unicode.ToLower(r[0])
			default:
				r[0] = unicode.ToUpper(r[0])
			}
			return string(r)
		}},
		{"the last mark", func(s string) string {
			if t := strings.TrimRight(s, " .!"); t != s {
				return t
			}
			return s + "."
		}},
		{"no marks at the ends of words", func(s string) string {
			fields := strings.Fields(s)
			for i, f := range fields {
				fields[i] = strings.Trim(f, "\"'.,;:!?()[]")
			}
			return strings.Join(fields, " ")
		}},
		{"no marks outside numbers and names of code", withoutMarks},
		{"quotation marks", func(s string) string { return "“" + s + "”" }},
		{"small letters, no marks, one word a line", func(s string) string {
			return strings.Join(strings.Fields(strings.ToLower(withoutMarks(s))), "\n")
		}},
	}
}

// withoutMarks leaves every mark out but those of fields with a digit, a currency or a unit,
// and those inside a field that is an address or a name of code.
func withoutMarks(s string) string {
	fields := strings.Fields(s)
	for i, f := range fields {
		core := strings.Trim(f, "\"'.,;:!?()[]")
		if !strings.ContainsFunc(f, unicode.IsNumber) && !strings.ContainsAny(core, "$%&/@_=+#.:") {
			fields[i] = strings.Map(func(r rune) rune {
				if unicode.IsPunct(r) {
					return -1
				}
				return r
			}, f)
		}
	}
	return strings.Join(strings.Fields(strings.Join(fields, " ")), " ")
}

// copies counts how many texts are merged with themselves, written otherwise.
func copies(folder string) ([]string, error) {
	pairs, err := read[pair](filepath.Join(folder, "pairs.jsonl"))
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	var texts []string
	for _, p := range pairs {
		for _, t := range []string{p.A, p.B} {
			if !seen[t] {
				seen[t] = true
				texts = append(texts, t)
			}
		}
	}
	at := time.Date(2026, 1, 10, 9, 0, 0, 0, time.UTC)
	var failures []string
	all, merged := 0, 0
	fmt.Printf("\n| one text, written with other | texts | merged | share |\n|---|---|---|---|\n")
	for _, w := range writings() {
		n, m := 0, 0
		for _, t := range texts {
			other := w.as(t)
			if other == t {
				continue
			}
			o, err := night(t, other, at, at.Add(time.Hour))
			if err != nil {
				return nil, err
			}
			n++
			if o.merged {
				m++
			} else if *show == "unmerged" {
				fmt.Printf("%s\n  %q\n  %q\n", w.name, t, other)
			}
		}
		fmt.Printf("| %s | %d | %d | %.1f %% |\n", w.name, n, m, 100*float64(m)/float64(n))
		all, merged = all+n, merged+m
	}
	share := float64(merged) / float64(all)
	fmt.Printf("| together | %d | %d | %.2f %% |\n", all, merged, 100*share)
	if share < leastMerged {
		failures = append(failures, fmt.Sprintf("%.2f %% of the copies are merged, and %.0f %% are to be", 100*share, 100*leastMerged))
	}
	return failures, nil
}
