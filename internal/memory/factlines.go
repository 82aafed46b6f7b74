package memory

import "strings"

// factReader finds the facts of a file, line by line.
type factReader struct {
	*Facts
	open    bool   // the last fact may go on
	until   string // what ends a stretch that holds no facts: a fence, "-->", "---"
	started bool   // a line that is not empty was seen
}

func (r *factReader) line(i int) {
	line := strings.TrimRight(r.lines[i], "\r\n")
	bare := strings.TrimSpace(line)
	first := !r.started && bare != ""
	r.started = r.started || first
	switch {
	case r.until != "":
		if r.until == "-->" && strings.Contains(line, "-->") || r.until != "-->" && strings.HasPrefix(bare, r.until) && strings.Trim(bare, r.until[:1]) == "" {
			r.until = ""
		}
		return
	case bare == "":
		r.end()
	case first && bare == "---" && r.closes(i+1):
		r.until = "---"
	case strings.HasPrefix(bare, "<!--"):
		r.end()
		if !strings.Contains(bare[4:], "-->") {
			r.until = "-->"
		}
	case strings.HasPrefix(bare, "```"), strings.HasPrefix(bare, "~~~"):
		r.end()
		r.until = bare[:3]
	case strings.HasPrefix(bare, "#") && strings.HasPrefix(strings.TrimLeft(bare, "#"), " "), strings.Trim(bare, "#") == "",
		len(bare) >= 3 && (strings.Trim(bare, "- ") == "" || strings.Trim(bare, "* ") == "" || strings.Trim(bare, "_ ") == "" || strings.Trim(bare, "=") == ""):
		r.end()
	default:
		r.words(i, line)
	}
}

// words is a line of a fact, or of the one before.
func (r *factReader) words(i int, line string) {
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	mark := listMark(line[indent:])
	last := len(r.facts) - 1
	if r.open && (mark == "" || indent >= 2 && r.facts[last].lead != "" && indent > len(r.facts[last].lead)-len(strings.TrimLeft(r.facts[last].lead, " \t"))) {
		r.facts[last].last = i
		r.facts[last].text += " " + strings.TrimSpace(line)
		return
	}
	r.end()
	x := fact{first: i, last: i, text: strings.TrimSpace(line)}
	if mark != "" {
		x.lead = line[:indent] + mark
		x.text = strings.TrimSpace(line[indent+len(mark):])
	}
	r.facts, r.open = append(r.facts, x), true
}

// end closes the last fact: a paragraph of sentences, one a line, is as many facts.
func (r *factReader) end() {
	if !r.open {
		return
	}
	r.open = false
	n := len(r.facts) - 1
	x := r.facts[n]
	r.facts[n].text = strings.Join(strings.Fields(x.text), " ")
	if !HasWords(x.text) {
		r.facts = r.facts[:n]
		return
	}
	if x.lead != "" || x.first == x.last {
		return
	}
	for i := x.first; i <= x.last; i++ {
		if line := strings.TrimRight(r.lines[i], " \t\r\n"); !strings.ContainsAny(lastRune(line), ".!?。！？") {
			return
		}
	}
	r.facts = r.facts[:n]
	for i := x.first; i <= x.last; i++ {
		r.facts = append(r.facts, fact{first: i, last: i, text: strings.Join(strings.Fields(r.lines[i]), " ")})
	}
}

// closes reports whether a block that began before line i is closed.
func (r *factReader) closes(i int) bool {
	for ; i < len(r.lines); i++ {
		if strings.TrimSpace(r.lines[i]) == "---" {
			return true
		}
	}
	return false
}

func lastRune(s string) string {
	r := []rune(s)
	if len(r) == 0 {
		return " "
	}
	return string(r[len(r)-1:])
}

// listMark is the mark of a list at the beginning of a line, with the space after it: "- ",
// "12. "; "" when there is none.
func listMark(line string) string {
	n := 0
	switch {
	case line == "":
		return ""
	case strings.ContainsRune("-*+", rune(line[0])):
		n = 1
	default:
		for n < len(line) && n < 9 && line[n] >= '0' && line[n] <= '9' {
			n++
		}
		if n == 0 || n == len(line) || line[n] != '.' && line[n] != ')' {
			return ""
		}
		n++
	}
	rest := strings.TrimLeft(line[n:], " \t")
	if len(rest) == len(line[n:]) || rest == "" {
		return ""
	}
	return line[:len(line)-len(rest)]
}
