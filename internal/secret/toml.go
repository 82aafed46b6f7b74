package secret

import (
	"errors"
	"strconv"
	"strings"
)

var errTOML = errors.New("not the TOML that is read here")

// A reader reads gitleaks' configuration from front to back. The strings it gives are parts of that text, not copies.
type reader struct {
	rest string
}

// key gives the next key, or the next table's header as it is written; "" at the end.
func (in *reader) key() (key string, header bool, err error) {
	in.skip()
	if in.rest == "" {
		return "", false, nil
	}
	line, _, _ := strings.Cut(in.rest, "\n")
	if strings.HasPrefix(line, "[") {
		in.rest = in.rest[len(line):]
		return strings.TrimSpace(line), true, nil
	}
	key, _, ok := strings.Cut(line, "=")
	if !ok {
		return "", false, errTOML
	}
	in.rest = in.rest[len(key)+1:]
	return strings.TrimSpace(key), false, nil
}

// values gives the value after a key: the strings of a list, or the one string or number. It is never empty without an error.
func (in *reader) values() ([]string, error) {
	in.skip()
	if !strings.HasPrefix(in.rest, "[") {
		v, err := in.value()
		return []string{v}, err
	}
	in.rest = in.rest[1:]
	var list []string
	for {
		in.skip()
		if strings.HasPrefix(in.rest, "]") {
			in.rest = in.rest[1:]
			if len(list) == 0 {
				return nil, errTOML
			}
			return list, nil
		}
		v, err := in.value()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		in.skip()
		in.rest = strings.TrimPrefix(in.rest, ",")
	}
}

func (in *reader) value() (string, error) {
	switch {
	case strings.HasPrefix(in.rest, literalQuote):
		v, rest, ok := strings.Cut(in.rest[len(literalQuote):], literalQuote)
		if !ok {
			return "", errTOML
		}
		in.rest = rest
		return strings.TrimPrefix(v, "\n"), nil
	case strings.HasPrefix(in.rest, `"`):
		quoted, err := strconv.QuotedPrefix(in.rest)
		if err != nil {
			return "", errTOML
		}
		in.rest = in.rest[len(quoted):]
		v, err := strconv.Unquote(quoted)
		return v, err
	}
	n := strings.IndexFunc(in.rest, func(r rune) bool { return !strings.ContainsRune("+-.0123456789", r) })
	if n <= 0 {
		return "", errTOML
	}
	v := in.rest[:n]
	in.rest = in.rest[n:]
	return v, nil
}

// skip passes blanks and comments.
func (in *reader) skip() {
	for {
		in.rest = strings.TrimLeft(in.rest, " \t\r\n")
		if !strings.HasPrefix(in.rest, "#") {
			return
		}
		_, in.rest, _ = strings.Cut(in.rest, "\n")
	}
}
