package vault

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"mem/internal/memory"
)

// Known is a part of what somebody remembers of the notes. No path is in two parts.
type Known interface {
	// Each calls f for every note until f says no. The path is valid until f returns; the
	// stamp lacks it. It reports whether f said yes to all.
	Each(f func(path []byte, s memory.Stamp) bool) bool
}

// Looked is what a look at all files found to be other than known.
type Looked struct {
	Changed []string          // notes that are new, or not as they were; sorted
	Gone    []string          // notes that are known and not there; sorted
	Folders map[string]Folder // every folder, with its times from before it was read
}

// Folder is what was seen of a folder. While its times and number are the same, the same
// names lie in it: that is as sure as a file's stamp is of the file.
type Folder struct {
	MTime int64    `json:"m"` // nanoseconds since 1970
	CTime int64    `json:"c"` // the same; 0 where the system has none
	Inode uint64   `json:"i"`
	Notes int      `json:"n"`             // files in it that are notes
	Subs  []string `json:"sub,omitempty"` // names of folders in it that notes may lie in, from the months on
}

func (f Folder) sameTimes(o Folder) bool {
	return f.MTime == o.MTime && f.CTime == o.CTime && f.Inode == o.Inode
}

// CanLook says that Look can give an answer on this system. On others a name of another
// case may stand for the known one.
const CanLook = runtime.GOOS == "linux"

// Look compares the notes of the vault with what is known of them. It sees what a List
// would show and keeps only what differs, which takes a third of the time and a tenth of
// the memory. ok is false when something is in the way of a plain answer, such as a folder
// that cannot be read: List tells what.
//
// known is asked once the folders have been read. remembered are folders as an earlier look
// found them, without those in which something more can happen within the same tick of the
// clock: the names in a folder that is still as it was are not read again.
//
// A file that comes or goes meanwhile may be seen or not.
func (v *Vault) Look(ctx context.Context, known func() ([]Known, error), remembered map[string]Folder) (found Looked, ok bool) {
	if !CanLook {
		return Looked{}, false
	}
	v.letGo()
	l := look{v: v, folders: map[string]*folderLook{}, remembered: remembered}
	defer l.close()
	if !l.walk(ctx) {
		return Looked{}, false
	}
	parts, err := known()
	if err != nil {
		return Looked{}, false
	}
	return l.finish(ctx, parts)
}

// LookIn is Look for the notes that lie directly in some folders, "memory/2026/08"; what is
// known of others is passed over. Subfolders are in Folders with the time 0: seen, not read.
func (v *Vault) LookIn(ctx context.Context, dirs []string, known []Known, remembered map[string]Folder) (found Looked, ok bool) {
	if !CanLook {
		return Looked{}, false
	}
	v.letGo()
	l := look{v: v, folders: map[string]*folderLook{}, remembered: remembered, only: map[string]bool{}, subs: map[string]Folder{}}
	defer l.close()
	for _, dir := range dirs {
		l.only[dir] = true
	}
	room := make([]byte, 32<<10)
	for _, dir := range dirs {
		if ctx.Err() != nil || !l.folder(dir, false, room) {
			return Looked{}, false
		}
	}
	found, ok = l.finish(ctx, known)
	maps.Copy(found.Folders, l.subs)
	return found, ok
}

// finish compares, once the folders are known.
func (l *look) finish(ctx context.Context, known []Known) (found Looked, ok bool) {
	found.Folders = make(map[string]Folder, len(l.folders))
	lanes := 1
	if len(known) < 4 { // a few months, perhaps one that has most of the notes
		lanes = 2
	}
	if !inPairs(len(known)*lanes, func(n int) bool {
		return ctx.Err() == nil && l.compare(known[n/lanes], n%lanes, lanes)
	}) || !l.unknown(known) {
		return found, false
	}
	found.Changed, found.Gone = l.found.Changed, l.found.Gone
	slices.Sort(found.Changed)
	slices.Sort(found.Gone)
	for dir, f := range l.folders {
		found.Folders[dir] = f.Folder
	}
	return found, true
}

// inPairs calls f for 0 to n−1 from two goroutines, until it says no.
func inPairs(n int, f func(int) bool) bool {
	var next atomic.Int64
	var failed atomic.Bool
	work := func() {
		for i := int(next.Add(1)) - 1; i < n && !failed.Load(); i = int(next.Add(1)) - 1 {
			if !f(i) {
				failed.Store(true)
			}
		}
	}
	var wg sync.WaitGroup
	wg.Go(work)
	work()
	wg.Wait()
	return !failed.Load()
}

// look is one comparison under way. The folders are found first, then only read.
type look struct {
	v       *Vault
	mu      sync.Mutex
	folders map[string]*folderLook
	found   Looked

	remembered map[string]Folder

	only map[string]bool   // the folders that are looked at; nil for all
	subs map[string]Folder // folders in these
}

