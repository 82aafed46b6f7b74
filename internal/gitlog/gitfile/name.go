package gitfile

import (
	"fmt"
	"strings"
)

// checkPath refuses what git refuses as a path of the index.
func checkPath(path string) error {
	for name := range strings.SplitSeq(path, "/") {
		if err := checkName(name); err != nil {
			return fmt.Errorf("path %q: %w", path, err)
		}
	}
	return nil
}

// checkName refuses what git refuses as a name in a tree: nothing, a separator, the folder itself, its parent, and
// .git in every form that some file system takes for it, or else a checkout could write hooks.
func checkName(name string) error {
	if name == "" || name == "." || name == ".." || strings.ContainsAny(name, "/\x00") || isDotGit(name) {
		return fmt.Errorf("name %q: %w", name, ErrName)
	}
	return nil
}

// isDotGit says whether a name is .git on HFS+ (which ignores case and some invisible letters) or on NTFS (which also
// ignores dots, spaces and a stream's name at the end, and has git~1 for it).
func isDotGit(name string) bool {
	visible := strings.Map(func(r rune) rune {
		switch {
		case r >= 0x200c && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x206a && r <= 0x206f, r == 0xfeff:
			return -1
		}
		return r
	}, name)
	if strings.EqualFold(visible, ".git") {
		return true
	}
	// A backslash separates on Windows, a colon begins the name of a stream.
	for part := range strings.SplitSeq(name, `\`) {
		file, _, _ := strings.Cut(part, ":")
		file = strings.TrimRight(file, ". ")
		if strings.EqualFold(file, ".git") || strings.EqualFold(file, "git~1") {
			return true
		}
	}
	return false
}
