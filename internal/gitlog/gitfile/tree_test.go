package gitfile

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestPatchTreeIsWhatMktreeMakes(t *testing.T) {
	r := newRepo(t)
	blob, other := r.blob("x"), r.blob("y")
	folder := mustHash(t, r.pipe("", "mktree"))
	file := func(name string) TreeEntry { return TreeEntry{name, ModeFile, blob} }
	dir := func(name string) TreeEntry { return TreeEntry{name, ModeFolder, folder} }
	base := []TreeEntry{file("a-b"), dir("a"), file("a0"), file("m.md"), {"run", ModeExecutable, blob}, {"to", ModeSymlink, blob}}
	tests := []struct {
		name    string
		base    []TreeEntry
		puts    []TreeEntry
		removes []string
	}{
		{"nothing", base, nil, nil},
		{"a file before all", base, []TreeEntry{file("0")}, nil},
		{"a file after all", base, []TreeEntry{file("zz")}, nil},
		{"a file replaced", base, []TreeEntry{{"m.md", ModeExecutable, other}}, nil},
		{"a folder in the place of a file", base, []TreeEntry{dir("a0")}, nil},
		{"a file in the place of a folder, elsewhere in the order", base, []TreeEntry{file("a")}, nil},
		{"folders and files whose names begin alike", base, []TreeEntry{dir("m"), file("m-x"), file("m0"), dir("m.md-x")}, nil},
		{"everything removed", base, nil, []string{"a", "a-b", "a0", "m.md", "run", "to"}},
		{"what is not there removed", base, nil, []string{"nobody"}},
		{"the first and the last removed, others in their places", base, []TreeEntry{file("a+"), file("tz")}, []string{"a-b", "to"}},
		{"from nothing", nil, []TreeEntry{file("b"), dir("b-"), file("a"), dir("日本")}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := repo{t, r.dir}
			want := map[string]TreeEntry{}
			for _, e := range append(slices.Clone(tt.base), tt.puts...) {
				want[e.Name] = e
			}
			for _, name := range tt.removes {
				delete(want, name)
			}
			var lines strings.Builder
			for _, e := range want {
				kind := map[bool]string{true: "tree", false: "blob"}[e.Mode == ModeFolder]
				fmt.Fprintf(&lines, "%06o %s %x\t%s\n", e.Mode, kind, e.Hash, e.Name)
			}
			wantHash := r.pipe(lines.String(), "mktree", "--missing")

			data, err := PatchTree(nil, tt.base, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := PatchTree(data, tt.puts, tt.removes)
			if err != nil {
				t.Fatal(err)
			}
			if h := fmt.Sprintf("%x", HashOf(KindTree, got)); h != wantHash {
				t.Errorf("tree: got %s %q, want %s", h, got, wantHash)
			}
			entries, err := ParseTree(got)
			if err != nil || len(entries) != len(want) {
				t.Fatalf("ParseTree: got %v %v", entries, err)
			}
			for _, e := range entries {
				if e != want[e.Name] {
					t.Errorf("entry %s: got %v, want %v", e.Name, e, want[e.Name])
				}
			}
			for _, name := range []string{"0", "a", "a+", "a-b", "a0", "b", "b-", "m", "m-x", "m.md", "m.md-x", "m0", "run", "to", "tz", "zz", "日本", "", "m.m"} {
				wanted, there := want[name]
				if e, found := FindEntry(entries, name); found != there || e != wanted {
					t.Errorf("FindEntry %q: got %v %v, want %v %v", name, e, found, wanted, there)
				}
			}
		})
	}
}

