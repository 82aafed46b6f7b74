package memory

// Finding is a broken rule of the vault, with what to do about it.
type Finding struct {
	Code   string `json:"code"`   // stable, kebab-case: "frontmatter-unparsable"
	Path   string `json:"path"`   // relative to the vault
	Line   int    `json:"line"`   // 1-based; 0 when the whole file is meant
	Detail string `json:"detail"` // what is wrong, one sentence
	Remedy string `json:"remedy"` // what to do, one sentence
	// Grave findings break a rule that mem relies on; the others are notes to the owner
	// (a conflict copy lies about, a link leads nowhere) that do not turn anything red.
	Grave bool `json:"grave"`
	// Fixable: `mem check --fix` mends it without changing a meaning.
	Fixable bool `json:"fixable"`
}
