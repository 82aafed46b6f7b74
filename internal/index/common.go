package index

import "strings"

// common reports whether a folded word is so usual in English that it says little: it is
// indexed like any other, but counts in no length, and in a question only where there is
// nothing else. Negations are among them; Likeness counts those all the same.
func common(word string) bool {
	if len(word) == 0 || len(word) > 10 {
		return false
	}
	// One string and no map: nothing is built when the program starts.
	i := strings.Index(commonWords, " "+word+" ")
	return i >= 0 && strings.IndexByte(word, ' ') < 0
}

const commonWords = " a about above after again against all also am an and any are as at be because been before being " +
	"below between both but by can could did do does doing down during each few for from further get gets getting got had has have having " +
	"he her here hers herself him himself his how i if in into is it its itself just let me many might more most much must my myself no nor " +
	"not now of off on once only or other our ours ourselves out over own same shall she should so some such than that the " +
	"their theirs them themselves then there these they this those through to too under until up us very was we were " +
	"what when where which while who whom why will with would you your yours yourself yourselves "

// negation reports whether a folded word turns a statement into its contrary.
func negation(word string) bool {
	switch word {
	case "no", "not", "nor", "never", "without", "cannot":
		return true
	}
	return false
}

// commonPiece reports whether two letters of a script without spaces belong to the grammar
// of a question and not to what it is about: one of them is a Chinese particle, pronoun or
// question word, or a Japanese particle.
func commonPiece(bigram string) bool {
	return strings.ContainsAny(bigram, "的是了什么吗呢吧谁哪怎啥呀啊哦着这那个你我他她们您のはがをにでへ")
}
