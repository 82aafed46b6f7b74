package memory

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"
	"time"
)

// Slug is the name of a note's file without ".md", and the id that [[links]] use.
// It is unique in a vault and never changes.
type Slug string

// Hash is the SHA-256 of a file's bytes in hex; empty means "no such file".
type Hash string

// HashOf returns the Hash of a file's bytes.
func HashOf(data []byte) Hash {
	sum := sha256.Sum256(data)
	return Hash(hex.EncodeToString(sum[:]))
}

// Status says where a note stands in its life: unfiled → active → superseded | expired.
type Status string

// The four statuses. A file that says anything else, or nothing, is Unfiled.
const (
	Unfiled    Status = "unfiled"
	Active     Status = "active"
	Superseded Status = "superseded"
	Expired    Status = "expired"
)

// Statuses lists every status, in the order of a note's life.
var Statuses = [...]Status{Unfiled, Active, Superseded, Expired}

// ParseStatus reads a status leniently: case and space are ignored.
func ParseStatus(s string) (Status, bool) {
	c := Status(strings.ToLower(strings.TrimSpace(s)))
	for _, known := range Statuses {
		if c == known {
			return c, true
		}
	}
	return Unfiled, false
}

// Live reports whether recall may show the note without being asked for retired ones.
func (s Status) Live() bool { return s == Unfiled || s == Active }

// Type says what kind of statement a note makes. The set is open: mem.yaml may add to it.
type Type string

// The types that every vault knows. Entity is built by dream alone.
const (
	Preference Type = "preference"
	Workflow   Type = "workflow"
	Idea       Type = "idea"
	Fix        Type = "fix"
	Convention Type = "convention"
	Reference  Type = "reference"
	Entity     Type = "entity"
)

// Types lists the types that a capture may be given, besides those of mem.yaml.
var Types = [...]Type{Preference, Workflow, Idea, Fix, Convention, Reference}

// Trust says whether a note has proved itself. The zero value is Candidate.
type Trust string

// The two degrees of trust.
const (
	Candidate Trust = "candidate"
	Verified  Trust = "verified"
)

// Origin says whose words a note holds. The zero value is read as OriginAgent.
type Origin string

// The origins of SPEC §2.
const (
	OriginOwner    Origin = "owner"
	OriginAgent    Origin = "agent"
	OriginExternal Origin = "external"
)

// DefaultImportance is what a note without the key has, on the scale of 1 to 10.
const DefaultImportance = 5

// Note is one memory as its file says it, read leniently. The file is the truth:
// a Note is made from bytes by vault and never written back as a whole.
type Note struct {
	Slug Slug
	Path string // slash-separated, relative to the vault: memory/2026/08/slug.md
	Hash Hash   // of the whole file

	Type     Type // "" = not said
	Status   Status
	Captured time.Time // see CapturedGuessed; zero only when nothing at all is known
	Updated  time.Time // zero = not said

	// CapturedGuessed: the file does not say when it was captured, or not readably;
	// Captured is then the first commit's or the file's own time.
	CapturedGuessed bool

	Title        string // explicit, else first heading, else first sentence
	TitleGuessed bool   // it is only the first sentence, or the name
	Tags         []string
	Aliases      []string
	Scope        string // "" = visible from everywhere
	Importance   int    // 1 to 10; DefaultImportance when absent
	Source       string
	DerivedFrom  []Slug
	Supersedes   []Slug
	DistinctFrom []Slug // notes that look alike and are not the same, as somebody said
	SupersededBy Slug
	ValidFrom    time.Time // zero = open
	ValidUntil   time.Time // zero = open; a plain date means the whole of that day (UTC)
	Trust        Trust     // "" = Candidate
	Uses         int
	LastUsed     time.Time
	Actor        Actor
	Origin       Origin // "" = OriginAgent
	Session      string

	Body string // text below the block, as it stands in the file

	HasBlock bool   // there is a frontmatter block
	Declared string // the status as the file writes it, "" when absent
	Broken   string // why the block cannot be edited by mem; "" = it can
}

// Stem returns the slug that a path stands for.
func Stem(p string) Slug { return Slug(strings.TrimSuffix(path.Base(p), ".md")) }

// Shard returns the folder that a note captured at t is born in: memory/YYYY/MM, by UTC.
func Shard(t time.Time) string { return "memory/" + t.UTC().Format("2006/01") }

// OwnedBy returns the note's origin with the default made explicit.
func (n *Note) OwnedBy() Origin {
	if n.Origin == "" {
		return OriginAgent
	}
	return n.Origin
}

// ValidAt reports whether the statement holds at t by its own window.
func (n *Note) ValidAt(t time.Time) bool {
	return (n.ValidFrom.IsZero() || !t.Before(n.ValidFrom)) && (n.ValidUntil.IsZero() || t.Before(n.ValidUntil))
}

// VisibleFrom reports whether a process of the given scope may see the note:
// notes without a scope always, others only from their own; AllScopes sees every one.
func (n *Note) VisibleFrom(scope string) bool {
	return n.Scope == "" || scope == AllScopes || n.Scope == scope
}

// AllScopes is the scope that sees every note.
const AllScopes = "all"

// Stamp identifies the state of a file without reading it. Two equal stamps mean
// "very likely unchanged": the caller decides what to do about files younger than
// the clock's grain.
type Stamp struct {
	Path  string // slash-separated, relative to the vault
	Size  int64  // bytes
	MTime int64  // nanoseconds since 1970
	CTime int64  // nanoseconds since 1970; 0 where the system has none
	Inode uint64 // 0 where the system has none
}
