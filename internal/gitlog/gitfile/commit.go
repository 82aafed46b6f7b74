package gitfile

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Person is who did something, and when.
type Person struct {
	Name, Mail string
	When       time.Time // to the second, with its zone's offset to the minute
}

// Commit is what a commit object holds.
type Commit struct {
	Tree              Hash
	Parents           []Hash // none for a root commit; two or more for a merge
	Author, Committer Person
	Message           string // a subject line, and after an empty line the rest
}

// EncodeCommit gives the content of a commit object. Names, addresses and message are cleaned as git does: no angle
// brackets, newlines or NULs and no punctuation around a name or an address; a message of valid UTF-8 with LF line
// ends, no empty lines around it and one newline at its end. A person without a name or with a time before 1970 is an
// error, for git refuses to read such commits.
func EncodeCommit(c Commit) ([]byte, error) {
	b := make([]byte, 0, 512+len(c.Message))
	b = appendRef(b, "tree", c.Tree)
	for _, p := range c.Parents {
		b = appendRef(b, "parent", p)
	}
	var err error
	if b, err = appendPerson(b, "author", c.Author); err != nil {
		return nil, err
	}
	if b, err = appendPerson(b, "committer", c.Committer); err != nil {
		return nil, err
	}
	b = append(b, '\n')
	return append(b, cleanMessage(c.Message)...), nil
}

func appendRef(b []byte, key string, h Hash) []byte {
	b = append(append(b, key...), ' ')
	return append(hex.AppendEncode(b, h[:]), '\n')
}

func appendPerson(b []byte, key string, p Person) ([]byte, error) {
	name, mail, unix := cleanIdent(p.Name), cleanIdent(p.Mail), p.When.Unix()
	if name == "" {
		return nil, fmt.Errorf("%s %q has no name", key, p.Name)
	}
	if unix < 0 {
		return nil, fmt.Errorf("%s %s at %s, which is before 1970", key, name, p.When)
	}
	_, offset := p.When.Zone()
	sign, minutes := '+', offset/60
	if minutes < 0 {
		sign, minutes = '-', -minutes
	}
	b = append(b, key+" "+name+" <"+mail+"> "...)
	b = strconv.AppendInt(b, unix, 10)
	return fmt.Appendf(b, " %c%02d%02d\n", sign, minutes/60, minutes%60), nil
}

// cleanIdent takes out what would end a name or an address early, and git's "crud" around it.
func cleanIdent(s string) string {
	s = strings.TrimFunc(strings.ToValidUTF8(s, "\ufffd"), func(r rune) bool {
		return r <= ' ' || strings.ContainsRune(`,:;<>"\'`, r)
	})
	return strings.Map(func(r rune) rune {
		switch r {
		case 0, '\n', '<', '>':
			return -1
		}
		return r
	}, s)
}

func cleanMessage(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "\r\n", "\n")
	s = strings.ReplaceAll(s, "\x00", "")
	lines := strings.Split(s, "\n")
	for len(lines) > 1 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	return strings.TrimRight(strings.Join(lines, "\n"), " \t\r\n") + "\n"
}
