package gitfile

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// extensionNames are those in the index, in its order.
func extensionNames(t *testing.T, data []byte) []string {
	t.Helper()
	s, err := scan(data)
	if err != nil {
		t.Fatal(err)
	}
	for s.next() {
	}
	all, err := s.extensions()
	if err != nil || s.err != nil {
		t.Fatal(err, s.err)
	}
	var names []string
	for _, e := range all {
		names = append(names, e.name)
	}
	return names
}

// mustPatch changes the repository's index, as one who writes it in another second than git did.
func (r repo) mustPatch(changes ...Change) {
	r.t.Helper()
	data := r.index()
	info, err := os.Stat(r.path("index"))
	if err != nil {
		r.t.Fatal(err)
	}
	racy, err := Racy(data, uint32(info.ModTime().Unix()))
	if err != nil {
		r.t.Fatal(err)
	}
	out, err := Patch(data, append(racy, changes...))
	if err != nil {
		r.t.Fatal(err)
	}
	r.setIndex(out)
}

func TestPatchKeepsTheUntrackedCacheOnAndTrue(t *testing.T) {
	r := seed(t, "2")
	r.git("update-index", "--untracked-cache")
	r.write("new/one.md", "one\n")
	r.write("new/two.md", "two\n")
	r.write("old.md", "not tracked\n")
	// Folders that changed in the index's second git reads again anyway: these are of yesterday.
	r.git("config", "core.trustctime", "false")
	r.git("config", "core.checkStat", "minimal")
	for _, dir := range []string{"new", "."} {
		if err := os.Chtimes(r.dir+"/"+dir, time.Unix(1754200000, 0), time.Unix(1754200000, 0)); err != nil {
			t.Fatal(err)
		}
	}
	r.git("status")
	checkSame(t, "status before", r.git("status", "--porcelain"), "?? new/\n?? old.md")

	r.mustPatch(Change{Path: "new/one.md", Mode: ModeFile, Hash: r.blob("one\n")}, Change{Path: "a.md", Remove: true})
	if !slices.Contains(extensionNames(t, r.index()), "UNTR") {
		t.Error("the untracked cache is switched off")
	}
	for range 2 { // the second time from what git cached the first time
		checkSame(t, "status after", r.git("status", "--porcelain"), "D  a.md\nA  new/one.md\n?? a.md\n?? new/two.md\n?? old.md")
	}
	before := r.index()
	r.mustPatch(Change{Path: "a-b.md", Mode: ModeFile, Hash: r.blob("other\n")})
	if !bytes.Contains(r.index(), untracked(t, before)) {
		t.Error("the untracked cache was emptied though no path came or went")
	}
	checkSame(t, "status after a replacement", r.git("status", "--porcelain", "-uno"), "MM a-b.md\nD  a.md\nA  new/one.md")
}

func untracked(t *testing.T, data []byte) []byte {
	t.Helper()
	i := bytes.LastIndex(data, []byte("UNTR"))
	if i < 0 {
		t.Fatal("no untracked cache")
	}
	size := int(binary.BigEndian.Uint32(data[i+4:]))
	if size < 150 {
		t.Fatalf("the untracked cache has %d bytes, no folders", size)
	}
	return data[i : i+8+size]
}

func TestPatchIsNotMisledByAFileSystemMonitor(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change Change
		keeps  bool
		status string
	}{
		{"a path goes", Change{Path: "a-b.md", Remove: true}, false, "D  a-b.md\n M memory.md\n?? a-b.md"},
		{"a path comes", Change{Path: "0.md", Mode: ModeFile}, false, "AD 0.md\n M memory.md"},
		{"a path gets a content that its file has not", Change{Path: "a-b.md", Mode: ModeFile}, false, "MM a-b.md\n M memory.md"},
		{"a path keeps its content", Change{Path: "a-b.md", Smudge: true}, true, " M memory.md"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := seed(t, "2")
			// A monitor that reports the lines of .git/changed.
			r.write(".git/monitor", "printf 'token\\0'; tr '\\n' '\\0' <.git/changed\n")
			r.write(".git/changed", "")
			r.git("config", "core.fsmonitor", "sh .git/monitor") // by sh: a program just written may be busy
			r.git("update-index", "--fsmonitor")
			r.git("status")
			r.write("memory.md", "edited\n")
			r.write(".git/changed", "memory.md\n")
			checkSame(t, "status before", r.git("status", "--porcelain"), " M memory.md")
			r.git("update-index", "--force-write-index") // git keeps few reports for later, to ask again; not so this monitor

			tt.change.Hash = r.blob("new\n")
			r.mustPatch(tt.change)
			if kept := slices.Contains(extensionNames(t, r.index()), "FSMN"); kept != tt.keeps {
				t.Errorf("FSMN kept: got %v, want %v", kept, tt.keeps)
			}
			r.write(".git/changed", "") // of memory.md the monitor has told already
			checkSame(t, "status after", r.git("status", "--porcelain"), tt.status)
		})
	}
}

