package secret

import "strings"

// shortestKeyLine is the least base64 after a BEGIN line that is taken for a key's body; a header that is only talked about
// has none. The bound is below any real line (64) so that a key pasted in part is refused as well.
const shortestKeyLine = 16

// findPrivateKeys finds PEM and OpenPGP private keys, whole or cut off, also with their line ends escaped, and PuTTY's.
func findPrivateKeys(t subject) []hit {
	var hits []hit
	add := func(at, body int) {
		if end, ok := keyBody(t.text, body); ok {
			hits = append(hits, hit{start: at, end: end, kind: "Private key", rule: "private-key", weight: byShape})
		}
	}
	each(t.text, "-----BEGIN", func(at int) {
		label, _, ok := strings.Cut(t.text[at+len("-----BEGIN"):min(len(t.text), at+100)], "-----")
		if ok && strings.Contains(label, "PRIVATE KEY") {
			add(at, at+len("-----BEGIN")+len(label)+len("-----"))
		}
	})
	each(t.text, "Private-Lines:", func(at int) { add(at, at+len("Private-Lines:")) })
	return hits
}

// keyBody looks for the first line of base64 in what follows a header, and gives the end of the key: the END line's, or the
// last of the base64.
func keyBody(text string, at int) (end int, ok bool) {
	limit := min(len(text), at+1024)
	if n := strings.Index(text[at:limit], "-----END"); n >= 0 {
		limit = at + n
	}
	for i := at; i < limit; i++ {
		start := i
		for i < limit && (isLetter(text[i]) || isDigit(text[i]) || text[i] == '+' || text[i] == '/') {
			i++
		}
		if i-start >= shortestKeyLine && !isStandIn(text[start:i]) {
			return keyEnd(text, i), true
		}
	}
	return 0, false
}

func keyEnd(text string, at int) int {
	at = skipSome(text, at, 1<<14, func(c byte) bool { return isWord(c) || strings.IndexByte("+/=\\: \t\r\n", c) >= 0 })
	if strings.HasPrefix(text[at:], "-----END") {
		at += len("-----END")
		if n := strings.Index(text[at:min(len(text), at+100)], "-----"); n >= 0 {
			at += n + len("-----")
		}
	}
	return at
}
