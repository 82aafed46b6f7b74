package gitfile

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// history makes commits of one changed note each in a folder of so many, as a night of mem does, with the trees on the
// way to it.
type history struct {
	p      *PackWriter
	month  []TreeEntry
	data   []byte
	tip    Hash
	random *rand.Rand
}

func newHistory(t testing.TB, p *PackWriter, notes int) *history {
	t.Helper()
	h := &history{p: p, random: rand.New(rand.NewPCG(1, 2))}
	for i := range notes {
		blob, err := p.Blob(fmt.Appendf(nil, "note %d as captured\n", i))
		if err != nil {
			t.Fatal(err)
		}
		h.month = append(h.month, TreeEntry{fmt.Sprintf("note-about-something-%05d.md", i), ModeFile, blob})
	}
	data, err := PatchTree(nil, h.month, nil)
	if err != nil {
		t.Fatal(err)
	}
	h.data = data
	return h
}

// commit changes one note, and in every seventh commit three, of which one goes and one comes.
func (h *history) commit(t testing.TB, n int) {
	t.Helper()
	must := func(hash Hash, err error) Hash {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return hash
	}
	text := fmt.Appendf(nil, "---\ntitle: note in commit %d\n---\n\n", n)
	for range 100 {
		text = fmt.Appendf(text, "word%d ", h.random.IntN(5000))
	}
	blob := must(h.p.Blob(text))
	at := h.random.IntN(len(h.month))
	puts, removes := []TreeEntry{{h.month[at].Name, ModeFile, blob}}, []string(nil)
	if n%7 == 0 {
		puts = append(puts, TreeEntry{fmt.Sprintf("a-new-note-%d.md", n), ModeFile, blob})
		removes = append(removes, h.month[(at+len(h.month)/2)%len(h.month)].Name)
	}
	data, err := PatchTree(h.data, puts, removes)
	if err != nil {
		t.Fatal(err)
	}
	h.data = data
	child := must(h.p.Tree("memory/2026/08", data))
	for _, level := range []struct{ key, name string }{{"memory/2026", "08"}, {"memory", "2026"}, {"", "memory"}} {
		child = must(h.p.Tree(level.key, appendEntry(nil, TreeEntry{level.name, ModeFolder, child})))
	}
	c := Commit{Tree: child, Message: fmt.Sprintf("capture: note %d", n)}
	if n > 0 {
		c.Parents = []Hash{h.tip}
	}
	who := Person{"mem", "mem@localhost", time.Unix(1754200000+int64(n), 0).UTC()}
	c.Author, c.Committer = who, who
	encoded, err := EncodeCommit(c)
	if err != nil {
		t.Fatal(err)
	}
	h.tip = must(h.p.Commit(encoded))
}

func TestPackIsOneThatGitReads(t *testing.T) {
	r := newRepo(t)
	dir := r.path("objects", "pack")
	p, err := NewPack(dir)
	if err != nil {
		t.Fatal(err)
	}
	h := newHistory(t, p, 120)
	trees := map[Hash][]byte{}
	const commits = 130 // more than two chains
	for n := range commits {
		h.commit(t, n)
		trees[HashOf(KindTree, h.data)] = bytes.Clone(h.data)
	}
	for hash, want := range trees {
		if kind, got, ok := p.Get(hash); !ok || kind != KindTree || !bytes.Equal(got, want) {
			t.Fatalf("Get(%x): got %s of %d bytes, %v; want tree of %d", hash, kind, len(got), ok, len(want))
		}
	}
	objects := p.Len()
	name, err := p.Close("")
	if err != nil {
		t.Fatal(err)
	}
	r.git("update-ref", "refs/heads/main", fmt.Sprintf("%x", h.tip))

	if out := r.git("fsck", "--strict", "--full"); strings.Contains(out, "dangling commit") || strings.Contains(out, "error") {
		t.Errorf("git fsck: %s", out)
	}
	if got := r.git("rev-list", "--count", "main"); got != fmt.Sprint(commits) {
		t.Errorf("commits: got %s, want %d", got, commits)
	}
	verified := r.git("verify-pack", "-v", filepath.Join(dir, name+".idx"))
	chains := strings.Count(verified, "chain length = ")
	if !strings.Contains(verified, "chain length = 50:") || strings.Contains(verified, "chain length = 51") || chains != 50 {
		t.Errorf("chains: got %d lengths, want 50:\n%s", chains, verified[max(0, len(verified)-2000):])
	}
	if got := r.git("count-objects", "-v"); !strings.Contains(got, fmt.Sprintf("in-pack: %d", objects)) ||
		!strings.Contains(got, "garbage: 0") || !strings.Contains(got, "packs: 1") {
		t.Errorf("count-objects, want %d in one pack: %s", objects, got)
	}
	r.git("gc", "-q", "--prune=now")
	r.git("fsck", "--strict", "--full")
}

