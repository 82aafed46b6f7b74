package secret

import (
	"encoding/base64"
	"strings"
)

// findAuthorization finds what follows Bearer and Basic, in a header or beside one.
func findAuthorization(t subject) []hit {
	var hits []hit
	for _, scheme := range []string{"bearer", "basic", "token"} {
		each(t.lower, scheme, func(at int) {
			start := skipSome(t.text, at+len(scheme), 4, func(c byte) bool { return c == ' ' || c == '\t' })
			if start == at+len(scheme) || at > 0 && isWord(t.text[at-1]) {
				return
			}
			end := skipSome(t.text, start, longestValue*8, isTokenByte)
			value := strings.TrimRight(t.text[start:end], ".")
			inHeader := strings.Contains(t.lower[max(0, at-24):at], "authorization")
			if isAuthorization(scheme, value, inHeader) {
				hits = append(hits, hit{
					start: start, end: start + len(value), kind: "Authorization header", rule: "authorization-" + scheme, weight: byFrame,
				})
			}
		})
	}
	each(t.lower, "authorization:", func(at int) { // a scheme of somebody's own, or none
		start := skipSome(t.text, at+len("authorization:"), 4, isQuoteOrBlank)
		if word := skipSome(t.text, start, 24, isLetter); word > start && word < len(t.text) && t.text[word] == ' ' {
			start = word + 1
		}
		end := skipSome(t.text, start, longestValue*8, isTokenByte)
		value := strings.TrimRight(t.text[start:end], ".")
		if len(value) >= 20 && !isStandIn(value) && (isStrong(value) || isHex(value)) {
			hits = append(hits, hit{start: start, end: start + len(value), kind: "Authorization header", rule: "authorization", weight: byFrame})
		}
	})
	return hits
}

func isQuoteOrBlank(c byte) bool {
	return strings.IndexByte(" \t\"'", c) >= 0
}

func isAuthorization(scheme, value string, inHeader bool) bool {
	if isStandIn(value) {
		return false
	}
	switch scheme {
	case "basic":
		pair, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(value, "="))
		user, password, ok := strings.Cut(string(pair), ":")
		return err == nil && ok && isCredential(user, password)
	case "bearer":
		return inHeader && len(value) >= 8 && strings.ContainsAny(value, digits) && !isWordy(value) || len(value) >= 20 && isStrong(value) && !isDigest(value)
	}
	return inHeader && len(value) >= 8 && isStrong(value)
}

func isTokenByte(c byte) bool {
	return isWord(c) || strings.IndexByte("-._~+/=", c) >= 0
}