func TestPatchOfExtensions(t *testing.T) {
	with := func(name, body string) func(r repo) []byte {
		return func(r repo) []byte {
			data := r.index()
			data = append(data[:len(data)-20], name...)
			data = binary.BigEndian.AppendUint32(data, uint32(len(body)))
			data = append(data, body...)
			sum := sha1.Sum(data)
			return append(data, sum[:]...)
		}
	}
	tests := []struct {
		name string
		data func(r repo) []byte
		want []string
	}{
		{"cached trees stay", (repo).index, []string{"TREE"}},
		{"an unknown one stays", with("XTRA", "anything"), []string{"TREE", "XTRA"}},
		{"an untracked cache of another form goes", with("UNTR", "\xff\xff\xff\xff"), []string{"TREE"}},
		{"offsets go", func(r repo) []byte {
			r.git("-c", "index.threads=2", "update-index", "--force-write-index")
			if names := extensionNames(r.t.(*testing.T), r.index()); !slices.Contains(names, "EOIE") || !slices.Contains(names, "IEOT") {
				r.t.Fatalf("git wrote %v: no offsets", names)
			}
			return r.index()
		}, []string{"TREE"}},
		{"what was resolved stays", func(r repo) []byte {
			r.git("checkout", "-q", "-b", "side")
			r.write("a.md", "side\n")
			r.git("commit", "-q", "-a", "-m", "side")
			r.git("checkout", "-q", "main")
			r.write("a.md", "main\n")
			r.git("commit", "-q", "-a", "-m", "main")
			r.try("", "merge", "side")
			r.write("a.md", "both\n")
			r.git("add", "a.md")
			return r.index()
		}, []string{"TREE", "REUC"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := seed(t, "2")
			got, err := Patch(tt.data(r), []Change{{Path: "new.md", Mode: ModeFile, Hash: r.blob("new\n")}})
			if err != nil {
				t.Fatal(err)
			}
			r.setIndex(got)
			if names := extensionNames(t, got); !slices.Equal(names, tt.want) {
				t.Errorf("extensions: got %v, want %v", names, tt.want)
			}
			r.git("fsck", "--strict")
			r.git("write-tree")
		})
	}
	t.Run("a mandatory unknown one is refused", func(t *testing.T) {
		if _, err := Patch(with("xtra", "")(seed(t, "2")), nil); err == nil || !strings.Contains(err.Error(), "xtra") {
			t.Errorf("got %v", err)
		}
	})
}

// Damaged caches of trees, valid otherwise: the checksum is right, so that git might have written them.
func TestInvalidateTreesDropsWhatIsMalformed(t *testing.T) {
	hash := strings.Repeat("h", 20)
	tests := []struct{ name, body, want string }{
		{"one folder", "\x002 1\n" + hash + "a\x001 0\n" + hash, "\x00-1 1\na\x00-1 0\n"},
		{"another folder", "\x002 1\n" + hash + "b\x001 0\n" + hash, "\x00-1 1\nb\x001 0\n" + hash},
		{"a folder with the file's name", "\x002 1\n" + hash + "f\x001 0\n" + hash, "\x00-1 0\n"},
		{"a hash cut off", "\x002 0\nhhh", ""},
		{"more folders than there are", "\x002 3\n" + hash + "a\x001 0\n" + hash, ""},
		{"a folder without a name", "\x002 1\n" + hash + "\x001 0\n" + hash, ""},
		{"numbers that are none", "\x00x 0\n" + hash, ""},
		{"something behind", "\x002 0\n" + hash + "more", ""},
		{"nothing", "", ""},
		{"folders without end", "\x001 1\n" + hash + strings.Repeat("a\x001 1\n"+hash, 10000), ""},
	}
	for _, tt := range tests {
		got, ok := invalidateTrees([]byte(tt.body), []string{"a/file", "f"})
		if ok != (tt.want != "") || ok && string(got) != tt.want {
			t.Errorf("%s: got %q %v, want %q", tt.name, got, ok, tt.want)
		}
	}
}

func TestRacyKeepsAnEditOfTheSameSecondVisible(t *testing.T) {
	r := seed(t, "2")
	// Only size and time in seconds count, so that the test need not be quick.
	r.git("config", "core.trustctime", "false")
	r.git("config", "core.checkStat", "minimal")
	at := time.Unix(1754200000, 0)
	set := func(path string, when time.Time) {
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	r.write("a.md", "staged\n")
	set(r.dir+"/a.md", at)
	r.git("add", "a.md")
	r.git("commit", "-q", "-m", "staged")
	r.git("update-index", "--really-refresh")
	r.write("a.md", "edited\n") // the same size, the same second
	set(r.dir+"/a.md", at)
	set(r.path("index"), at)
	checkSame(t, "status before", r.git("--no-optional-locks", "status", "--porcelain"), " M a.md")

	set(r.path("index"), at)
	data := r.index()
	change := Change{Path: "new.md", Mode: ModeFile, Hash: r.blob("new\n")}
	racy, err := Racy(data, uint32(at.Unix()))
	if err != nil || !slices.ContainsFunc(racy, func(c Change) bool { return c.Path == "a.md" && c.Smudge }) {
		t.Fatalf("Racy: got %v %v", racy, err)
	}
	for _, tt := range []struct {
		changes []Change
		want    string
	}{
		{[]Change{change}, "AD new.md"}, // why Racy is there
		{append(racy, change), " M a.md\nAD new.md"},
	} {
		out, err := Patch(data, tt.changes)
		if err != nil {
			t.Fatal(err)
		}
		r.setIndex(out)
		checkSame(t, "status after", r.git("--no-optional-locks", "status", "--porcelain"), tt.want)
	}
}
