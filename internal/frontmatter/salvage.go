package frontmatter

import (
	"strings"
	"unicode/utf8"
)

// salvage reads what it can of a block that is not to be given to the YAML reader or was refused by it: the lines that
// look like a top-level key, and the block lists below them. The first of two equal keys counts.
func salvage(block []byte) []entry {
	text := strings.ToValidUTF8(string(block), string(utf8.RuneError))
	var entries []entry
	seen := make(map[string]bool)
	open := false // the last key has no value yet, or a block list
	for line := 1; text != ""; line++ {
		var row string
		row, text = cutLine(text)
		row = strings.TrimRight(row, " \t")
		if key, value, ok := looseKey(row); ok {
			open = !seen[key] && (value == "" || value[0] == '#')
			if !seen[key] {
				seen[key] = true
				entries = append(entries, salvageValue(entry{key: key, line: line}, value))
			}
			continue
		}
		item, isItem := strings.CutPrefix(strings.TrimLeft(row, " "), "- ")
		if item = strings.TrimSpace(item); open && isItem && item != "" {
			e := &entries[len(entries)-1]
			e.kind = kindList
			e.items = append(e.items, salvageValue(entry{}, item).text)
		}
	}
	return entries
}

// salvageValue reads a value as the scanner does; what the scanner does not understand is taken as it stands.
func salvageValue(e entry, value string) entry {
	if value == "" || value[0] == '#' {
		return e
	}
	if s := (scanner{}); value[0] == '[' && s.flow(value) {
		e.kind, e.items = kindList, s.items
		return e
	}
	var ok bool
	if e.kind, e.text, ok = scalarLine(value); ok {
		return e
	}
	text, _, _ := strings.Cut(value, " #")
	e.kind, e.text = kindPlain, strings.TrimRight(text, " \t")
	if inner, ok := strings.CutPrefix(e.text, "["); ok && strings.HasSuffix(inner, "]") {
		for _, item := range (entry{kind: kindPlain, text: inner[:len(inner)-1]}).list() {
			e.items = append(e.items, strings.Trim(item, `"'`))
		}
		e.kind, e.text = kindList, ""
	}
	return e
}

// looseKey takes a key at column 0, quoted or not, off a line. A key is no sentence: 64 letters at most, and no mark
// in front that makes the line a list item, a heading, a quote or a table.
func looseKey(row string) (key, value string, ok bool) {
	if row == "" || strings.IndexByte(" \t#-<>|=*[]{}", row[0]) >= 0 {
		return "", "", false
	}
	end := strings.Index(row, ": ")
	if tab := strings.Index(row, ":\t"); tab >= 0 && (end < 0 || tab < end) {
		end = tab
	}
	if end < 0 && row[len(row)-1] == ':' {
		end = len(row) - 1
	}
	if end < 0 || utf8.RuneCountInString(row[:end]) > 64 {
		return "", "", false
	}
	key = strings.TrimRight(row[:end], " ")
	if n := len(key); n >= 2 && (key[0] == '"' || key[0] == '\'') && key[n-1] == key[0] {
		key = key[1 : n-1]
	}
	return key, strings.TrimLeft(row[end+1:], " \t"), key != ""
}

// looksLikeKeys tells broken metadata from prose between two rules: the first line that says anything begins with a
// key of one word, or at least half of the lines at column 0 begin with a key.
func looksLikeKeys(block []byte) bool {
	text := string(block)
	keys, rows := 0, 0
	for text != "" {
		var row string
		row, text = cutLine(text)
		row = strings.TrimRight(row, " \t")
		if row == "" || row[0] == '#' || row[0] == ' ' || row[0] == '\t' {
			continue
		}
		rows++
		key, _, ok := looseKey(row)
		if !ok {
			continue
		}
		keys++
		if rows == 1 && !strings.Contains(key, " ") {
			return true
		}
	}
	return keys > 0 && 2*keys >= rows
}
