package vault

import "mem/internal/memory"

// Rule is one thing that Check looks for.
type Rule struct {
	Code    string // stable
	Grave   bool   // mem relies on it
	Fixable bool   // `mem check --fix` mends it
	What    string // what is wrong, one sentence
	Remedy  string // what to do, one sentence
}

// Rules lists every finding that this package makes, in the order of the documentation.
var Rules = [...]Rule{
	{"hidden", false, false, "A file or folder below memory whose name begins with a dot is no memory.", "Move it elsewhere if it should be one, or leave it."},
	{"foreign-file", false, false, "A file below memory that does not end in .md is no memory.", "Rename it to end in .md, or move it out of memory."},
	{"conflict-copy", false, false, "A sync service left a second version of a note; it is not read.", "Take over what is missing into the note, then delete the copy."},
	{"link", false, false, "A link below memory is not followed.", "Put the file itself there, or remove the link."},
	{"not-a-file", false, false, "Below memory lies something that is neither file nor folder.", "Remove it."},
	{"name-unusable", false, false, "A name below memory is not UTF-8 or has control characters; it is not read.", "Rename it."},
	{"leftover-temp", false, true, "A writer that was killed left an unfinished file.", "`mem check --fix` removes it when it is an hour old."},
	{"folder-unreadable", true, false, "A folder below memory cannot be read, and what it holds is not known.", "Give yourself the right to read it."},
	{"settings-broken", true, false, "mem.yaml cannot be read, so every setting has its default.", "Mend it, or delete it."},
	{"settings-value", false, false, "A setting in mem.yaml has a value that means nothing and keeps its default.", "Give it a value that docs/format.md names."},
	{"settings-unknown", false, false, "mem.yaml has a setting that mem does not know.", "Remove it; what is to run or to be asked belongs into the user's own config, never into a vault."},
}

// finding makes the finding of a rule. detail says what is wrong here; "" when the rule
// itself says it.
func finding(code, path string, line int, detail string) memory.Finding {
	for _, r := range Rules {
		if r.Code == code {
			if detail == "" {
				detail = r.What
			}
			return memory.Finding{Code: code, Path: path, Line: line, Detail: detail, Remedy: r.Remedy, Grave: r.Grave, Fixable: r.Fixable}
		}
	}
	panic("vault: a finding without a rule: " + code) // unreachable: a test goes through every code
}
