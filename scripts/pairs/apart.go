package main

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// apart says why a pair must never be merged; "" = nothing forbids it. It reads the texts by
// itself, in a simpler way than the night does, and so can find the night wrong.
func (p pair) apart() string {
	if p.NLI == "CONTRADICTION" {
		return "it is labelled as a contradiction"
	}
	a, b := plainWords(p.A), plainWords(p.B)
	for _, part := range []struct {
		name string
		of   func(string) bool
	}{
		{"numbers", func(w string) bool {
			return strings.ContainsFunc(w, unicode.IsDigit) || slices.Contains(countWords(), w)
		}},
		{"negations", func(w string) bool {
			return len(w) > 3 && strings.HasSuffix(w, "n't") || slices.Contains([]string{"no", "not", "never", "cannot", "without", "nor", "neither", "none", "nobody", "nothing"}, w)
		}},
		{"dates", func(w string) bool { return slices.Contains(dateWords(), w) }},
	} {
		if one, other := pick(a, part.of), pick(b, part.of); !slices.Equal(one, other) {
			return "its " + part.name + " differ: " + strings.Join(one, " ") + " / " + strings.Join(other, " ")
		}
	}
	one, other := setOf(a), setOf(b)
	for _, name := range append(nameWords(p.A), nameWords(p.B)...) {
		if one[name] != other[name] {
			return "its names differ: " + name
		}
	}
	return ""
}

func plainWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(strings.NewReplacer("’", "'", "dont ", "don't ").Replace(text)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("'.:,/%$€", r)
	})
}

// pick returns the words of a kind, sorted, without the marks at their ends.
func pick(words []string, of func(string) bool) []string {
	var out []string
	for _, w := range words {
		if w = strings.Trim(w, "'.:,/"); of(w) {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return out
}

func setOf(words []string) map[string]bool {
	out := map[string]bool{}
	for _, w := range words {
		out[strings.Trim(w, "'.:,/%$€")] = true
	}
	return out
}

// nameWords are those with a capital that do not begin a sentence.
func nameWords(text string) []string {
	found := map[string]bool{}
	begins := true
	for _, f := range strings.Fields(strings.ReplaceAll(text, "’", "'")) {
		core := strings.TrimFunc(f, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
		if core != "" && !begins && unicode.IsUpper([]rune(core)[0]) {
			for _, w := range plainWords(core) {
				found[strings.Trim(w, "'.:,/%$€")] = true
			}
		}
		begins = strings.HasSuffix(f, ".") || strings.HasSuffix(f, "!") || strings.HasSuffix(f, "?") || strings.HasSuffix(f, "\"") || core == "" && begins
	}
	return slices.Sorted(maps.Keys(found))
}

func countWords() []string {
	return []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "twenty", "thirty",
		"hundred", "thousand", "million", "billion", "first", "second", "third", "half", "twice"}
}

func dateWords() []string {
	return []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april",
		"may", "june", "july", "august", "september", "october", "november", "december", "today", "yesterday", "tomorrow"}
}
