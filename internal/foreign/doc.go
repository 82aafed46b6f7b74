// Package foreign reads what other memories wrote: one file a format, with the version or
// the date of the format that it was made for.
//
// It only reads: it names no note, writes nothing and knows no vault. What cannot be taken
// over is told with the reason, and stops nothing else; bytes that are no text are named,
// never guessed. Begin with Formats.
package foreign

import (
	"io/fs"
	"iter"
	"time"

	"mem/internal/memory"
)

// Place is where another memory lies.
type Place struct {
	FS   fs.FS  // the folder
	File string // of the folder, when one file was named; "" = the folder itself
	Path string // absolute and slash-separated, of the folder: some formats name the project in it
}

// Item is one memory of another system, or something that is left out.
type Item struct {
	Note
	Left error // why it is not taken over; nil = it is
}

// Note is a memory as the other system has it. What it does not say is zero.
type Note struct {
	Place   string // for people: "MEMORY.md, entry 3"
	Source  string // its id there, with the format in front: "engram:obs/123"
	Lasting bool   // the id stays with the memory, whatever comes and goes around it

	Name       string // its own or its file's name there; "" = none
	Title      string
	Text       string // "" when File is the note
	File       []byte // the whole file that is to be the note, with its frontmatter
	Own        bool   // the file is of one of mem's own vaults: it is kept to the byte
	Type       memory.Type
	Status     memory.Status // only what is retired there, or may not be active here; "" = as the import says
	Tags       []string
	Aliases    []string
	Scope      string
	Session    string
	Importance int
	Captured   time.Time
	Updated    time.Time
	ValidUntil time.Time
	Origin     memory.Origin
}

// Format is one kind of memory that can be read.
type Format struct {
	Name  string // as in `mem import NAME`
	Made  string // the version or the date that the reader was made for
	Takes string // what PATH is
	Read  func(Place) iter.Seq[Item]
}

// Formats lists every format, in the order of the documents.
func Formats() []Format {
	return []Format{
		{"hermes", "Hermes Agent, November 2026", "~/.hermes, its memories folder, MEMORY.md or USER.md", Hermes},
		{"claude-memory", "Claude Code auto memory, November 2026", "~/.claude/projects, one project of it, its memory folder, or a file", ClaudeMemory},
		{"claude-md", "CLAUDE.md, AGENTS.md and GEMINI.md, November 2026", "a project's folder, or one such file", ClaudeMD},
		{"openclaw", "OpenClaw workspace, November 2026", "~/.openclaw/workspace", OpenClaw},
		{"basic-memory", "basic-memory notes, November 2026", "a project's folder", BasicMemory},
		{"engram", "engram export, February 2026", "the file that `engram export` wrote", Engram},
		{"mem0", "mem0 list of memories, November 2026", "a file with the answer of the list call", Mem0},
		{"mcp-memory", "MCP reference server memory, November 2026", "its memory.jsonl", MCPMemory},
		{"obsidian", "Obsidian 1.9 and later", "a vault's folder", Obsidian},
		{"markdown", "markdown files, and mem's own vaults", "a folder, or one file", Markdown},
		{"okf", "Open Knowledge Format 0.2", "a bundle's folder", OKF},
	}
}

// left is an item that is left out.
func left(place string, why error) Item { return Item{Note: Note{Place: place}, Left: why} }
