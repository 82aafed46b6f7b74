package gitlog

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// SubjectLimit is how many letters of a subject are kept.
const SubjectLimit = 72

// Message is what a commit says: one line, the reason, and facts for machines.
type Message struct {
	Subject  string // cut at SubjectLimit letters, never inside one
	Body     string // may be empty
	Trailers []Trailer
}

// Trailer is one `Key: value` line at a commit's end. Keys are letters, digits and hyphens; a value becomes one line,
// and an empty one is left out.
type Trailer struct{ Key, Value string }

// String renders a message so that `git interpret-trailers --parse` reads every trailer and takes none from the body.
func (m Message) String() string {
	var b strings.Builder
	b.WriteString(cut(undivided(oneLine(m.Subject)), SubjectLimit))
	b.WriteByte('\n')
	if body := paragraphs(m.Body); body != "" {
		b.WriteString("\n" + body + "\n")
	}
	sep := "\n"
	for _, t := range m.Trailers {
		if value := oneLine(t.Value); value != "" {
			b.WriteString(sep + t.Key + ": " + value + "\n")
			sep = ""
		}
	}
	return b.String()
}

// check refuses what String could not render faithfully.
func (m Message) check() error {
	if undivided(oneLine(m.Subject)) == "" {
		return errors.New("commit message has no subject")
	}
	for _, t := range m.Trailers {
		if t.Key == "" || strings.ContainsFunc(t.Key, func(r rune) bool { return r > 'z' || !isAlnum(byte(r)) && r != '-' }) {
			return fmt.Errorf("commit trailer %q: not a key", t.Key)
		}
	}
	return nil
}

// parseMessage is String's inverse for any commit, as git reads one: the last paragraph is trailers if each of its
// lines is one (or continues one), and it is not the subject.
func parseMessage(text string) Message {
	text = strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), " \t\n")
	subject, rest, _ := strings.Cut(strings.TrimLeft(text, "\n"), "\n\n")
	m := Message{Subject: strings.Join(strings.Fields(subject), " ")}
	rest = strings.Trim(rest, "\n")
	last := rest
	body := ""
	if i := strings.LastIndex(rest, "\n\n"); i >= 0 {
		body, last = rest[:i], strings.TrimLeft(rest[i:], "\n")
	}
	if trailers, ok := parseTrailers(last); ok {
		m.Body, m.Trailers = strings.Trim(body, "\n"), trailers
	} else {
		m.Body = rest
	}
	return m
}

func parseTrailers(paragraph string) (trailers []Trailer, ok bool) {
	for line := range strings.SplitSeq(paragraph, "\n") {
		if (strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t")) && len(trailers) > 0 {
			trailers[len(trailers)-1].Value += " " + strings.TrimSpace(line)
			continue
		}
		key, value, ok := strings.Cut(line, ":")
		if !ok || key == "" || strings.ContainsFunc(key, func(r rune) bool { return r > 'z' || !isAlnum(byte(r)) && r != '-' }) {
			return nil, false
		}
		trailers = append(trailers, Trailer{key, strings.TrimSpace(value)})
	}
	return trailers, len(trailers) > 0
}

// oneLine joins all white space into single spaces and drops control characters.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
	return strings.Join(strings.Fields(s), " ")
}

// paragraphs tidies a body: no control characters, no space at line ends, at most one blank line in a row.
func paragraphs(s string) string {
	var lines []string
	blank := true
	for line := range strings.SplitSeq(strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "\r\n", "\n"), "\n") {
		line = strings.TrimRight(strings.Map(func(r rune) rune {
			if r != '\t' && unicode.IsControl(r) {
				return -1
			}
			return r
		}, line), " \t")
		if line == "" && blank {
			continue
		}
		blank = line == ""
		if strings.HasPrefix(line, "---") {
			line = " " + line // git takes a line of three hyphens for the end of the message
		}
		lines = append(lines, line)
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// undivided keeps a subject from reading as the line of hyphens that ends a message for git.
func undivided(subject string) string {
	if strings.HasPrefix(subject, "---") {
		return strings.TrimLeft(subject, "- ")
	}
	return subject
}

// cut keeps at most limit letters, the last of them an ellipsis if any were dropped. A letter is a rune with the
// marks and joiners that belong to it.
func cut(s string, limit int) string {
	letters, end := 0, 0
	joined := false
	for i, r := range s {
		if i > 0 && (joined || unicode.Is(unicode.M, r) || r == '\u200d' || r >= 0x1f3fb && r <= 0x1f3ff) {
			joined = r == '\u200d'
			continue
		}
		if letters == limit-1 {
			end = i
		}
		if letters == limit {
			return strings.TrimRight(s[:end], " ") + "…"
		}
		letters++
	}
	return s
}
