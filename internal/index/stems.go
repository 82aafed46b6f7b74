package index

import (
	"strings"

	"github.com/blevesearch/snowballstem"
	stemDutch "github.com/blevesearch/snowballstem/dutch"
	stemFrench "github.com/blevesearch/snowballstem/french"
	stemGerman "github.com/blevesearch/snowballstem/german"
	stemItalian "github.com/blevesearch/snowballstem/italian"
	stemPortuguese "github.com/blevesearch/snowballstem/portuguese"
	stemSpanish "github.com/blevesearch/snowballstem/spanish"
	stemSwedish "github.com/blevesearch/snowballstem/swedish"
)

// common reports whether a folded word says little in a language.
func (l language) common(word string) bool { return common(word) || l != 0 && grammatical(word)&l != 0 }

// stem returns the stem of a folded word in a language. Snowball's stemmers expect accents,
// which a folded word has lost: where they need one to know an ending, it is made another
// ending before, or cut off after.
func (l language) stem(word string) string {
	if l == 0 || !latin(word) {
		return stem(irregular(word))
	}
	if len(word) < 3 || len(word) > 40 {
		return word
	}
	env := snowballstem.NewEnv(unaccented(word, l))
	switch l {
	case german:
		stemGerman.Stem(env)
	case french:
		stemFrench.Stem(env)
	case spanish:
		stemSpanish.Stem(env)
	case italian:
		stemItalian.Stem(env)
	case portuguese:
		stemPortuguese.Stem(env)
	case dutch:
		stemDutch.Stem(env)
	case swedish:
		stemSwedish.Stem(env)
	default:
		return stem(irregular(word)) // English
	}
	if s := l.shortened(env.Current()); s != "" && !l.common(s) {
		return s
	}
	return word
}

// unaccented changes an ending that needs an accent to be known.
func unaccented(word string, l language) string {
	switch l {
	case french: // décidée is décidé
		for _, end := range []string{"ees", "ee"} {
			if left, ok := strings.CutSuffix(word, end); ok && len(left) > 2 {
				return left + "e"
			}
		}
	case portuguese: // decisões is decisão, papéis is papel
		for i := 0; i < len(portuguesePlurals); i += 2 {
			if left, ok := strings.CutSuffix(word, portuguesePlurals[i]); ok && len(left) > 1 {
				return left + portuguesePlurals[i+1]
			}
		}
	}
	return word
}

// portuguesePlurals are endings, each with that of the singular.
var portuguesePlurals = [...]string{"oes", "ao", "aes", "ao", "aos", "ao", "ais", "al", "eis", "el"}

// shortened takes from a stem what the stemmer leaves on some forms of a word.
func (l language) shortened(stem string) string {
	switch l {
	case spanish: // comía is com-er, decidió is decid-ir
		if left, ok := strings.CutSuffix(stem, "i"); ok && len(left) > 2 {
			return left
		}
	case dutch: // brieven are a brief, huizen a huis
		if left, ok := strings.CutSuffix(stem, "v"); ok {
			return left + "f"
		}
		if left, ok := strings.CutSuffix(stem, "z"); ok {
			return left + "s"
		}
	case swedish: // huset is a hus
		for {
			left, ok := strings.CutSuffix(stem, "et")
			if !ok || len(left) < 3 {
				return stem
			}
			stem = left
		}
	}
	return stem
}

// elided returns what follows an article or a preposition that has lost its vowel: eau of
// l'eau. Only French and Italian write so.
func (l language) elided(left, right string) (string, bool) {
	if l&(french|italian) == 0 || len(right) < 2 {
		return "", false
	}
	switch strings.ToLower(right) {
	case "ll", "re", "ve": // what an English word has lost
		return "", false
	}
	switch strings.ToLower(left) {
	case "l", "d", "c", "m", "s", "t":
		return right, true
	case "j", "n", "qu", "jusqu", "lorsqu", "puisqu", "quelqu":
		return right, l == french
	case "un", "all", "dall", "dell", "nell", "sull", "quell", "quest", "v":
		return right, l == italian
	}
	return "", false
}