func TestPatchTreeRefuses(t *testing.T) {
	entry := func(name string) []byte { return appendEntry(nil, TreeEntry{name, ModeFile, Hash{}}) }
	put := func(names ...string) (puts []TreeEntry) {
		for _, name := range names {
			puts = append(puts, TreeEntry{name, ModeFile, Hash{}})
		}
		return puts
	}
	anyError := errors.New("any")
	tests := []struct {
		name    string
		data    []byte
		puts    []TreeEntry
		removes []string
		want    error
	}{
		{"no name", nil, put(""), nil, ErrName},
		{"a path", nil, put("a/b"), nil, ErrName},
		{"a NUL in a name", nil, put("a\x00b"), nil, ErrName},
		{"the folder itself", nil, put("."), nil, ErrName},
		{"its parent", nil, put(".."), nil, ErrName},
		{"git's folder", nil, put(".git"), nil, ErrName},
		{"git's folder in capitals", nil, put(".GiT"), nil, ErrName},
		{"git's folder on NTFS", nil, put("git~1"), nil, ErrName},
		{"git's folder on NTFS with dots behind", nil, put(".git . ."), nil, ErrName},
		{"git's folder on NTFS as a stream", nil, put(".git::$INDEX_ALLOCATION"), nil, ErrName},
		{"git's folder on HFS+ with a letter that is ignored", nil, put(".g\u200cit"), nil, ErrName},
		{"a mode git does not know", nil, []TreeEntry{{"a", 0o100600, Hash{}}}, nil, ErrUnsupported},
		{"a name put twice", nil, put("a", "a"), nil, anyError},
		{"a name put and removed", nil, put("a"), []string{"a"}, anyError},
		{"a name removed twice", entry("a"), nil, []string{"a", "a"}, anyError},
		{"a tree out of order", slices.Concat(entry("b"), entry("a")), put("c"), nil, ErrCorrupt},
		{"a tree with a name twice", slices.Concat(entry("a"), entry("a")), put("c"), nil, ErrCorrupt},
		{"a tree cut off", entry("a")[:20], put("c"), nil, ErrCorrupt},
		{"a tree without a mode", append([]byte(" a\x00"), make([]byte, 20)...), put("c"), nil, ErrCorrupt},
		{"a tree with a slash in a name", entry("a/b"), put("c"), nil, ErrCorrupt},
		{"no tree", []byte("something else"), put("c"), nil, ErrCorrupt},
	}
	for _, tt := range tests {
		got, err := PatchTree(tt.data, tt.puts, tt.removes)
		if err == nil || got != nil || tt.want != anyError && !errors.Is(err, tt.want) {
			t.Errorf("%s: got %q, %v; want %v", tt.name, got, err, tt.want)
		}
	}
	for _, name := range []string{".gitignore", "git", ".git-x", "x.git", "git~2", "..a", "a.", "a..b"} {
		if _, err := PatchTree(nil, put(name), nil); err != nil {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// FuzzTree takes any bytes for a tree, and its lines for what to put in and to remove.
func FuzzTree(f *testing.F) {
	sound, err := PatchTree(nil, []TreeEntry{{"a-b", ModeFile, Hash{1}}, {"a", ModeFolder, Hash{2}}, {"z", ModeSymlink, Hash{3}}}, nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(sound, "new", "z", true)
	f.Add(sound, "a", "", false)
	f.Add(sound[:30], "a", "a-b", true)
	f.Add([]byte{}, ".git", "..", true)
	f.Fuzz(func(t *testing.T, data []byte, put, remove string, folder bool) {
		mode := ModeFile
		if folder {
			mode = ModeFolder
		}
		want := TreeEntry{put, mode, Hash{9}}
		got, err := PatchTree(data, []TreeEntry{want}, []string{remove})
		if err != nil {
			return
		}
		before, err := ParseTree(data)
		if err != nil {
			t.Fatalf("patched what cannot be read: %v", err)
		}
		after, err := ParseTree(got)
		if err != nil || !slices.Contains(after, want) {
			t.Fatalf("patched to %q: %v %v", got, after, err)
		}
		gone := func(e TreeEntry) bool { return e.Name == put || e.Name == remove }
		if a, b := slices.DeleteFunc(after, gone), slices.DeleteFunc(before, gone); !slices.Equal(a, b) {
			t.Errorf("others changed: %v, were %v", a, b)
		}
		if delta, ok := treeDelta(data, got); ok {
			if back, err := applyDelta(data, delta); err != nil || !bytes.Equal(back, got) {
				t.Errorf("delta of %q to %q gives %q, %v", data, got, back, err)
			}
		}
	})
}
