package dream

import (
	"slices"
	"strings"

	"mem/internal/memory"
)

// others reports whether two notes, however alike, are of two: of other people or projects by their
// tags, of other places where software runs, or the words of two people about themselves.
func others(a, b *memory.Note) bool {
	for _, kind := range []func(*memory.Note) []string{tagged, placed} {
		one, other := kind(a), kind(b)
		if len(one) > 0 && len(other) > 0 && !slices.ContainsFunc(one, func(s string) bool { return slices.Contains(other, s) }) {
			return true
		}
	}
	return a.Actor.Kind() == "human" && b.Actor.Kind() == "human" && a.Actor != b.Actor && (ofOneself(a.Body) || ofOneself(b.Body))
}

// tagged are the people and projects of a note's tags.
func tagged(note *memory.Note) []string { return memory.Entities(&memory.Note{Tags: note.Tags}, nil) }

// placed are those of a note's tags that say where software runs.
func placed(note *memory.Note) []string {
	var out []string
	for _, tag := range note.Tags {
		switch tag = plainTag(tag); tag {
		case "prod", "production", "live":
			out = append(out, "prod")
		case "stage", "staging":
			out = append(out, "staging")
		case "dev", "develop", "development", "test", "testing", "local", "demo", "qa", "fork", "canary", "preview":
			out = append(out, tag)
		}
	}
	return out
}

func plainTag(tag string) string {
	return strings.ToLower(strings.TrimLeft(strings.TrimSpace(tag), "#"))
}

// sameTags reports whether two notes have the same tags.
func sameTags(a, b *memory.Note) bool {
	set := func(tags []string) []string {
		out := make([]string, 0, len(tags))
		for _, t := range tags {
			out = append(out, plainTag(t))
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	return slices.Equal(set(a.Tags), set(b.Tags))
}

// ofOneself reports whether a text speaks of whoever wrote it.
func ofOneself(text string) bool {
	return anyWord(text, func(w string) bool {
		switch w {
		case "i", "im", "ive", "ill", "my", "me", "mine", "myself", "ich", "mein", "meine", "mir", "mich", "je", "mon", "moi", "yo", "mi":
			return true
		default:
			return false
		}
	})
}

// timely reports whether a text speaks of the day on which it was written: said again on another day it is
// another event.
func timely(text string) bool {
	return anyWord(text, func(w string) bool {
		switch w {
		case "today", "tonight", "yesterday", "tomorrow", "heute", "gestern", "morgen", "hoy", "ayer":
			return true
		default:
			return false
		}
	})
}

// qualifying reports whether a sentence beside one that tells of a change takes something of it back: that
// it is not so yet, not everywhere, or not any more.
func qualifying(text string) bool {
	words := wordsOf(text)
	if len(words) > 3 && slices.Contains([]string{"this", "that", "it"}, words[0]) && slices.Contains(words, "for") {
		return true
	}
	return unsettled(text) || slices.ContainsFunc(words, func(w string) bool {
		switch w {
		case "only", "just", "yet", "mistake", "revert", "reverted", "reverts", "rolled", "rollback", "waiting", "awaiting", "pending", "least", "except",
			"fixed", "goes", "staging", "demo", "locally", "temporary":
			return true
		default:
			return false
		}
	})
}
