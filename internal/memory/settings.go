package memory

import "time"

// Settings is what a vault's mem.yaml may say. The zero value is the default of each.
type Settings struct {
	Types       []Type        // more types of notes
	ParentGit   bool          // git: {repository: parent}
	MinCoverage float64       // recall.min_coverage; 0 means DefaultWeights
	FullCheck   time.Duration // recall.full_check; 0 means DefaultFullCheck
	MaxChanges  int           // dream.max_changes; 0 means DefaultMaxChanges
	Skip        []string      // dream.skip: of SkippableJobs, what no night does
	FactsMax    int           // facts.max_chars; 0 means DefaultFactsMax
	Staged      bool          // dream: {approval: staged}, or what may have been meant to be that
	Supposed    bool          // Staged, though mem.yaml does not say so in words that mem knows
	Unread      bool          // mem.yaml is there and cannot be read: what it asks of a night is not known
	Profile     Profile       // recall.profile; "" is the usual formula
}

// DefaultFullCheck is how old the last look at every file may be in a large vault.
const DefaultFullCheck = 60 * time.Second

// DefaultMaxChanges bounds the decisions of one night besides filing.
const DefaultMaxChanges = 200

// SkippableJobs lists the jobs of a night that a vault may do without; "types" is that nights
// name the types of notes that have none.
var SkippableJobs = [...]string{"merge", "conflict", "expire", "promote", "rollup", "insight", "facts", "propose", "types"}

// Known reports whether t may be given to a note of this vault.
func (s *Settings) Known(t Type) bool {
	return contains(Types[:], t) || contains(s.Types, t)
}
