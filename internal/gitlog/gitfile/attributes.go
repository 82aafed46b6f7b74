package gitfile

import (
	"bytes"
	"strings"
)

// Attributes are the rules of attributes files, those that count less first. The zero value has none.
type Attributes struct {
	rules []attributeRule
}

// attributeRule is one line: what is set for the paths that match, or what a macro stands for.
type attributeRule struct {
	dir     string // where the file is, "" for the root; the rule holds below it only
	pattern string // or, for a macro, its name
	macro   bool
	sets    []attributeSet
}

// attributeSet is one attribute of a line.
type attributeSet struct {
	name  string
	value attributeValue
}

// attributeValue is isSet, isUnset, unspecified, or the text behind the equals sign.
type attributeValue string

const (
	unspecified attributeValue = ""
	isSet       attributeValue = "\x00set"
	isUnset     attributeValue = "\x00unset"
)

// ParseAttributes reads one attributes file. The dir is the folder, relative to the work tree, whose .gitattributes it
// is, with slashes; "" for that in the root, for .git/info/attributes and for those of the user and the system. Lines
// that git ignores are ignored: with a pattern that begins with an exclamation mark, with a name of an attribute that is
// none, a macro defined in other than these four, a line of 2,048 bytes or more.
func ParseAttributes(dir string, data []byte) Attributes {
	var a Attributes
	for line := range strings.Lines(string(bytes.TrimPrefix(data, []byte("\ufeff")))) {
		if line = strings.TrimSuffix(line, "\n"); len(line) >= 2048 {
			continue
		}
		if rule, ok := parseAttributeLine(line); ok && !(rule.macro && dir != "") {
			rule.dir = dir
			a.rules = append(a.rules, rule)
		}
	}
	return a
}

// Stack joins files of attributes, those that count less first: the system's, the user's, then the .gitattributes of
// the root, of each folder on the way, and .git/info/attributes last.
func Stack(files ...Attributes) Attributes {
	var all Attributes
	for _, f := range files {
		all.rules = append(all.rules, f.rules...)
	}
	return all
}

// values gives the attributes with a value for a path, relative to the work tree, of a file. With fold, patterns match
// in either case, as git does with core.ignoreCase.
//
// What counts most comes first and stays: files and lines from the last to the first, and so the words of a line. A
// macro that is set sets what it stands for, at that moment.
func (a Attributes) values(path string, fold bool) map[string]attributeValue {
	macros := map[string][]attributeSet{"binary": {{"diff", isUnset}, {"merge", isUnset}, {"text", isUnset}}}
	for _, r := range a.rules {
		if r.macro {
			macros[r.pattern] = r.sets
		}
	}
	values := map[string]attributeValue{}
	var fill func(sets []attributeSet)
	fill = func(sets []attributeSet) {
		for i := len(sets) - 1; i >= 0; i-- {
			s := sets[i]
			if _, known := values[s.name]; known {
				continue
			}
			values[s.name] = s.value
			if s.value == isSet {
				fill(macros[s.name])
			}
		}
	}
	for i := len(a.rules) - 1; i >= 0; i-- {
		if r := a.rules[i]; !r.macro && r.matches(path, fold) {
			fill(r.sets)
		}
	}
	return values
}

func (r attributeRule) matches(path string, fold bool) bool {
	if r.dir != "" {
		if len(path) <= len(r.dir) || path[len(r.dir)] != '/' || !samePrefix(path, r.dir, fold) {
			return false
		}
		path = path[len(r.dir)+1:]
	}
	pattern := r.pattern
	if strings.HasSuffix(pattern, "/") {
		return false // for folders only, and git asks for files
	}
	if !strings.Contains(pattern, "/") {
		return match(pattern, path[strings.LastIndexByte(path, '/')+1:], false, fold)
	}
	pattern = strings.TrimPrefix(pattern, "/")
	// git compares what is before the first wildcard by itself, so that ** right behind a letter counts as if it stood
	// behind a slash.
	plain := strings.IndexAny(pattern, `*?[\`)
	if plain < 0 {
		plain = len(pattern)
	}
	if plain > len(path) || !samePrefix(path, pattern[:plain], fold) {
		return false
	}
	return match(pattern[plain:], path[plain:], true, fold)
}

func samePrefix(path, prefix string, fold bool) bool {
	if fold {
		return lowerASCII(path[:len(prefix)]) == lowerASCII(prefix)
	}
	return path[:len(prefix)] == prefix
}

const attributeBlank = " \t\r\n"

func parseAttributeLine(line string) (rule attributeRule, ok bool) {
	line = strings.TrimLeft(line, attributeBlank)
	if line == "" || line[0] == '#' {
		return rule, false
	}
	pattern, rest, quoted := unquote(line)
	if !quoted {
		pattern, rest = cutBlank(line)
	}
	if name, found := strings.CutPrefix(pattern, "[attr]"); found && name != "" {
		rule.macro, pattern = true, name
		if !validAttribute(name) {
			return rule, false
		}
	} else if strings.HasPrefix(pattern, "!") {
		return rule, false
	}
	rule.pattern = pattern
	for rest = strings.TrimLeft(rest, attributeBlank); rest != ""; rest = strings.TrimLeft(rest, attributeBlank) {
		var word string
		word, rest = cutBlank(rest)
		set, ok := parseAttribute(word)
		if !ok {
			return rule, false
		}
		rule.sets = append(rule.sets, set)
	}
	return rule, true
}

func cutBlank(s string) (word, rest string) {
	if i := strings.IndexAny(s, attributeBlank); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

func parseAttribute(word string) (set attributeSet, ok bool) {
	name, value, valued := strings.Cut(word, "=")
	set.value = isSet
	if valued {
		set.value = attributeValue(value)
	}
	switch {
	case strings.HasPrefix(name, "-"):
		name, set.value = name[1:], isUnset
	case strings.HasPrefix(name, "!"):
		name, set.value = name[1:], unspecified
	}
	set.name = name
	return set, validAttribute(name)
}

func validAttribute(name string) bool {
	for _, c := range []byte(name) {
		if c != '-' && c != '.' && c != '_' && !(c >= '0' && c <= '9') && !isLower(lower(c)) {
			return false
		}
	}
	return name != "" && name[0] != '-'
}

// unquote reads a pattern in double quotes with the escapes of C; not ok if it is not one.
func unquote(s string) (text, rest string, ok bool) {
	if !strings.HasPrefix(s, `"`) {
		return "", "", false
	}
	var b []byte
	for i := 1; i < len(s); i++ {
		switch c := s[i]; c {
		case '"':
			return string(b), s[i+1:], true
		case '\\':
			i++
			if i == len(s) {
				return "", "", false
			}
			if at := strings.IndexByte(`abfnrtv\"`, s[i]); at >= 0 {
				b = append(b, "\a\b\f\n\r\t\v\\\""[at])
				continue
			}
			if i+2 >= len(s) || s[i] > '3' {
				return "", "", false
			}
			mode, octal := parseOctal(s[i : i+3])
			if !octal {
				return "", "", false
			}
			b = append(b, byte(mode))
			i += 2
		default:
			b = append(b, c)
		}
	}
	return "", "", false
}
