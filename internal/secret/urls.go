package secret

import "strings"

// findURLPasswords finds scheme://user:password@host, whatever the scheme, a token in the place of the user, and what is no
// URL but holds the same pair: user:password@tcp(host).
func findURLPasswords(t subject) []hit {
	var hits []hit
	add := func(start, end int, kind, rule string) {
		hits = append(hits, hit{start: start, end: end, kind: kind, rule: rule, weight: byFrame})
	}
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
		switch {
		case ok && !strings.Contains(password, "://") && isCredential(user, password):
			add(start+len(user)+1, start+n, "Password in a URL", "url-password")
		case (!ok || isStandIn(password)) && isUserToken(user) && !strings.Contains(t.lower[start+n:end], "sentry"):
			add(start, start+len(user), "Token in a URL", "url-token")
		}
	})
	for _, network := range []string{"@tcp(", "@unix("} {
		each(t.text, network, func(at int) {
			start := at
			for start > 0 && at-start < 128 && t.text[start-1] > ' ' && strings.IndexByte("\"'`=", t.text[start-1]) < 0 {
				start--
			}
			user, password, ok := strings.Cut(t.text[start:at], ":")
			if ok && isName(user) && isCredential(user, password) {
				add(start+len(user)+1, at, "Password in a data source's name", "dsn-password")
			}
		})
	}
	findSignedURLs(t, add)
	return hits
}

// findSignedURLs finds addresses that open what they name to everybody who holds them.
func findSignedURLs(t subject, add func(start, end int, kind, rule string)) {
	for _, host := range []string{"discord.com/api/webhooks/", "discordapp.com/api/webhooks/"} {
		each(t.lower, host, func(at int) {
			start := skipSome(t.text, at+len(host), 24, isDigit)
			end := skipSome(t.text, start, longestValue, isTokenByte)
			if end-start > 40 && isStrong(t.text[start+1:end]) {
				add(start+1, end, "Discord webhook", "discord-webhook")
			}
		})
	}
	each(t.text, "sig=", func(at int) {
		start := at + len("sig=")
		end := skipSome(t.text, start, longestValue, func(c byte) bool { return isTokenByte(c) || c == '%' })
		signed := strings.Contains(t.text[max(0, at-longestValue):min(len(t.text), end+longestValue)], "sv=20")
		if at > 0 && strings.IndexByte("?&", t.text[at-1]) >= 0 && signed && end-start >= 40 && isStrong(t.text[start:end]) {
			add(start, end, "Azure shared access signature", "azure-sas")
		}
	})
}

// isUserToken knows https://TOKEN@host. A key of 32 hexadecimal digits is left: it is Sentry's, and meant to be seen.
func isUserToken(user string) bool {
	return len(user) >= 20 && !isStandIn(user) && isName(strings.ReplaceAll(user, "-", "_")) && (isStrong(user) && !isDigest(user) || isHex(user) && len(user) == 40)
}

// isCredential reports whether a pair could open a door. The user's name as the password (postgres:postgres) is what images
// come with, and opens doors on everybody's machine alike; three letters (abc:xyz) are a manual's.
func isCredential(user, password string) bool {
	return len(password) >= shortestPassword && !strings.EqualFold(user, password) && !isStandIn(password) && !strings.ContainsAny(password, "<>{}")
}

const shortestPassword = 4
