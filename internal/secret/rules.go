package secret

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Where a rule of gitleaks may find its value, which says how little of the text its regular expression has to see.
type form int

const (
	token    form = iota // within one word: ghp_…
	assigned             // after a name and an operator: discord_token = …
	spanning             // over words and lines: curl … -H "Authorization: …"
)

// A rule is one of gitleaks' default rules. Its expression is compiled when it is first needed.
type rule struct {
	id, description string
	pattern         string
	keywords        []string // in lower case; one of them stands in every text that the rule is for
	entropy         float64  // of the secret, in bits per letter; must be above it; 0 asks for none
	group           int      // the group that is the secret; 0: the first that is not empty, else all of the match
	allow           []*allowlist
	form            form
	named           bool // of an assigned rule: its keywords stand in the name, with which a match begins, and never in the value
	expr            func() *regexp.Regexp
}

type ruleset struct {
	rules []*rule
	allow *allowlist // for all rules
}

const (
	ruleHeader      = "[[rules]]"
	allowHeader     = "[[rules.allowlists]]"
	allAllowHeader  = "[allowlist]"
	literalQuote    = "'''"
	generic         = "generic-api-key"
	afterSource     = `(?:[\x60'"\s;]|\\[nr]|$)`
	afterSourceText = `(?:[\x60'"\s;,)<>*!?\]}|]|\.(?:\s|$)|\\[nr]|$)`
)

// ours are the rules of gitleaks that one of our own replaces: it sees all that the rule sees, and what the rule does not.
var ours = [...]string{"private-key", "hashicorp-tf-password"}

// publicIDs end the ids of rules for identifiers that are meant to be seen, and that are no credential without a secret.
var publicIDs = [...]string{"-client-id", "-api-id", "-access-id", "-pub-key", "-pub-api-key", "-public-key"}

// readRules reads gitleaks' default configuration, in the part of TOML in which it is written: tables, strings, numbers and
// lists of strings. Reading it through gitleaks itself compiles its 222 expressions, which takes longer than a capture may.
func readRules(toml string) (ruleset, error) {
	var (
		set   ruleset
		r     *rule
		allow *allowlist
	)
	for in := (reader{rest: toml}); ; {
		key, header, err := in.key()
		switch {
		case err != nil:
			return ruleset{}, fmt.Errorf("read gitleaks' rules, after %s: %w", set.last(), err)
		case key == "":
			return set.usable(), nil
		case header:
			switch key {
			case ruleHeader:
				r, allow = &rule{}, nil
				set.rules = append(set.rules, r)
			case allAllowHeader:
				set.allow = &allowlist{}
				allow = set.allow
			case allowHeader:
				allow = &allowlist{}
				r.allow = append(r.allow, allow)
			default:
				return ruleset{}, fmt.Errorf("read gitleaks' rules, after %s: unknown table %s", set.last(), key)
			}
			continue
		}
		values, err := in.values()
		switch {
		case err == nil && allow != nil:
			err = allow.set(key, values)
		case err == nil && r != nil:
			err = r.set(key, values)
		}
		if err != nil {
			return ruleset{}, fmt.Errorf("read gitleaks' rules, after %s, %s: %w", set.last(), key, err)
		}
	}
}

func (s ruleset) last() string {
	if len(s.rules) == 0 {
		return "the beginning"
	}
	return s.rules[len(s.rules)-1].id
}

// usable leaves out what can find nothing in a note or is not to, and prepares the rest.
func (s ruleset) usable() ruleset {
	var kept []*rule
	for _, r := range s.rules {
		if r.pattern == "" || slices.Contains(ours[:], r.id) || hasSuffix(r.id, publicIDs[:]) {
			continue
		}
		r.form = formOf(r.pattern)
		// In source a value ends at a quote or a blank; in prose also at a comma, a bracket or a full stop.
		pattern := strings.Replace(r.pattern, afterSource, afterSourceText, 1)
		if r.named = r.form == assigned && !r.hasKeywordInValue(); r.named {
			pattern = `\A(?:` + pattern + `)` // it is run where the name begins: to try every later place as well takes ten times as long
		}
		r.expr = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
		for _, a := range r.allow {
			a.prepare()
		}
		kept = append(kept, r)
	}
	if s.allow == nil {
		s.allow = &allowlist{}
	}
	s.allow.prepare()
	return ruleset{rules: kept, allow: s.allow}
}

func formOf(pattern string) form {
	if strings.HasPrefix(pattern, `(?i)[\w.-]{0,50}?(?:`) || strings.HasPrefix(pattern, `[\w.-]{0,50}?(?i:`) {
		return assigned
	}
	pattern = strings.Replace(pattern, afterSource, "", 1)
	for _, blank := range []string{`\s`, `[ \t`, `(?s`, `.*`, `[\r\n]`} {
		if strings.Contains(pattern, blank) {
			return spanning
		}
	}
	return token
}

func (r *rule) hasKeywordInValue() bool {
	_, value, _ := strings.Cut(strings.ToLower(r.pattern), `(?:=|>|`)
	return slices.ContainsFunc(r.keywords, func(word string) bool { return strings.Contains(value, strings.TrimRight(word, "_-")) })
}

func (r *rule) set(key string, values []string) (err error) {
	switch key {
	case "id":
		r.id = values[0]
	case "description":
		r.description = values[0]
	case "regex":
		r.pattern = values[0]
	case "entropy":
		r.entropy, err = strconv.ParseFloat(values[0], 64)
	case "secretGroup":
		r.group, err = strconv.Atoi(values[0])
	case "keywords":
		for _, v := range values {
			r.keywords = append(r.keywords, strings.ToLower(v))
		}
	case "path": // of the file that the rule is for; a note may quote any file
	default:
		return fmt.Errorf("unknown key of a rule")
	}
	return err
}
