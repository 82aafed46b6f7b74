package secret

import (
	"math"
	"strings"
	"unicode/utf8"
)

// A span is the part of a text that a rule is run over: text[start:end].
type span struct {
	start, end int
}

const (
	shortestToken = 12   // bytes of a word that a token rule is run over; the shortest token of any rule has 13
	shortestValue = 10   // bytes of a value beside a vendor's name; the shortest of any rule has 10
	longestName   = 48   // bytes between a vendor's name and the operator
	longestValue  = 512  // bytes of a value that are looked at
	around        = 100  // bytes before a keyword that a rule sees which may find it within the value
	longestPrefix = 50   // bytes of a name before the vendor's name
	after         = 80   // bytes after a value that its rule sees: where it ends, or what turns out to be the value
	window        = 2048 // bytes after its keyword that a spanning rule sees
)

// find runs the rules of gitleaks over a text. A rule's expression is slow to compile and slow to run, so it sees only the
// parts of the text where its keyword stands and where something of the right form follows: in most notes, none.
func (s ruleset) find(t subject) []hit {
	var hits []hit
	words := longWords(t.text)
	for _, r := range s.rules {
		var parts []span
		switch r.form {
		case token:
			parts = r.words(t, words)
		case assigned:
			parts = r.assignments(t)
		case spanning:
			parts = r.windows(t)
		}
		for _, part := range parts {
			if hits = append(hits, s.match(r, t, part)...); len(hits) >= MaxFindings {
				return hits
			}
		}
	}
	return hits
}

// longWords gives the runs of visible ASCII that are long enough to hold a token.
func longWords(text string) []span {
	var words []span
	for i := 0; i < len(text); i++ {
		start := i
		for i < len(text) && '!' <= text[i] && text[i] <= '~' {
			i++
		}
		if i-start >= shortestToken {
			words = append(words, span{start, i})
		}
	}
	return words
}

// words gives the words that hold a keyword of the rule; all of them if its keyword is no part of what it matches.
func (r *rule) words(t subject, words []span) []span {
	pattern := strings.ReplaceAll(strings.ToLower(r.pattern), `\`, "")
	var parts []span
	for _, w := range words {
		if !containsEach(pattern, r.keywords) || containsAny(t.lower[w.start:w.end], r.keywords) {
			parts = append(parts, w)
		}
	}
	return parts
}

// assignments gives the places where an operator and a long value follow a keyword of the rule, or where the keyword begins a
// long value.
func (r *rule) assignments(t subject) []span {
	var parts []span
	for _, word := range r.keywords {
		last := -1
		each(t.lower, word, func(at int) {
			start, end, ok := valueAfter(t.text, at+len(word))
			if !ok && !r.named {
				start, end = at, skipSome(t.text, at, longestValue, isValueByte)
				ok = end-start >= shortestValue
			}
			if !ok || end == last || r.id == generic && !strings.ContainsAny(t.text[start:end], digits) {
				return
			}
			last = end
			start = max(0, at-around)
			if r.named {
				for start = at; start > 0 && at-start < longestPrefix && (isWord(t.text[start-1]) || strings.IndexByte(".-", t.text[start-1]) >= 0); {
					start--
				}
			}
			parts = append(parts, span{start, min(len(t.text), end+after)})
		})
	}
	return parts
}

// valueAfter gives the value that an operator assigns to the name that ends at or soon after offset at: text[start:end].
// It takes whatever gitleaks' expressions for names and operators take, and more. A name may hold one operator of its own.
func valueAfter(text string, at int) (start, end int, ok bool) {
	for range 2 {
		at = skipSome(text, at, longestName, func(c byte) bool { return isWord(c) || strings.IndexByte(" \t\r\n\v\f.-'\"", c) >= 0 })
		op := skipSome(text, at, 4, func(c byte) bool { return strings.IndexByte("=>:|?,", c) >= 0 })
		if op == at {
			return 0, 0, false
		}
		start = skipSome(text, op, 5, func(c byte) bool { return strings.IndexByte("`'\"= \t\r\n\v\f", c) >= 0 })
		end = skipSome(text, start, longestValue, isValueByte)
		if end-start >= shortestValue {
			return start, end, true
		}
		at = op
	}
	return 0, 0, false
}

func isValueByte(c byte) bool {
	return '!' <= c && c <= '~' && strings.IndexByte("'\"`;", c) < 0
}

