// Package export gives notes in the forms that other systems read: lines of JSON, a bundle
// of the Open Knowledge Format, a skill for agents.
//
// It turns a note into bytes, and writes files into a folder that is not a vault; it never
// writes over what it did not write. It reads no vault. Begin with JSONL, Bundle and Skill.
package export

import (
	"errors"

	"mem/internal/memory"
)

// ErrNotText says that a note's file cannot be given in a format of text.
var ErrNotText = errors.New("the file is not wholly UTF-8 text")

// Note is a note with the bytes of its file.
type Note struct {
	*memory.Note
	Data []byte
}
