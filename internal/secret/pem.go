package secret

import (
	"encoding/base64"
	"strings"
)

// shortestKeyLine is the least base64 after a BEGIN line that is taken for a key's body; a header that is only talked about
// has none. The bound is below any real line (64) so that a key pasted in part is refused as well.
const shortestKeyLine = 16

// findPrivateKeys finds PEM, OpenPGP and SSH2 private keys, whole or cut off, also with their line ends escaped or the whole of
// them in base64, as kubeconfig has them, and PuTTY's.
func findPrivateKeys(t subject) []hit {
	var hits []hit
	add := func(start, end int) {
		hits = append(hits, hit{start: start, end: end, kind: "Private key", rule: "private-key", weight: byShape})
	}
	each(t.lower, "private key", func(at int) {
		from := max(0, at-32)
		begin := strings.LastIndex(t.lower[from:at], "begin")
		if begin < 0 {
			return
		}
		label := strings.TrimRight(t.lower[from:from+begin], " ")
		body := at + len("private key")
		body += len(t.lower[body:]) - len(strings.TrimPrefix(strings.TrimPrefix(t.lower[body:], " block"), " "))
		if !strings.HasSuffix(label, "----") || !strings.HasPrefix(t.lower[body:], "----") {
			return
		}
		if end, ok := keyBody(t.text, body+len("----")); ok {
			add(from+len(strings.TrimRight(label, "-")), end)
		}
	})
	each(t.text, "Private-Lines:", func(at int) {
		if end, ok := keyBody(t.text, at+len("Private-Lines:")); ok {
			add(at, end)
		}
	})
	each(t.text, pemInBase64, func(at int) {
		head, err := base64.StdEncoding.DecodeString(t.text[at:min(len(t.text), at+44)])
		if end := skipSome(t.text, at, 1<<14, isTokenByte); err == nil && strings.Contains(string(head), "PRIVATE KEY") && end-at >= 80 {
			add(at, end)
		}
	})
	return hits
}

// pemInBase64 is what "-----BEGIN " begins with in base64.
const pemInBase64 = "LS0tLS1CRUdJTi"

// keyBody looks for the first line of base64 in what follows a header, and gives the end of the key: the END line's, or the
// last of the base64.
func keyBody(text string, at int) (end int, ok bool) {
	limit := min(len(text), at+1024)
	if n := strings.Index(text[at:limit], "---END"); n >= 0 {
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
