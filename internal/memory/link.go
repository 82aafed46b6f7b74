package memory

import (
	"path"
	"strings"
)

// Links returns the targets of the [[links]] in a body, each once, in order: the slug
// alone, without a folder, a heading (#…), a block (^…) or a shown text (|…). Links
// inside code do not count.
func Links(body string) []Slug {
	if !strings.Contains(body, "[[") {
		return nil
	}
	var out []Slug
	seen := map[Slug]bool{}
	for _, span := range prose(body) {
		for {
			open := strings.Index(span, "[[")
			if open < 0 {
				break
			}
			span = span[open+2:]
			end := strings.Index(span, "]]")
			if end < 0 {
				break
			}
			if s := linkTarget(span[:end]); s != "" && !seen[s] {
				seen[s] = true
				out = append(out, s)
			}
			span = span[end+2:]
		}
	}
	return out
}

func linkTarget(inner string) Slug {
	if strings.ContainsAny(inner, "\n[") {
		return ""
	}
	if i := strings.IndexAny(inner, "|#^"); i >= 0 {
		inner = inner[:i]
	}
	inner = strings.TrimSpace(strings.TrimSuffix(inner, `\`))
	if inner == "" {
		return ""
	}
	return Stem(path.Clean(inner))
}

// Uncoded is a body without what is code in it.
func Uncoded(body string) string {
	if !strings.Contains(body, "`") && !strings.Contains(body, "~~~") {
		return body
	}
	return strings.Join(prose(body), "")
}

// prose returns the lines of a body that are not fenced code, with inline code taken out.
func prose(body string) []string {
	var out []string
	eachLine(body, func(line string, code bool) {
		if !code {
			out = append(out, uncoded(line))
		}
	})
	return out
}

// uncoded blanks the `code` spans of a line; an unpaired run of marks is plain text.
func uncoded(line string) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(line, '`')
		if open < 0 {
			b.WriteString(line)
			return b.String()
		}
		run := len(line[open:]) - len(strings.TrimLeft(line[open:], "`"))
		rest := line[open+run:]
		end := strings.Index(rest, line[open:open+run])
		if end < 0 {
			b.WriteString(line)
			return b.String()
		}
		b.WriteString(line[:open])
		b.WriteByte(' ')
		line = rest[end+run:]
	}
}
