package judge

import (
	"slices"
	"strings"
)

// states reports whether a text is a plain statement about something: whole sentences with
// a subject and a verb, and nothing in them that makes an opinion, a wish, an order, a rule
// or a failure of it. What says neither is no statement: a fragment, a question, chatter.
func states(r reading) bool {
	if r.asks() || r.steps() > 0 || failing(r) || r.says(unlike()...) || r.says("may be", "may have", "may not", "may also", "may need") || r.begins(orders()...) {
		return false
	}
	said := 0
	for _, s := range r.sentences() {
		switch {
		case keyed(s):
			return false
		case asserts(s):
			said++
		case len(s) > heading:
			return false
		}
	}
	return said > 0
}

// heading is the most words of a line that may stand beside statements and be none: a title.
const heading = 12

// unlike lists the words that make something else of a statement.
func unlike() []string {
	return strings.Fields(`i we you me us my our your mine ours yours im ive ill were youre
		should must shall would could might ought maybe perhaps probably possibly likely supposedly hopefully
		think thinks thought believe believes feel feels felt seems seem seemed appears guess reckon opinion honestly frankly
		better best worse worst worth ideal ideally idea proposal recommend recommends recommended suggest suggests consider
		prefer prefers preferred preference like likes liked dislike dislikes want wants wanted wish wishes wished hopes hoped
		enjoy enjoys loves loved hate hates fond rather favourite favorite keen passionate values appreciates admires cherishes hating loving
		drinks eats orders wears avoids refuses insists
		always never please lets dont cannot rule policy convention conventions standard guideline mandatory forbidden allowed required
		because due caused since so therefore hence otherwise unless instead
		wrong missing froze frozen slow loose off misses helps helped works mended
		how why lesson lessons retro retrospective gotcha tip todo deferred`)
}

// orders lists what a sentence begins with that tells somebody to do something, sets a
// condition, or speaks of every thing of a kind.
func orders() []string {
	return strings.Fields(`add adopt allow apply ask attach avoid back book build buy bring call capture change check choose clean clear close
		commit configure consider continue convert copy create cut debug delete deploy do document dont download drop edit enable ensure
		export extract file fill find fix follow format get give go group handle ignore implement import include indent install invoke
		keep launch learned leave let lessons limit link list load log look make mark merge move name never note nothing only open pass pick place plan
		prefer press print promise put query read rebuild refactor remember remove rename repeat replace reply report require reset
		restart restore return review rotate run save search see send set ship show sign skip sort split start stop store strip switch
		tag take tell test track treat trust try turn update upgrade use validate verify wait wash watch write
		if when whenever while before after until to for in-case once
		all any each every no none anyone everyone everybody anybody nobody whoever`)
}

// keyed reports whether a sentence is a key of one or two words and its value: "status: open".
func keyed(words []string) bool {
	return slices.ContainsFunc(words[:min(3, len(words))], func(w string) bool { return strings.HasSuffix(w, ":") })
}

// asserts reports whether a sentence says something of one thing: a subject that is
// told from a kind of things, then a verb. Where the subject is certain by its first word
// any verb will do.
func asserts(words []string) bool {
	if strings.HasSuffix(words[0], "ing") {
		return false
	}
	certain := len(words) >= 4 && slices.Contains([]string{"the", "this", "these", "those", "his", "her", "its", "their"}, words[0])
	for i, w := range words {
		switch {
		case strings.HasSuffix(w, ":"):
			return false
		case i == 0:
		case slices.Contains(plural(), w): // of many: "the tests are", not "tests are"
			return slices.ContainsFunc(words[:i], definite)
		case slices.Contains(singular(), w), takes(words[i:]): // of one: but not of any one, "a test is"
			return words[0] != "a" && words[0] != "an"
		case slices.Contains(past(), w), strings.HasSuffix(w, "ed") && len(w) > 4 && words[i-1] != "not":
			return true
		}
	}
	return certain // whatever its verb is
}

// takes reports whether words begin with a verb of one and what it is done to: "paints the".
func takes(words []string) bool {
	return len(words) > 1 && len(words[0]) > 3 && strings.HasSuffix(words[0], "s") && !strings.HasSuffix(words[0], "ss") &&
		slices.Contains([]string{"a", "an", "the", "his", "her", "their", "its", "himself", "herself", "itself"}, words[1])
}

// definite reports whether a word shows that certain things are spoken of.
func definite(word string) bool {
	return strings.ContainsAny(word, "0123456789") || slices.Contains(strings.Fields(
		"the these those this that his her their its both two three four five six seven eight nine ten and"), word)
}

func plural() []string { return []string{"are", "have", "arent", "havent"} }

func singular() []string {
	return strings.Fields(`is isnt has hasnt does doesnt can will
		accepts allows attends becomes begins belongs builds buys calls comes connects contains costs covers creates crosses cultivates cuts
		deals depends develops displays drives emits ends enters expects expires exports extends faces feeds finds flows follows gets
		gives grows handles hangs helps hides holds hosts includes inherits invokes joins keeps knows lacks lasts launches leads leaves lies
		lists listens lives loads looks makes manages maps matters means measures meets moves needs offers opens organizes organises overlaps owns
		performs plays points practices practises produces provides publishes pulls pushes reaches reads receives refers remembers
		rents replaces requires resides returns runs sees sells sends serves shares shows sits sleeps speaks spans spends splits stands
		starts stays stops stores studies supports takes talks teaches tells tends travels turns uses volunteers wakes weighs wins writes`)
}

func past() []string {
	return strings.Fields(`was were had did wasnt werent became began bought brought built came caught chose cost drew drove fell flew found
		gave got grew heard held hit kept knew led left let lit made met paid put ran rose said sang sat saw sent set shot
		showed sold spent spoke stood sung swam taught told took went woke won wore wrote lost`)
}
