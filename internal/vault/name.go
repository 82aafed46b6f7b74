package vault

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsNotePath reports whether a path, slash-separated and relative to the vault, can be a
// note's by its name alone: below memory, ending in .md, no part hidden, no copy that a
// sync service made. Everything else is never indexed, edited or committed as a memory.
func IsNotePath(p string) bool {
	rest, ok := strings.CutPrefix(p, notesDir+"/")
	if !ok || path.Clean(p) != p {
		return false
	}
	for {
		dir, below, deeper := strings.Cut(rest, "/")
		if !deeper {
			return oddName(rest) == ""
		}
		if oddFolder(dir) != "" {
			return false
		}
		rest = below
	}
}

// oddName returns the code of the finding that a file of this name is no note for, or "".
func oddName(name string) string {
	switch {
	case strings.HasPrefix(name, tempPrefix):
		return "leftover-temp"
	case strings.HasPrefix(name, "."):
		return "hidden"
	case !strings.HasSuffix(name, ".md"):
		return "foreign-file"
	case unusable(name):
		return "name-unusable"
	case conflictCopy(strings.TrimSuffix(name, ".md")):
		return "conflict-copy"
	default:
		return ""
	}
}

// oddFolder returns the code of the finding that a folder is not looked into for, or "".
func oddFolder(name string) string {
	switch {
	case strings.HasPrefix(name, "."):
		return "hidden"
	case unusable(name):
		return "name-unusable"
	default:
		return ""
	}
}

// unusable reports whether a name cannot be carried in JSON, a commit message or a
// terminal line: it is not UTF-8 or has a control character.
func unusable(name string) bool {
	return !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl)
}

// conflictCopy knows the names that Syncthing, Dropbox, Obsidian Sync, Nextcloud and
// ownCloud give to the loser of two edits at once.
func conflictCopy(stem string) bool {
	if strings.Contains(stem, ".sync-conflict-") {
		return true
	}
	if i := strings.LastIndex(stem, "_conflict-"); i >= 0 && digits(stem[i+len("_conflict-"):]) >= 8 {
		return true
	}
	if strings.IndexByte(stem, '(') < 0 { // nearly all names, and this is asked of each
		return false
	}
	i := strings.LastIndex(stem, " (")
	if i < 0 {
		return false
	}
	inner := strings.ToLower(stem[i+2:])
	return strings.Contains(inner, "conflicted copy") || strings.HasPrefix(inner, "case conflict")
}

// digits counts the ASCII digits that a text begins with.
func digits(s string) int {
	return len(s) - len(strings.TrimLeft(s, "0123456789"))
}
