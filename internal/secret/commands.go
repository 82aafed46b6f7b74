package secret

import "strings"

// A command takes its password in a flag that says nothing of it.
type command struct {
	name string // what stands before the flag on the line, in lower case
	flag string // with the blank before it
	pair bool   // the flag's value is user:password
	glue bool   // the value may stand right after the flag: mysql -pv
}

var commands = [...]command{
	{name: "curl", flag: " -u", pair: true, glue: true},
	{name: "curl", flag: " --user", pair: true},
	{name: "curl", flag: " --proxy-user", pair: true},
	{name: "http", flag: " -a", pair: true},
	{name: "docker login", flag: " -p"},
	{name: "podman login", flag: " -p"},
	{name: "oc login", flag: " -p"},
	{name: "az login", flag: " -p"},
	{name: "helm registry login", flag: " -p"},
	{name: "sshpass", flag: " -p", glue: true},
	{name: "mysql", flag: " -p", glue: true},
	{name: "mysqldump", flag: " -p", glue: true},
	{name: "mongosh", flag: " -p"},
	{name: "redis-cli", flag: " -a"},
	{name: "convertto-securestring", flag: " -string"},
	{name: "convertto-securestring", flag: ""},
	{name: "login", flag: " password"}, // .netrc
}

// farthestFlag is how many bytes after its command, on the same line, a flag is looked for.
const farthestFlag = 160

// findCommandPasswords finds what is given to a command in a flag: curl -u user:password, sshpass -p password.
func findCommandPasswords(t subject) []hit {
	var hits []hit
	for _, c := range commands {
		each(t.lower, c.name, func(at int) {
			if !startsWord(t.lower, at) {
				return
			}
			from := at + len(c.name)
			line, _, _ := strings.Cut(t.lower[from:min(len(t.lower), from+farthestFlag)], "\n")
			n := strings.Index(line, c.flag)
			if n < 0 {
				return
			}
			start, end, ok := c.argument(t.text, from+n+len(c.flag))
			if !ok {
				return
			}
			if c.pair {
				user, password, ok := strings.Cut(t.text[start:end], ":")
				if !ok || !isCredential(user, password) {
					return
				}
				start += len(user) + 1
			} else if !isTyped(t.text[start:end]) {
				return
			}
			hits = append(hits, hit{start: start, end: end, kind: "Password in a command", rule: "command-password", weight: byFrame})
		})
	}
	return hits
}

// argument gives a flag's value without its quotes: text[start:end].
func (c command) argument(text string, at int) (start, end int, ok bool) {
	start = skipSome(text, at, 3, func(b byte) bool { return b == ' ' || b == '=' })
	if start == at && !c.glue {
		return 0, 0, false
	}
	if quote := text[start:min(len(text), start+1)]; quote == `"` || quote == `'` {
		start++
		n := strings.IndexAny(text[start:min(len(text), start+longestValue)], quote+"\n")
		return start, start + n, n > 0
	}
	end = skipSome(text, start, longestValue, func(b byte) bool { return b > ' ' && strings.IndexByte("\"'`|;&<>", b) < 0 })
	value := strings.TrimRight(text[start:end], ".,)]")
	return start, start + len(value), value != ""
}

// isTyped reports whether a flag's value is a password and no port ("docker run -p 8080:80"), variable or option.
func isTyped(v string) bool {
	return len(v) >= 6 && !strings.HasPrefix(v, "-") && strings.Trim(v, "0123456789:.") != "" && !isStandIn(v) && !isFilePath(v) &&
		strings.ContainsAny(v, digits+"!@#%^&*?+~") && !isWordy(v)
}
