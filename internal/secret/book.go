package secret

import (
	"strings"
	"sync"
)

// A book is gitleaks' configuration taken apart into its rules, each of them unread. To read all 222 takes longer than the
// rest of a recall's work beside the search, and a text meets the keywords of two or three.
type book struct {
	pages []page
	allow *allowlist // for all rules
}

// A page is the text of one rule.
type page struct {
	keywords []string       // in lower case
	read     func() []*rule // the rule, or none if it is of no use for notes
}

// openBook takes a configuration apart. Only what stands before the first rule is read.
func openBook(toml string) book {
	head, rest, _ := strings.Cut(toml, "\n"+ruleHeader+"\n")
	b := book{allow: mustRead(head).allow}
	for more := rest != ""; more; {
		var text string
		text, rest, more = strings.Cut(rest, "\n"+ruleHeader+"\n")
		b.pages = append(b.pages, page{keywordsOf(text), sync.OnceValue(func() []*rule { return mustRead(ruleHeader + "\n" + text).rules })})
	}
	return b
}

// keywordsOf reads the keywords of a rule and nothing else of it.
func keywordsOf(text string) []string {
	_, text, _ = strings.Cut(text, "\nkeywords = ")
	in := reader{rest: text}
	words, err := in.values()
	if err != nil {
		return nil // as of a rule without any, which finds nothing
	}
	for i, w := range words {
		words[i] = strings.ToLower(w)
	}
	return words
}

func mustRead(toml string) ruleset {
	set, err := readRules(toml)
	if err != nil {
		// unreachable: the text is part of the binary, and a test reads every rule of it.
		panic("secret: " + err.Error())
	}
	return set
}

// rulesFor gives the rules whose keywords stand in a text.
func (b book) rulesFor(t subject) ruleset {
	set := ruleset{allow: b.allow}
	for _, p := range b.pages {
		if containsAny(t.lower, p.keywords) {
			set.rules = append(set.rules, p.read()...)
		}
	}
	return set
}
