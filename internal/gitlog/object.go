package gitlog

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/storage/filesystem/dotgit"

	"mem/internal/gitlog/gitfile"
)

type (
	hash      = gitfile.Hash
	treeEntry = gitfile.TreeEntry
)

// object returns the content of an object of the given kind.
func (r *Repo) object(kind gitfile.Kind, h hash) ([]byte, error) {
	if r.store == nil {
		return r.gitObject(kind, h)
	}
	if data, ok := r.treeData[h]; ok && kind == gitfile.KindTree {
		return data, nil
	}
	typ, err := plumbing.ParseObjectType(string(kind))
	if err != nil {
		return nil, err
	}
	o, err := r.encoded(typ, h)
	if errors.Is(err, plumbing.ErrObjectNotFound) {
		// go-git does not follow alternates given as relative paths. In a partial clone git would ask the network.
		if r.opts.GitPath != "" && exists(filepath.Join(r.common, "objects", "info", "alternates")) {
			if data, err := r.gitObject(kind, h); err == nil {
				return data, nil
			}
		}
		return nil, fmt.Errorf("%s %x: %w", kind, h, ErrMissingObject)
	}
	var data []byte
	if err == nil {
		data, err = contentOf(o)
	}
	if err == nil && gitfile.HashOf(kind, data) != h {
		err = errors.New("its content has another name")
	}
	var disk *fs.PathError
	if err != nil && !errors.As(err, &disk) {
		err = damaged{err}
	}
	if err != nil {
		return nil, fmt.Errorf("%s %x: %w", kind, h, err)
	}
	return data, nil
}

func contentOf(o plumbing.EncodedObject) ([]byte, error) {
	in, err := o.Reader()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data := make([]byte, o.Size())
	_, err = io.ReadFull(in, data)
	return data, err
}

// encoded finds an object in the store. What is not found, git may have packed, or put its pack in another, since we
// looked; it is missing once we have looked through the same packs twice.
func (r *Repo) encoded(typ plumbing.ObjectType, h hash) (o plumbing.EncodedObject, err error) {
	var seen []string
	for look := range 20 {
		if o, err = r.store.EncodedObject(typ, plumbing.Hash(h)); err == nil {
			return o, nil
		}
		now := r.packsWith(".idx")
		if !elsewhere(err) || look > 0 && slices.Equal(now, seen) {
			break
		}
		seen = now
		r.store.Reindex()
	}
	return nil, err
}

// elsewhere reports whether an error says that something is not there, rather than that it is damaged. The store must
// not be asked again for what is damaged: it remembers as much of it as it could read.
func elsewhere(err error) bool {
	var disk *fs.PathError
	return errors.Is(err, plumbing.ErrObjectNotFound) || errors.Is(err, dotgit.ErrPackfileNotFound) ||
		errors.Is(err, dotgit.ErrIdxNotFound) || errors.As(err, &disk)
}

// mostTreeEntries bounds the trees that are remembered, some 100 bytes an entry: each commit
// to a month of many notes makes one as large as the last.
const mostTreeEntries = 1 << 18

// tree returns a tree's entries in git's order; the zero hash is the empty tree.
func (r *Repo) tree(h hash) ([]treeEntry, error) {
	if h == (hash{}) {
		return nil, nil
	}
	if entries, ok := r.trees[h]; ok {
		return entries, nil
	}
	data, err := r.object(gitfile.KindTree, h)
	if err != nil {
		return nil, err
	}
	entries, err := gitfile.ParseTree(data)
	if err != nil {
		return nil, fmt.Errorf("tree %x: %w", h, err)
	}
	if r.treeSize += len(entries); r.trees == nil || len(r.trees) >= 256 || r.treeSize > mostTreeEntries {
		r.trees, r.treeSize = map[hash][]treeEntry{}, len(entries)
	}
	r.trees[h] = entries
	if r.treeData == nil || len(r.treeData) >= 8 {
		r.treeData = map[hash][]byte{}
	}
	r.treeData[h] = data
	return entries, nil
}

// entryAt follows a slash-separated path down from a tree. The zero entry means that the tree has no such path.
func (r *Repo) entryAt(tree hash, path string) (treeEntry, error) {
	e := treeEntry{Mode: gitfile.ModeFolder, Hash: tree}
	for name := range strings.SplitSeq(path, "/") {
		if e.Mode != gitfile.ModeFolder {
			return treeEntry{}, nil
		}
		entries, err := r.tree(e.Hash)
		if err != nil {
			return treeEntry{}, err
		}
		var ok bool
		if e, ok = gitfile.FindEntry(entries, name); !ok {
			return treeEntry{}, nil
		}
	}
	return e, nil
}

// signature is one of the two names on a commit, with its time.
type signature struct {
	Identity
	When time.Time
}

func (s signature) String() string {
	when := s.clamped()
	return fmt.Sprintf("%s <%s> %d %s", s.Name, s.Email, when.Unix(), when.Format("-0700"))
}

// clamped returns a time that git can hold: it knows none before 1970.
func (s signature) clamped() time.Time {
	if s.When.Unix() < 0 {
		return time.Unix(0, 0).UTC()
	}
	return s.When
}

// commitHeader is what walks need of a commit; the message is parsed on demand.
type commitHeader struct {
	hash              hash
	tree              hash
	parents           []hash
	sides             []hash // all parents, where a walk follows the first alone
	author, committer signature
	message           string
}

func (r *Repo) commit(h hash) (commitHeader, error) {
	if r.latest.hash == h && h != (hash{}) {
		return r.latest, nil
	}
	data, err := r.object(gitfile.KindCommit, h)
	if err != nil {
		return commitHeader{}, err
	}
	c, err := parseCommit(data)
	if err != nil {
		return commitHeader{}, fmt.Errorf("commit %x: %w", h, err)
	}
	c.hash = h
	r.latest = c
	return c, nil
}

func parseCommit(data []byte) (c commitHeader, err error) {
	head, message, _ := bytes.Cut(data, []byte("\n\n"))
	c.message = string(message)
	for line := range strings.SplitSeq(string(head), "\n") {
		key, value, _ := strings.Cut(line, " ")
		switch key {
		case "tree":
			c.tree, err = parseHash(value)
		case "parent":
			var p hash
			p, err = parseHash(value)
			c.parents = append(c.parents, p)
		case "author":
			c.author = parseSignature(value)
		case "committer":
			c.committer = parseSignature(value)
		}
		if err != nil {
			return c, err
		}
	}
	if c.tree == (hash{}) {
		return c, gitfile.ErrCorrupt
	}
	return c, nil
}

// parseSignature reads `Name <email> seconds zone`, leniently: what is missing is zero.
func parseSignature(text string) (s signature) {
	open, shut := strings.Index(text, "<"), strings.LastIndex(text, ">")
	if open < 0 || shut < open {
		return s
	}
	s.Name, s.Email = strings.TrimSpace(text[:open]), text[open+1:shut]
	at, zone, _ := strings.Cut(strings.TrimSpace(text[shut+1:]), " ")
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return s
	}
	s.When = time.Unix(seconds, 0).In(parseZone(zone))
	return s
}

func parseZone(text string) *time.Location {
	t, err := time.Parse("-0700", text)
	if err != nil {
		return time.UTC
	}
	_, offset := t.Zone()
	return zone(offset)
}