// windows gives the text from the line of a keyword on.
func (r *rule) windows(t subject) []span {
	var parts []span
	if r.id == "kubernetes-secret-yaml" && !(strings.Contains(t.lower, "kind:") && strings.Contains(t.lower, "data:")) {
		return nil // "secret" is a common word, and the expression is a large one
	}
	for _, word := range r.keywords {
		each(t.lower, word, func(at int) {
			start := max(0, at-window)
			start += 1 + strings.LastIndexByte(t.text[start:at], '\n')
			end := min(len(t.text), at+window)
			if n := len(parts); n > 0 && start < parts[n-1].end && parts[n-1].start <= start {
				parts[n-1].end = end
				return
			}
			parts = append(parts, span{start, end})
		})
	}
	return parts
}

// match runs one rule over a part of a text, and drops what gitleaks' own lists or ours hold to be no secret.
func (s ruleset) match(r *rule, t subject, part span) []hit {
	var hits []hit
	text := t.text[part.start:part.end]
	for _, groups := range r.expr().FindAllStringSubmatchIndex(text, MaxFindings) {
		from, to := r.secret(groups)
		secret, match := text[from:to], text[groups[0]:groups[1]]
		if r.entropy > 0 && entropy(secret) <= r.entropy || r.ordinary(secret, match) {
			continue
		}
		if line := lineAround(t.text, part.start+groups[0], part.start+groups[1]); s.allow.allows(secret, match, line) || r.allows(secret, match, line) {
			continue
		}
		hits = append(hits, hit{
			start: part.start + from, end: part.start + to, kind: kindOf(r.description), rule: r.id, weight: r.weight(),
		})
	}
	return hits
}

// secret gives the offsets of the secret in a match: the rule's group, else the first that is not empty, else the match.
func (r *rule) secret(groups []int) (from, to int) {
	if g := 2 * r.group; g > 0 && groups[g] >= 0 {
		return groups[g], groups[g+1]
	}
	for g := 2; g < len(groups); g += 2 {
		if groups[g] < groups[g+1] {
			return groups[g], groups[g+1]
		}
	}
	return groups[0], groups[1]
}

// ordinary reports whether a match is what stands in any engineer's notes: a stand-in, and for a rule that goes by a name a
// digest, an id or a phrase. "Sourcegraph at 4c53…" and "heroku app: 9b2e…" are no credentials; "HEROKU_API_KEY=9b2e…" is.
func (r *rule) ordinary(secret, match string) bool {
	switch {
	case isStandIn(secret):
		return true
	case r.form == spanning:
		return false
	case r.form == token:
		// Vault's old tokens begin with "s." alone, as a method of s does.
		return isDigest(secret) || strings.HasPrefix(secret, "s.") && isWordy(secret)
	case r.id == generic:
		name, _, _ := strings.Cut(match, secret)
		// "…, the key, SecP256r1MLKEM768 and …", or a sentence that goes on in the next line
		listed := strings.HasSuffix(strings.TrimRight(name, " \t\r\n"), ",") || strings.Contains(name, "\n")
		return isDigest(secret) || !isStrong(secret) || listed || containsAny(lowerASCII(match), openValues[:])
	}
	name := lowerASCII(strings.TrimSuffix(match, secret))
	if isDigest(secret) || strings.Trim(secret, digits) == "" {
		return !containsAny(name, []string{"key", "token", "secret", "passw", "auth", "cred"})
	}
	return strings.ContainsAny(secret, "-_.") && isWordy(secret)
}

// openValues name what is called a key or goes with one, and is shown to everybody.
var openValues = [...]string{"websocket-key", "websocket-accept", "thumbprint", "fingerprint", "vkey", "sha256:", "md5:",
	"page_token", "page token", "pagetoken", "continuation"}

func (r *rule) weight() weight {
	switch {
	case r.id == generic:
		return byName
	case r.form == token:
		return byShape
	}
	return byFrame
}

// entropy is Shannon's, in bits per letter, as gitleaks counts it.
func entropy(s string) float64 {
	counts := map[rune]int{}
	for _, r := range s {
		counts[r]++
	}
	bits := 0.0
	for _, n := range counts {
		p := float64(n) / float64(len(s))
		bits -= p * math.Log2(p)
	}
	return bits
}

// kindOf takes the name of the credential out of gitleaks' description of a rule, which reads "Uncovered a possible Airtable
// API Key, potentially compromising …".
func kindOf(description string) string {
	kind, _, _ := strings.Cut(description, ",")
	kind, _, _ = strings.Cut(kind, " provided in ")
	kind = strings.TrimSuffix(kind, " detected")
	for _, lead := range []string{"Possible ", "Uncovered ", "Identified ", "Detected ", "Discovered ", "Found ", "a ", "an ", "potential ",
		"possible ", "pattern that may indicate ", "pattern resembling ", "pattern that resembles ", "a ", "an "} {
		kind = strings.TrimPrefix(kind, lead)
	}
	kind = strings.TrimSuffix(kind, ".")
	r, size := utf8.DecodeRuneInString(kind)
	return strings.ToUpper(string(r)) + kind[size:]
}
