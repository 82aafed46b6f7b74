package memory

import "strings"

// The text that dream writes into an entity's note ends in a line of its own,
//
//	<!-- mem:entity · SUM -->
//
// where SUM is of the text above it. What stands below is a person's and stays. A text that
// does not fit its sum any more is a person's too: the whole note is left to them.
const (
	sealOpens  = "<!-- mem:entity · "
	sealCloses = " -->"
)

// Seal is a text of dream's with the line below it.
func Seal(text string) string {
	return text + "\n" + sealOpens + sealOf(text+"\n") + sealCloses + "\n"
}

// Unseal parts the text of an entity's note in what dream wrote and what a person wrote below.
// It is not ok where the former was edited, or was never sealed.
func Unseal(body string) (text, below string, ok bool) {
	for at := 0; at < len(body); {
		line, next := body[at:], len(body)
		if end := strings.IndexByte(line, '\n'); end >= 0 {
			line, next = line[:end], at+end+1
		}
		if sum, found := strings.CutPrefix(strings.TrimSuffix(line, "\r"), sealOpens); found {
			if sum != sealOf(body[:at])+sealCloses {
				return "", "", false
			}
			return strings.TrimSuffix(plainEnds(body[:at]), "\n"), body[next:], true
		}
		at = next
	}
	return "", "", false
}

// sealOf is of a text's lines: an editor that changes the kind of line end edits nothing.
func sealOf(text string) string { return string(HashOf([]byte(plainEnds(text))))[:12] }

func plainEnds(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// Words is what a note says that no other note says already: of an entity's note only what a
// person wrote into it, since dream wrote the rest with the words of its facts. By it a note is
// found, so that an entity never stands before its facts, and says nothing twice.
func (n *Note) Words() string {
	if n.Type != Entity {
		return n.Body
	}
	if _, below, ok := Unseal(n.Body); ok {
		return below
	}
	return n.Body
}
