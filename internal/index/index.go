package index

import (
	"errors"
	"iter"
	"time"

	"mem/internal/memory"
)

// What may be wrong with an index. The cure of the first three is Rebuild; of ErrBusy to
// answer by Scan and to Postpone what was to be indexed.
var (
	ErrAbsent   = errors.New("no index yet")
	ErrDamaged  = errors.New("index damaged")
	ErrOutdated = errors.New("index made by another version")
	ErrBusy     = errors.New("index in use by another process")
	ErrReadOnly = errors.New("index folder cannot be written")
)

// Options say how an Index behaves. The zero value is the default of each.
type Options struct {
	Wait time.Duration // longest wait for another process; 0 means two seconds

	// Current returns a file's stamp as it is now, and false when there is no such file.
	// It is asked under the lock, before a note is written or removed: a process that
	// looked at the file earlier than another must not undo what the other has told the
	// index since. nil means that whatever Update is given is current.
	Current func(path string) (memory.Stamp, bool)
}

// Index is the index in one folder. It holds nothing open between calls, and any number
// of goroutines and processes may use the same folder.
type Index struct {
	dir     string
	wait    time.Duration
	current func(path string) (memory.Stamp, bool)
}

// At returns the index in the folder dir, which need not exist. Nothing is opened.
func At(dir string, o Options) *Index {
	if o.Wait <= 0 {
		o.Wait = 2 * time.Second
	}
	return &Index{dir: dir, wait: o.Wait, current: o.Current}
}

// Doc is a note as it is to be indexed, with the stamp of the file that it was read from.
type Doc struct {
	Stamp memory.Stamp
	Note  *memory.Note
}

// path is the identity of a document.
func (d *Doc) path() string { return d.Stamp.Path }

// Docs is a stream of notes; an error in it ends the stream.
type Docs = iter.Seq2[Doc, error]

// Request is a question with its filters.
type Request struct {
	Question string // plain words; no character of it is syntax
	K        int    // most matches to return; 0 means DefaultK
	Scope    string // as memory.Note.VisibleFrom takes it
	Types    []memory.Type
	Tags     []string        // the note must have all of them
	Statuses []memory.Status // one of these; none means the live ones
	// AnyStatus lets notes of every status through when Statuses is empty.
	AnyStatus bool
	Skip      map[string]bool // paths whose file is not what the index says: not answered from it
	Overlay   []Doc           // notes to search besides; they replace what the index has of their paths
}

// DefaultK is how many matches are returned when nobody says: ranking the best 200 by
// their files found the true ten best in every trial, 50 did not (docs/performance).
const DefaultK = 200

// Answer is what the index knows of a question.
type Answer struct {
	Words   []memory.Word  // the words of the question, each once, in its order
	Matches []memory.Match // best first by an estimate of memory.Rank's relevance, then by path
	Corpus  memory.Corpus  // of all notes, whatever the filters
}

// Info describes an index to its owner.
type Info struct {
	Notes      int
	Bytes      int64 // on disk, all files of the generation
	Segments   int
	Generation string // name of the folder in use
	Version    string // of format and analysis
}