func TestPackStoresAnObjectOnce(t *testing.T) {
	p, err := NewPack(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Abort()
	one, _ := p.Blob([]byte("same"))
	two, err := p.Blob([]byte("same"))
	if err != nil || one != two || p.Len() != 1 || !p.Has(one) {
		t.Errorf("got %x and %x, %d objects, %v", one, two, p.Len(), err)
	}
	if p.Has(HashOf(KindBlob, []byte("other"))) {
		t.Error("has what was not added")
	}
	if _, _, ok := p.Get(HashOf(KindBlob, []byte("other"))); ok {
		t.Error("gets what was not added")
	}
	// A tree that comes back is the base of what follows.
	a := appendEntry(nil, TreeEntry{strings.Repeat("a", 200), ModeFile, one})
	b := appendEntry(a, TreeEntry{"b", ModeFile, one})
	for i, data := range [][]byte{a, b, a, append(bytes.Clone(a), appendEntry(nil, TreeEntry{"c", ModeFile, one})...)} {
		buffer := append(make([]byte, 0, 1000), data...)
		h, err := p.Tree("", buffer)
		if err != nil {
			t.Fatal(err)
		}
		clear(buffer) // the caller may use it again
		if _, got, ok := p.Get(h); !ok || !bytes.Equal(got, data) {
			t.Errorf("tree %d: got %q %v, want %q", i, got, ok, data)
		}
	}
	if p.Len() != 4 {
		t.Errorf("objects: got %d, want 4", p.Len())
	}
}

func TestPackLeavesNothingBehind(t *testing.T) {
	add := func(p *PackWriter) { p.Blob([]byte("x")) }
	tests := []struct {
		name string
		use  func(p *PackWriter) error
		want error
		left int
	}{
		{"closed without an object", func(p *PackWriter) error { _, err := p.Close(""); return err }, nil, 0},
		{"aborted", func(p *PackWriter) error { add(p); p.Abort(); return nil }, nil, 0},
		{"aborted after being closed", func(p *PackWriter) error { add(p); _, err := p.Close(""); p.Abort(); return err }, nil, 2},
		{"used after being closed", func(p *PackWriter) error {
			add(p)
			p.Close("")
			_, err := p.Tree("", nil)
			return err
		}, errClosed, 2},
		{"closed after being aborted", func(p *PackWriter) error { p.Abort(); _, err := p.Close(""); return err }, errClosed, 0},
		{"closed after the disk refused", func(p *PackWriter) error {
			p.file.Close()
			_, err := p.Blob(make([]byte, 1<<10))
			add(p)
			_, closeErr := p.Close("")
			return errors.Join(err, closeErr)
		}, os.ErrClosed, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "pack")
			p, err := NewPack(dir)
			if err != nil {
				t.Fatal(err)
			}
			if err := tt.use(p); !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
			files, err := os.ReadDir(dir)
			if err != nil || len(files) != tt.left {
				t.Errorf("files: got %v %v, want %d", files, err, tt.left)
			}
		})
	}
}

func TestTwoPacksOfTheSameContent(t *testing.T) {
	r := newRepo(t)
	var names []string
	for range 2 {
		p, err := NewPack(r.path("objects", "pack"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Blob([]byte("the same in both")); err != nil {
			t.Fatal(err)
		}
		name, err := p.Close("")
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if names[0] != names[1] {
		t.Errorf("names: got %v", names)
	}
	files, _ := filepath.Glob(r.path("objects", "pack", "*"))
	if len(files) != 2 {
		t.Errorf("files: got %v", files)
	}
	for _, f := range files {
		if info, err := os.Stat(f); err != nil || info.Mode().Perm() != 0o444 {
			t.Errorf("%s: got %v %v", f, info.Mode(), err)
		}
	}
	r.git("fsck", "--strict")
}

func TestPackIndexOfAPackOfManyGigabytes(t *testing.T) {
	offsets := []int64{12, 1<<31 - 1, 1 << 31, 5 << 32}
	objects := map[Hash]packed{}
	var want []string
	for i, offset := range offsets {
		h := HashOf(KindBlob, fmt.Append(nil, i))
		objects[h] = packed{offset: offset, crc: uint32(i)}
		want = append(want, fmt.Sprintf("%d %x (%08x)", offset, h, i))
	}
	got := strings.Split(newRepo(t).pipe(string(encodePackIndex(objects, Hash{})), "show-index"), "\n")
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("git reads %v, want %v", got, want)
	}
}

func TestKeptPackIsLeftAloneUntilItIsReleased(t *testing.T) {
	for _, c := range []struct {
		what string
		then func(dir, name string) error
		want []string
	}{
		{"kept", func(dir, name string) error { return nil }, []string{".idx", ".keep", ".pack"}},
		{"released", ReleasePack, []string{".idx", ".pack"}},
		{"dropped", DropPack, nil},
	} {
		t.Run(c.what, func(t *testing.T) {
			dir := t.TempDir()
			p, err := NewPack(dir)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := p.Blob([]byte("text")); err != nil {
				t.Fatal(err)
			}
			name, err := p.Close("a test's\n")
			if err != nil {
				t.Fatal(err)
			}
			if text, err := os.ReadFile(filepath.Join(dir, name+".keep")); string(text) != "a test's\n" {
				t.Errorf("keep file: got %q, %v", text, err)
			}
			if err := c.then(dir, name); err != nil {
				t.Fatal(err)
			}
			left, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range left {
				got = append(got, filepath.Ext(e.Name()))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
