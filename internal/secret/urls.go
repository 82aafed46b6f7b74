package secret

import "strings"

// findURLPasswords finds scheme://user:password@host, whatever the scheme.
func findURLPasswords(t subject) []hit {
	var hits []hit
	each(t.text, "://", func(at int) {
		if at == 0 || !isWord(t.text[at-1]) {
			return
		}
		start := at + len("://")
		end := skipSome(t.text, start, longestValue, func(c byte) bool { return c > ' ' && strings.IndexByte("/\"'`\\|", c) < 0 })
		// A password may hold an @ of its own; a list of addresses ("a://x,b://u:p@y") has its own turn for each.
		n := strings.LastIndexByte(t.text[start:end], '@')
		if n < 0 {
			return
		}
		user, password, ok := strings.Cut(t.text[start:start+n], ":")
		if !ok || strings.Contains(password, "://") || !isCredential(user, password) {
			return
		}
		from := start + len(user) + 1
		hits = append(hits, hit{start: from, end: start + n, kind: "Password in a URL", rule: "url-password", weight: byFrame})
	})
	return hits
}

// isCredential reports whether a pair could open a door. The user's name as the password (postgres:postgres) is what images
// come with, and opens doors on everybody's machine alike.
func isCredential(user, password string) bool {
	return len(password) > 1 && !strings.EqualFold(user, password) && !isStandIn(password) && !strings.ContainsAny(password, "<>{}")
}
