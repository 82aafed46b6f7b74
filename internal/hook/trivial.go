package hook

import (
	"strings"
	"unicode"
)

// Trivial reports whether a prompt is about nothing that a memory could be of: a word of
// consent, a command of the host, a line of a shell.
func Trivial(prompt string) bool {
	prompt = strings.TrimSpace(prompt)
	if prompt == "" || strings.HasPrefix(prompt, "/") && !strings.Contains(strings.Fields(prompt)[0][1:], "/") || strings.HasPrefix(prompt, "!") {
		return true
	}
	var words []string
	for _, w := range strings.FieldsFunc(strings.ToLower(prompt), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }) {
		if !small(w) {
			words = append(words, w)
		}
	}
	return len(words) == 0
}

// small reports whether a word is one of those of which prompts consist that ask nothing.
func small(word string) bool { return strings.Contains(smallWords, " "+word+" ") }

const smallWords = " ok okay k yes y yep yeah no n nope sure thanks thank thx you please go on ahead it that this the continue " +
	"proceed next again retry try stop wait done good great nice perfect cool fine right correct exactly lgtm do " +
	"and a i hi hello hey ja nein danke weiter gut bitte oui non merci si sí gracias да нет спасибо 好 好的 谢谢 继续 はい "
