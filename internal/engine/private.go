package engine

import (
	"strings"

	"mem/internal/memory"
	"mem/internal/secret"
)

// cutPrivate takes private spans out of every field of a draft but its text, and says how
// many there were. A field of which nothing is left is absent.
func cutPrivate(d *memory.Draft) (spans int) {
	for _, field := range []*string{&d.Title, &d.Source, &d.Scope, (*string)(&d.Actor), &d.Session} {
		spans += cutField(field)
	}
	for _, list := range []*[]string{&d.Tags, &d.Aliases} {
		joined := strings.Join(*list, "\n") // a span may have been taken apart at a comma
		n := cutField(&joined)
		if n == 0 {
			continue
		}
		spans += n
		*list = nil
		for item := range strings.Lines(joined) {
			if item = strings.TrimSpace(item); item != "" {
				*list = append(*list, item)
			}
		}
	}
	return spans
}

func cutField(field *string) (spans int) {
	kept, spans := secret.CutPrivate(*field)
	if spans > 0 {
		*field = strings.TrimSpace(kept)
	}
	return spans
}

// harmless is what may be noted of a text besides a memory: nothing that its writer marked
// as private, and nothing at all of one that holds a credential.
func (e *Engine) harmless(field, text string) string {
	cutField(&text)
	if e.refuseSecrets([]named{{field, text}}) != nil {
		return ""
	}
	return text
}

// Reserved says why a note is not told to whom did not ask its owner: a part of it is marked
// as private, or it holds a credential; "" for any other. What mem itself writes has neither.
func (e *Engine) Reserved(texts ...string) string {
	for _, text := range texts {
		if _, spans := secret.CutPrivate(text); spans > 0 {
			return "a part of it is private"
		}
	}
	for _, text := range texts {
		if e.refuseSecrets([]named{{"text", text}}) != nil {
			return "it holds a credential"
		}
	}
	return ""
}

// reserved is Reserved of all that a note says.
func (e *Engine) reserved(n *memory.Note) string {
	return e.Reserved(n.Body, n.Title, strings.Join(n.Aliases, "\n"), n.Source)
}

// credentials reports of texts whether they hold a credential, and looks at each text once.
func (e *Engine) credentials() func(text string) bool {
	known := map[memory.Hash]bool{}
	return func(text string) bool {
		key := memory.HashOf([]byte(text))
		found, seen := known[key]
		if !seen {
			found = e.refuseSecrets([]named{{"text", text}}) != nil
			known[key] = found
		}
		return found
	}
}
