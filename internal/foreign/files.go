package foreign

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"path"
	"strings"
	"time"

	"mem/internal/memory"
)

// Why a file, or a part of one, is left out.
var (
	ErrLink      = errors.New("a link, which is not followed")
	ErrNoText    = errors.New("it has no text")
	ErrNotRead   = errors.New("cannot be read")
	ErrNotMemory = errors.New("not a memory")
	ErrShape     = errors.New("not in the form that this format has")
)

// largest is the most that is read of one markdown file: a text may be memory.MaxText, and
// its frontmatter 64 KiB. What is larger is left out, and never cut.
const largest = memory.MaxText + 64<<10

// file is a markdown file of a folder.
type file struct {
	path string // slash-separated, relative to the folder
	data []byte // UTF-8
	time time.Time
}

// stem is the file's name without .md.
func (f file) stem() string {
	base := path.Base(f.path)
	if strings.EqualFold(path.Ext(base), ".md") {
		return base[:len(base)-3]
	}
	return base
}

// text is the file with LF alone as line end and without a byte order mark.
func (f file) text() string {
	return strings.ReplaceAll(strings.TrimPrefix(string(f.data), "\ufeff"), "\r\n", "\n")
}

// files yields the markdown files of a place in the order of their paths, or why one is left
// out. skip says why a folder or a file is no business of the format; nil when it is. Hidden
// ones are passed over; of files that are not markdown only the number is told.
func files(p Place, skip func(path string, dir bool) error) iter.Seq2[file, error] {
	return func(yield func(file, error) bool) {
		if p.File != "" {
			f, err := load(p.FS, p.File)
			yield(f, err)
			return
		}
		others := 0
		stop := errors.New("stop")
		err := fs.WalkDir(p.FS, ".", func(name string, d fs.DirEntry, err error) error {
			say := func(why error) error {
				if !yield(file{path: name}, why) {
					return stop
				}
				return nil
			}
			switch hidden := name != "." && strings.HasPrefix(path.Base(name), "."); {
			case err != nil:
				return say(fmt.Errorf("%w: %v", ErrNotRead, plain(err)))
			case d.IsDir() && hidden:
				return fs.SkipDir
			case hidden:
				return nil
			}
			if skip != nil && name != "." {
				if why := skip(name, d.IsDir()); why != nil {
					if err := say(why); err != nil || !d.IsDir() {
						return err
					}
					return fs.SkipDir
				}
			}
			switch {
			case d.IsDir():
				return nil
			case !strings.EqualFold(path.Ext(name), ".md"):
				others++
				return nil
			case d.Type()&fs.ModeSymlink != 0:
				return say(ErrLink)
			}
			f, err := load(p.FS, name)
			if !yield(f, err) {
				return stop
			}
			return nil
		})
		if err == nil && others > 0 {
			yield(file{path: "."}, fmt.Errorf("%d file(s) that are not markdown: %w", others, ErrNotMemory))
		}
	}
}

// load reads one file as text.
func load(fsys fs.FS, name string) (file, error) {
	out := file{path: name}
	f, err := fsys.Open(name)
	if err != nil {
		return out, fmt.Errorf("%w: %v", ErrNotRead, plain(err))
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return out, fmt.Errorf("%w: %v", ErrNotRead, plain(err))
	case !info.Mode().IsRegular():
		return out, fmt.Errorf("%w: it is no regular file", ErrNotRead)
	case info.Size() > largest:
		return out, fmt.Errorf("%w: %d bytes, at most %d can be one memory", memory.ErrTooLong, info.Size(), memory.MaxText)
	}
	out.time = info.ModTime().UTC()
	data, err := io.ReadAll(io.LimitReader(f, largest+1))
	if err != nil {
		return out, fmt.Errorf("%w: %v", ErrNotRead, plain(err))
	}
	text, err := memory.NormalText(data)
	switch {
	case errors.Is(err, memory.ErrBlank):
		return out, ErrNoText
	case errors.Is(err, memory.ErrTooLong): // with its frontmatter; the text alone may fit
		if len(data) > largest {
			return out, err
		}
	case err != nil:
		return out, err
	}
	if out.data = data; len(data) > 1 && (data[0] == 0xff || data[0] == 0xfe) { // UTF-16
		out.data = []byte(text)
	}
	return out, nil
}

// plain is an error of the file system without the path, which is told already.
func plain(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
