package gitlog

import (
	"os"

	"mem/internal/gitlog/gitfile"
)

// ReadAhead begins to read and check git's index in the background, for the commit that is about to be made. To read
// it is the larger part of a commit in a vault of many notes; whoever finds out meanwhile what to commit does not wait
// for it. What comes of it is used only if the index is still the same file once it is locked.
func (r *Repo) ReadAhead() {
	if r.cause != "" || r.ahead != nil {
		return
	}
	ahead := make(chan ahead, 1)
	path := r.indexPath()
	r.ahead = ahead
	go func() { ahead <- readAhead(path) }()
}

type ahead struct {
	file os.FileInfo // as it was when it was read; nil when nothing came of it
	index
}

func readAhead(path string) ahead {
	x, file, err := readIndexFile(path)
	if err == nil && x.data != nil {
		err = x.check()
	}
	if err != nil || x.data == nil {
		return ahead{} // whoever reads it for himself finds out
	}
	return ahead{file, x}
}

// aheadOf returns what was read ahead of the index, if that is what lies there.
func (r *Repo) aheadOf(path string) (index, bool) {
	if r.ahead == nil {
		return index{}, false
	}
	a := <-r.ahead
	r.ahead = nil
	if a.file == nil {
		return index{}, false
	}
	now, err := os.Stat(path)
	if err != nil || !os.SameFile(a.file, now) || a.file.Size() != now.Size() || !a.file.ModTime().Equal(now.ModTime()) {
		return index{}, false
	}
	return a.index, true
}

// check looks at every byte of the index: whether its checksum is right, and which entries a new index must mark.
func (x *index) check() error {
	if x.checked {
		return nil
	}
	if err := gitfile.Verify(x.data); err != nil {
		return err
	}
	marks, err := gitfile.Racy(x.data, x.written)
	if err != nil {
		return err
	}
	x.checked, x.marks = true, marks
	return nil
}
