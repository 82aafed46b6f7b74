package dream

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"mem/internal/memory"
)

// A model may put the facts of an entity into its own words, whose check is in checkprose.go. It
// is asked only when the note is to be written anyway, and gets what the rules would tell, no
// more. Its text ends in a line of its own,
//
//	<!-- mem:told · SUM -->
//
// where SUM is of the text that the rules make of the same facts. While that is what they would
// write, the text stays as it is, whether or not the model is there to be asked again.
const (
	toldOpens  = "<!-- mem:told · "
	toldCloses = " -->\n"
	fewestTold = 2 // facts from which there is something to put together
)

// byRules is an entity's text as the rules make it, and where in it the facts are told.
type byRules struct {
	text       string
	head, tail string    // before and after the facts
	facts      []Passage // as they are told
}

// mark is the line by which a text in a model's words is known to be of these facts.
func (r *byRules) mark() string {
	return toldOpens + string(memory.HashOf([]byte(r.text)))[:12] + toldCloses
}

// stillHolds reports whether a text is in a model's words, and of the facts as they are.
func (r *byRules) stillHolds(text string) bool { return strings.HasSuffix(text, "\n"+r.mark()) }

// inOtherWords asks for the text of the facts, and puts it into a note in the place of that of
// the rules; what somebody wrote below stays below.
func (n *night) inOtherWords(ctx context.Context, w *writing, below string) {
	if len(w.rules.facts) < fewestTold {
		return
	}
	v, ok := n.ask(ctx, Prose{Entity: w.Title, Facts: w.rules.facts})
	if !ok {
		return
	}
	if v, ok := v.(Write); ok {
		w.Body = memory.Seal(w.rules.head+"\n"+readable(v.Text)+w.rules.tail+"\n"+w.rules.mark()) + below
		w.witness = testimony(v)
	}
}

// readable is prose in paragraphs, a line each, in which nothing but the [[names]] is markup.
func readable(text string) string {
	var out strings.Builder
	for _, paragraph := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if paragraph = flat(paragraph); paragraph == "" {
			continue
		}
		if out.Len() > 0 {
			out.WriteString("\n")
		}
		for i, part := range strings.Split(paragraph, "[[") {
			if i > 0 {
				name, rest, _ := strings.Cut(part, "]]")
				out.WriteString(link(memory.Slug(name)))
				part = rest
			}
			out.WriteString(quotedWithin(part))
		}
		out.WriteString("\n")
	}
	return out.String()
}

// quotedWithin is quoted, with the spaces that part it from what stands beside it.
func quotedWithin(part string) string {
	text := quoted(part)
	if text == "" {
		if part != "" {
			return " "
		}
		return ""
	}
	if first, _ := utf8.DecodeRuneInString(part); unicode.IsSpace(first) {
		text = " " + text
	}
	if last, _ := utf8.DecodeLastRuneInString(part); unicode.IsSpace(last) {
		text += " "
	}
	return text
}

// asWritten takes back what quoted did to the marks of a text.
func asWritten(text string) string {
	spans := strings.Split(text, "`")
	for i := range spans {
		if i%2 == 1 {
			continue
		}
		var b strings.Builder
		escape := false
		for _, r := range spans[i] {
			if escape = r == '\\' && !escape; !escape {
				b.WriteRune(r)
			}
		}
		spans[i] = b.String()
	}
	return strings.Join(spans, "`")
}
