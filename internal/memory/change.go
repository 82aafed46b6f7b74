package memory

import (
	"strings"
	"time"
)

// Op names what a change does; it is the first word of its commit.
type Op string

// The operations of SPEC §4.
const (
	OpInit      Op = "init"
	OpCapture   Op = "capture"
	OpImport    Op = "import"
	OpFile      Op = "file"
	OpSupersede Op = "supersede"
	OpExpire    Op = "expire"
	OpPromote   Op = "promote"
	OpUse       Op = "use" // successes are counted in the notes
	OpRollup    Op = "rollup"
	OpInsight   Op = "insight"
	OpBrief     Op = "brief"
	OpSet       Op = "set"
	OpFacts     Op = "facts"
	OpEdit      Op = "edit"
	OpUndo      Op = "undo"
)

// Change is one thing to be done to a vault, with who, what and why. It is the only
// value that engine.apply accepts, and becomes exactly one commit.
type Change struct {
	Op       Op
	Notes    []Slug     // the notes it is about, the one that changes first
	Detail   string     // what follows "op: " in the subject
	Reason   string     // one sentence
	Evidence []string   // slugs and figures that the reason rests on
	Actor    Actor      // who decided
	Session  string     // of the agent that asked, "" when none
	Run      string     // the nightly run, "" outside one
	Files    []FileEdit // what happens on disk
	Reads    []Read     // every other file that the decision rests on
}

// Read is a file that a decision rests on, as it was then.
type Read struct {
	Path string
	Hash Hash
}

// FileEdit is what a change does to one file. The set is closed: Create, Keys, Build, Replace, Adopt.
type FileEdit interface{ Target() string }

// Create makes a new file; it fails where one stands.
type Create struct {
	Path string
	Data []byte
}

// Keys edits single lines of a note's frontmatter and nothing else.
type Keys struct {
	Path string
	Want Hash // the file as it was when the change was decided
	Set  []KeyEdit
}

// Build writes a note that dream makes of others. Where there is none the whole note is
// written. Where there is one, its text becomes Body, and of its keys only status, updated,
// title, aliases and derived_from are set: the rest is somebody's.
type Build struct {
	Want Hash // "" = neither the file nor another note of this name may be there
	Note Note
}

// Replace writes a whole file that mem owns: a brief, facts.md, .gitignore.
type Replace struct {
	Path string
	Want Hash // "" = it must not exist
	Data []byte
}

// Adopt records what somebody has already done on disk: nothing is written, the file
// as it stands (or its absence) is committed.
type Adopt struct{ Path string }

// Target returns the path that the edit is about, relative to the vault.
func (e Create) Target() string  { return e.Path }
func (e Keys) Target() string    { return e.Path }
func (e Build) Target() string   { return e.Note.Path }
func (e Replace) Target() string { return e.Path }
func (e Adopt) Target() string   { return e.Path }

// KeyEdit sets one top-level key of a note's frontmatter.
type KeyEdit struct {
	Key   string
	Value Value
}

// Value is what a key is set to. The set is closed: Text, List, Int, Instant, Day, Absent.
type Value interface{ value() }

// The kinds of values that mem writes.
type (
	Text    string   // a string, quoted where it must be
	List    []string // a list of strings
	Int     int
	Instant time.Time // 2026-08-03T14:22:00Z
	Day     time.Time // 2026-08-03
	Absent  struct{}  // the key is removed
)

func (Text) value()    {}
func (List) value()    {}
func (Int) value()     {}
func (Instant) value() {}
func (Day) value()     {}
func (Absent) value()  {}

// Trailer is one line "Key: value" at the end of a commit message.
type Trailer struct{ Key, Value string }

// Subject returns the first line of the commit: "file: a-slug unfiled → active".
func (c *Change) Subject() string {
	detail := c.Detail
	if detail == "" {
		names := make([]string, len(c.Notes))
		for i, s := range c.Notes {
			names[i] = string(s)
		}
		detail = strings.Join(names, ", ")
	}
	return string(c.Op) + ": " + detail
}

// Trailers returns the machine-readable end of the commit message, in a fixed order.
func (c *Change) Trailers() []Trailer {
	t := []Trailer{{"Mem-Op", string(c.Op)}}
	add := func(key, value string) {
		if value != "" {
			t = append(t, Trailer{key, value})
		}
	}
	add("Mem-Actor", string(c.Actor))
	for _, s := range c.Notes {
		add("Mem-Note", string(s))
	}
	add("Mem-Reason", c.Reason)
	for _, e := range c.Evidence {
		add("Mem-Evidence", e)
	}
	add("Mem-Run", c.Run)
	add("Mem-Session", c.Session)
	return t
}

// StatePrefix begins the evidence that says what a note becomes, as a sum of it, where one
// reason may stand for many states of a note.
const StatePrefix = "state "

// Key identifies the decision itself, apart from when it was taken: the same notes,
// the same operation, the same reason, and the same state where its evidence names one. A
// decision once taken is not taken again.
//
// Older commits have the state at the end of their reason, "(state 1a2b3c4d).". The key puts
// it there, so that what was undone before is known again.
func (c *Change) Key() DecisionKey {
	names := make([]string, len(c.Notes))
	for i, s := range c.Notes {
		names[i] = string(s)
	}
	reason := c.Reason
	if c.Op == OpFile {
		reason = ""
	}
	for _, e := range c.Evidence {
		if state, ok := strings.CutPrefix(e, StatePrefix); ok && c.Op == OpRollup {
			reason = strings.TrimSuffix(reason, ".") + " (" + StatePrefix + state + ")."
			break
		}
	}
	return DecisionKey(string(c.Op) + "\x00" + strings.Join(names, "\x00") + "\x00" + reason)
}

// DecisionKey is what Change.Key returns; history is read back into it.
type DecisionKey string

// Parts returns what a key was made of.
func (k DecisionKey) Parts() (op Op, notes []Slug, reason string) {
	parts := strings.Split(string(k), "\x00")
	if len(parts) < 2 {
		return Op(parts[0]), nil, ""
	}
	for _, s := range parts[1 : len(parts)-1] {
		notes = append(notes, Slug(s))
	}
	return Op(parts[0]), notes, parts[len(parts)-1]
}