type folderLook struct {
	Folder
	file *os.File
	met  atomic.Int64
}

func (l *look) close() {
	for _, f := range l.folders {
		f.file.Close()
	}
}

// walk finds every folder and counts the notes in it.
func (l *look) walk(ctx context.Context) bool {
	var dirs []string
	for dir, err := range l.v.shards() {
		if err != nil {
			return false
		}
		dirs = append(dirs, dir)
	}
	rooms := sync.Pool{New: func() any { return new([32 << 10]byte) }} // one for each worker
	return inPairs(len(dirs), func(n int) bool {
		room := rooms.Get().(*[32 << 10]byte)
		defer rooms.Put(room)
		deep := strings.Count(dirs[n], "/") == 2 // those above are among dirs
		return ctx.Err() == nil && l.folder(dirs[n], deep, room[:])
	})
}

// folder counts the notes of a folder, and, if deep, of those in it. room is to read in.
func (l *look) folder(dir string, deep bool, room []byte) bool {
	f, err := l.v.root.Open(dir)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	look := &folderLook{file: f}
	l.mu.Lock()
	l.folders[dir] = look // and closed with the others
	l.mu.Unlock()
	fi, err := f.Stat()
	if err != nil || !fi.IsDir() {
		return false
	}
	stamp := stampOf(dir, fi)
	look.Folder = Folder{MTime: stamp.MTime, CTime: stamp.CTime, Inode: stamp.Inode}
	if was, ok := l.remembered[dir]; ok && was.sameTimes(look.Folder) {
		look.Folder = was
	} else if err := look.readNames(deep || l.only != nil, room); err != nil {
		return false
	}
	for _, sub := range look.Subs {
		if l.only != nil {
			l.subs[dir+"/"+sub] = Folder{}
		} else if !l.folder(dir+"/"+sub, true, room) {
			return false
		}
	}
	return true
}

// readNames counts the notes of a folder, and names the folders in it if these are wanted.
func (f *folderLook) readNames(subs bool, room []byte) error {
	return eachEntry(f.file, room, func(e entry) {
		switch {
		case isNote(e):
			f.Notes++
		case subs && e.mode == fs.ModeDir && oddFolder(e.name) == "":
			f.Subs = append(f.Subs, strings.Clone(e.name))
		}
	})
}

func isNote(e entry) bool { return e.mode == 0 && oddName(e.name) == "" }

// lane is how many notes of a part are looked at by one worker before it is another's turn.
const lane = 64

// compare looks at the notes of one part, or at those of them that are in one of its lanes.
func (l *look) compare(known Known, which, lanes int) bool {
	var in *folderLook
	at := -1
	dir := ""
	var file statter
	var found Looked
	whole := known.Each(func(path []byte, s memory.Stamp) bool {
		if at++; at/lane%lanes != which {
			return true
		}
		cut := lastSlash(path)
		if cut < 0 {
			return false
		}
		if string(path[:cut]) != dir {
			dir = string(path[:cut])
			in = l.folders[dir]
		}
		state := fileGone
		if l.only != nil && !l.only[dir] {
			return true
		}
		if in != nil {
			state = file.look(l.v.root, in.file, dir, path[cut+1:], s)
		}
		switch state {
		case fileGone:
			found.Gone = append(found.Gone, string(path))
			return true
		case fileChanged:
			found.Changed = append(found.Changed, string(path))
		case fileSame:
		case fileUnknown:
			return false
		}
		in.met.Add(1)
		return true
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	l.found.Changed = append(l.found.Changed, found.Changed...)
	l.found.Gone = append(l.found.Gone, found.Gone...)
	return whole
}

// fileState is what became of a file.
type fileState int

const (
	fileUnknown fileState = iota // the system would not say
	fileSame
	fileChanged
	fileGone // or no regular file any more
)

// unknown adds the notes that nobody knows: a folder has some where more notes were counted
// in it than were met.
func (l *look) unknown(known []Known) bool {
	names := map[string]map[string]bool{} // of each such folder, what is known
	for dir, f := range l.folders {
		if int64(f.Notes) > f.met.Load() {
			names[dir] = map[string]bool{}
		}
	}
	if len(names) == 0 {
		return true
	}
	for _, k := range known {
		if !k.Each(func(path []byte, _ memory.Stamp) bool {
			cut := lastSlash(path)
			if of := names[string(path[:cut])]; of != nil {
				of[string(path[cut+1:])] = true
			}
			return true
		}) {
			return false
		}
	}
	for dir, of := range names {
		f, err := l.v.root.Open(dir)
		if err != nil {
			return false
		}
		entries, err := readEntries(f)
		f.Close()
		if err != nil {
			return false
		}
		for _, e := range entries {
			if isNote(e) && !of[e.name] {
				l.found.Changed = append(l.found.Changed, dir+"/"+e.name)
			}
		}
	}
	return true
}

func lastSlash(path []byte) int {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return i
		}
	}
	return -1
}
