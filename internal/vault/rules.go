package vault

import (
	"slices"

	"mem/internal/memory"
)

// Rule is one thing that Check looks for.
type Rule struct {
	Code    string // stable
	Grave   bool   // mem relies on it
	Fixable bool   // Writer.Fix mends it
	What    string // what is wrong, one sentence
	Remedy  string // what to do, one sentence
}

// Rules lists every finding that this package makes, in the order of the documentation.
func Rules() []Rule { return slices.Clone(rules[:]) }

const (
	grave   = true
	fixable = true
)

var rules = [...]Rule{
	// What lies below memory.
	{"hidden", !grave, !fixable, "A file or folder whose name begins with a dot is no memory.", "Leave it, or rename it if it should be one."},
	{"foreign-file", !grave, !fixable, "A file that does not end in .md is no memory.", "Leave it, or rename it to end in .md."},
	{"conflict-copy", !grave, !fixable, "A sync service left a second version of a note, which is not read.", "Take over into the note what is missing there, then delete the copy."},
	{"link", !grave, !fixable, "A link is not followed, so what it leads to is no memory.", "Put the file itself there, or remove the link."},
	{"not-a-file", !grave, !fixable, "This is neither a file nor a folder.", "Remove it."},
	{"name-unusable", !grave, !fixable, "The name is not UTF-8 or has control characters, so this is not read.", "Rename it."},
	{"leftover-temp", !grave, fixable, "A writer that was killed left an unfinished file.", "`mem check --fix` removes it once it is an hour old."},
	{"folder-unreadable", grave, !fixable, "The folder cannot be read; what it holds is not known.", "Give yourself the right to read it."},
	{"note-unreadable", grave, !fixable, "The note cannot be read.", "Give yourself the right to read it; if it is over 8 MiB, move it out of memory."},

	// Names.
	{"slug-double", grave, !fixable, "Two notes have the same name, also without regard to case and Unicode form.", "Rename one of them and the links to it."},
	{"slug-mismatch", !grave, !fixable, "The slug in the frontmatter is not the file's name; the file's name counts.", "Set slug to the file's name, or remove it."},
	{"name-reserved", !grave, !fixable, "The name means something to mem: index and log are not for notes.", "Rename the note and the links to it."},
	{"name-unportable", !grave, !fixable, "Another system cannot have a file of this name, so the vault cannot be cloned there.", "Rename it and the links to it."},
	{"shard-mismatch", !grave, !fixable, "The note lies in the folder of another month than it was captured in.", "Leave it: a note never moves."},

	// The block as a whole.
	{"frontmatter-missing", !grave, !fixable, "The note has no frontmatter, so it counts as unfiled.", "`mem dream` adds what it is sure of."},
	{"frontmatter-unclosed", grave, !fixable, "The frontmatter is opened and never closed, so mem does not edit the note.", "Close it with a line ---."},
	{"frontmatter-unparsable", grave, !fixable, "The frontmatter cannot be read as YAML, so mem does not edit the note.", "Mend the line named, often by quoting its value."},
	{"frontmatter-uneditable", grave, !fixable, "The frontmatter is read, but no edit of it would be safe.", "Write it as plain lines `key: value` between two lines ---."},
	{"key-double", grave, !fixable, "A key stands twice in the frontmatter, so mem does not edit the note.", "Remove one of the two lines."},
	{"conflict-markers", grave, !fixable, "A merge that was not finished left its marks, so mem does not edit the note.", "Choose what is right and remove the three marked lines."},

	// Keys.
	{"key-missing", !grave, !fixable, "A key that a note should have is missing.", "Leave it: mem reads the note all the same; `mem dream` adds a status, and a type where it is sure."},
	{"status-unknown", !grave, !fixable, "The status is none that mem knows, so the note counts as unfiled.", "Set it to unfiled, active, superseded or expired."},
	{"type-unknown", !grave, !fixable, "The type is none that this vault knows.", "Set another with `mem set`, or add it to types in mem.yaml."},
	{"trust-unknown", !grave, !fixable, "The trust is none that mem knows, so the note counts as candidate.", "Set it to candidate or verified, or remove it."},
	{"origin-unknown", !grave, !fixable, "The origin is none that mem knows, so the note counts as an agent's.", "Set it to owner, agent or external, or remove it."},
	{"number-range", !grave, !fixable, "A number is outside its range or no number.", "importance is 1 to 10, uses is 0 or more."},
	{"date-impossible", !grave, !fixable, "A date is not on the calendar or not written as 2026-08-03 or 2026-08-03T14:22:00Z, so it counts as absent.", "Correct it."},
	{"date-future", !grave, !fixable, "The note says it was captured after its file was last changed.", "Leave it: ranking does not rest on it."},
	{"window-reversed", !grave, !fixable, "The note stops being valid before it begins to be.", "Correct valid_from or valid_until."},

	// What notes say of each other.
	{"link-unknown", !grave, !fixable, "A [[link]] leads to no note.", "Correct it, or leave it until there is one."},
	{"reference-unknown", !grave, !fixable, "The frontmatter names a note that is not there.", "Correct the slug, or remove it."},
	{"supersede-self", grave, !fixable, "The note says that it supersedes itself.", "Remove its own slug."},
	{"supersede-loop", grave, !fixable, "Notes supersede each other in a circle.", "Remove the line that is wrong."},
	{"superseded-by-nothing", !grave, !fixable, "The note is superseded and does not say by which.", "Set superseded_by, or another status."},

	// Text.
	{"note-blank", !grave, !fixable, "The note has no words.", "Write what it should say, or let `mem dream` expire it."},
	{"note-long", !grave, !fixable, "The note's text is over 256 KiB; a memory is one concept.", "Keep what matters, and move the rest out of memory."},
	{"encoding-utf16", grave, !fixable, "The file is UTF-16, which mem reads but does not edit.", "Save it as UTF-8."},
	{"encoding-nul", grave, !fixable, "The file has NUL bytes, so mem does not edit it.", "Save it as plain UTF-8 text, or move it out of memory."},
	{"encoding-not-utf8", !grave, !fixable, "The file is not wholly UTF-8; letters that are not may not be found.", "Save it as UTF-8."},

	// Around the notes.
	{"state-not-ignored", grave, fixable, "Git does not ignore .mem, which is this machine's alone.", "`mem check --fix` restores .mem/.gitignore."},
	{"settings-broken", grave, !fixable, "mem.yaml cannot be read, so every setting has its default.", "Mend it, or delete it."},
	{"settings-value", !grave, !fixable, "A setting in mem.yaml has a value that means nothing and keeps its default.", "Give it a value of the kind named."},
	{"settings-unknown", !grave, !fixable, "mem.yaml has a setting that mem does not know.", "Remove it; what is to be run or asked is said in the user's own config, never in a vault."},
	{"settings-endpoint", grave, !fixable, "mem.yaml names an embedding endpoint; a vault cannot say where notes are sent, so it is not asked.", "Remove embeddings there; what you want asked is named in your own config, ~/.config/mem/config.yaml."},
	{"settings-judge", grave, !fixable, "mem.yaml names a judge; a vault cannot say who is asked about notes, nor name a program, so nobody is asked.", "Remove judge there; whom you want asked is named in your own config, ~/.config/mem/config.yaml."},
}

// finding makes the finding of a rule. detail says what is wrong here; "" when the rule
// itself says it.
func finding(code, path string, line int, detail string) memory.Finding {
	for _, r := range rules {
		if r.Code == code {
			if detail == "" {
				detail = r.What
			}
			return memory.Finding{Code: code, Path: path, Line: line, Detail: detail, Remedy: r.Remedy, Grave: r.Grave, Fixable: r.Fixable}
		}
	}
	panic("vault: a finding without a rule: " + code) // unreachable: a test makes every one
}
