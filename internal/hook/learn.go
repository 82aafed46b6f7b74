package hook

import (
	"strings"

	"mem/internal/memory"
)

// Learnt is something worth keeping that was said in a session.
type Learnt struct {
	Text  string
	Owner bool // the person's own words, said to be kept
}

// Bounds of what one message may teach: a memory is a few sentences, and a session has a
// handful of them.
const (
	longestLearnt = 400 // letters
	mostLearnt    = 5
)

// FromPrompt returns what a person asked to have remembered: the sentence that says so. What
// they ask to have done is no memory.
func FromPrompt(prompt string) []Learnt {
	var out []Learnt
	for _, s := range sentences(prompt) {
		low := strings.ToLower(s)
		for _, cue := range []string{"remember that ", "remember: ", "please remember ", "keep in mind that ", "note for later: ", "for future reference, ",
			"from now on, ", "from now on ", "merk dir: ", "merk dir, dass ", "ab jetzt ", "retiens que ", "recuerda que ", "记住", "请记住"} {
			if !strings.HasPrefix(low, cue) || strings.HasSuffix(strings.TrimSpace(s), "?") {
				continue
			}
			text := s
			if !strings.HasPrefix(cue, "from now on") && !strings.HasPrefix(cue, "ab jetzt") { // these are part of what is said
				text = strings.TrimLeft(s[len(cue):], " :,，：")
			}
			if memory.HasWords(text) && len(strings.Fields(text)) > 1 || !ascii(text) {
				out = append(out, Learnt{Text: upper(text), Owner: true})
			}
			break
		}
	}
	return out[:min(len(out), mostLearnt)]
}

// FromText returns what a summary of a session, or an agent's last words, hold that a rule is
// sure of: sure says whether a sentence is a decision, a fix with its cause, a preference, a
// convention or a workflow. Anything else would be a transcript, not a memory.
func FromText(text string, sure func(sentence string) bool) []Learnt {
	var out []Learnt
	for _, s := range sentences(text) {
		if n := len(strings.Fields(s)); n >= 5 && n <= 60 && !strings.HasSuffix(s, "?") && !about(s) && sure(s) {
			out = append(out, Learnt{Text: s})
		}
	}
	return out[:min(len(out), mostLearnt)]
}

// sentences are those of the prose of a text: no code, no headings, no marks of lists.
func sentences(text string) []string {
	var out []string
	fence := false
	var b strings.Builder
	for line := range strings.Lines(text) {
		bare := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(bare, "```"), strings.HasPrefix(bare, "~~~"):
			fence = !fence
		case fence, strings.HasPrefix(bare, "#"), strings.HasPrefix(bare, ">"), strings.HasPrefix(bare, "|"), strings.HasPrefix(bare, "<"):
			b.WriteString("\n\n")
		default:
			item := strings.TrimLeft(bare, "-*+0123456789.) ")
			if item != bare && item != "" {
				b.WriteString("\n\n")
				line = item + "\n\n"
			}
			b.WriteString(line)
		}
	}
	for _, s := range memory.Sentences(b.String()) {
		s = strings.Join(strings.Fields(strings.ReplaceAll(strings.ReplaceAll(s, "**", ""), "__", "")), " ")
		if s != "" && len([]rune(s)) <= longestLearnt {
			out = append(out, s)
		}
	}
	return out
}

// about reports whether a sentence speaks of the session itself: what was done just now, or
// is to be done next, holds for today only.
func about(s string) bool {
	low := " " + strings.ToLower(s) + " "
	for _, w := range []string{" i've ", " i have ", " i'll ", " i will ", " i am ", " i'm ", " let me ", " let's ", " now i ", " next step", " todo", " in this session", " you can now ", " the user asked", " would you like", " shall i "} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// upper begins a text with a capital.
func upper(s string) string {
	r := []rune(strings.TrimSpace(s))
	if len(r) == 0 {
		return ""
	}
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}
