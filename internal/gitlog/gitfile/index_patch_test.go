package gitfile

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

// seed is a work tree with folders whose names sort between others.
func seed(t testing.TB, version string) repo {
	r := newRepo(t)
	for _, path := range []string{
		"a.md", "a-b.md", "memory/2026/07/alpha.md", "memory/2026/07/beta.md", "memory/2026/07/gamma.md",
		"memory/2026/08/alpha.md", "memory/2026/08/omega.md", "memory.md", "z/deep/er/file.md", "z.md",
	} {
		r.write(path, "the text of "+path+"\n")
	}
	r.git("config", "index.version", version)
	r.git("config", "core.untrackedCache", "keep")
	r.git("add", ".")
	r.git("commit", "-q", "-m", "seed")
	return r
}

func TestPatchDoesWhatUpdateIndexDoes(t *testing.T) {
	put := func(path string) Change { return Change{Path: path, Mode: ModeFile} }
	remove := func(path string) Change { return Change{Path: path, Remove: true} }
	long := strings.Repeat("long-name-", 500) + ".md"
	tests := []struct {
		name    string
		prepare func(r repo)
		changes []Change
	}{
		{"a new file between two others", nil, []Change{put("memory/2026/07/b.md")}},
		{"a new file before all others", nil, []Change{put("0.md")}},
		{"a new file after all others", nil, []Change{put("zz.md")}},
		{"a new file in a new folder", nil, []Change{put("memory/2027/01/first.md")}},
		{"a file replaced", nil, []Change{put("memory/2026/07/beta.md")}},
		{"a file made executable", nil, []Change{{Path: "a.md", Mode: ModeExecutable}}},
		{"the first file removed", nil, []Change{remove("a-b.md")}},
		{"the last file removed", nil, []Change{remove("z/deep/er/file.md")}},
		{"a file removed that is not there", nil, []Change{remove("nobody.md")}},
		{"all files of a folder removed", nil, []Change{remove("memory/2026/08/alpha.md"), remove("memory/2026/08/omega.md")}},
		{"neighbours removed, replaced and put in, in no order", nil, []Change{
			put("memory/2026/07/zeta.md"), remove("memory/2026/07/beta.md"), put("memory/2026/07/alpha.md"),
			put("memory/2026/07/alphb.md"), remove("memory/2026/07/gamma.md"), put("memory/2026/07/b/eta.md"),
		}},
		{"the last of several changes of a path", nil, []Change{remove("a.md"), put("a.md"), put("new.md"), remove("new.md")}},
		{"a folder in the place of a file", nil, []Change{remove("a.md"), put("a.md/inside.md")}},
		{"a file in the place of a folder", nil, []Change{remove("z/deep/er/file.md"), put("z/deep")}},
		{"a path longer than its length field", nil, []Change{put(long), put("memory/2026/07/b.md")}},
		{"a path without Latin letters", nil, []Change{put("memory/2026/07/日本語-ノート.md")}},
		{"a symlink", nil, []Change{{Path: "link", Mode: ModeSymlink}}},
		{"beside work the operator has staged", func(r repo) {
			r.write("wip.txt", "half done")
			r.git("add", "wip.txt")
			r.git("rm", "-q", "--cached", "a.md")
		}, []Change{put("x.md"), put("memory/2026/07/beta.md")}},
		{"beside a file the operator intends to add", func(r repo) {
			r.write("ita.txt", "soon")
			r.git("add", "-N", "ita.txt")
		}, []Change{put("it.txt"), put("ita2.txt"), remove("memory.md")}},
		{"a file the operator intended to add", func(r repo) {
			r.write("ita.txt", "soon")
			r.git("add", "-N", "ita.txt")
		}, []Change{put("ita.txt")}},
		{"beside an unmerged path", func(r repo) {
			h := strings.Repeat("%x", 1)
			h = fmt.Sprintf(h, r.blob("side"))
			r.pipe("100644 "+h+" 1\tm.txt\n100644 "+h+" 2\tm.txt\n100644 "+h+" 3\tm.txt\n", "update-index", "--index-info")
		}, []Change{put("l.txt"), put("n.txt")}},
		{"no tree cached", func(r repo) { r.git("read-tree", "--empty"); r.git("add", ".") }, []Change{put("l.txt")}},
		{"an empty index", func(r repo) { r.git("read-tree", "--empty") }, []Change{put("memory/2026/07/alpha.md"), put("b")}},
		{"no index", func(r repo) {
			if err := os.Remove(r.path("index")); err != nil {
				r.t.Fatal(err)
			}
		}, []Change{put("memory/2026/07/alpha.md"), put("memory/2026/07/alphabet.md")}},
		{"no change", nil, nil},
		{"all of several threads' offsets", func(r repo) {
			r.git("config", "index.threads", "2")
			r.git("update-index", "--force-write-index")
		}, []Change{put("l.txt"), remove("a.md")}},
	}
	for _, version := range []string{"2", "4"} {
		for _, tt := range tests {
			t.Run("v"+version+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				r := seed(t, version)
				if tt.prepare != nil {
					tt.prepare(r)
				}
				data := r.index()
				var lines strings.Builder
				changes := append([]Change(nil), tt.changes...)
				for i, c := range changes {
					if c.Remove {
						fmt.Fprintf(&lines, "0 %040d\t%s\n", 0, c.Path)
						continue
					}
					changes[i].Hash = r.blob(fmt.Sprintf("%s, number %d", c.Path, i))
					fmt.Fprintf(&lines, "%o %x\t%s\n", c.Mode, changes[i].Hash, c.Path)
				}
				r.pipe(lines.String(), "-c", "core.quotePath=true", "update-index", "--add", "--index-info")
				wantList, wantTree := r.git("ls-files", "-s", "-t", "--debug"), r.git("ls-files", "-s")
				wantWritten, _ := r.try("", "write-tree")

				got, err := Patch(data, changes)
				if err != nil {
					t.Fatalf("Patch: %v", err)
				}
				r.setIndex(got)
				checkSame(t, "ls-files --debug", r.git("ls-files", "-s", "-t", "--debug"), wantList)
				checkSame(t, "ls-files -s", r.git("ls-files", "-s"), wantTree)
				if out, err := r.try("", "fsck", "--strict"); err != nil || strings.Contains(out, "bad") {
					t.Errorf("git fsck: %v\n%s", err, out)
				}
				written, _ := r.try("", "write-tree")
				checkSame(t, "write-tree, which uses the cached trees", written, wantWritten)
				checkReads(t, got, wantTree)
			})
		}
	}
}

// checkReads compares what Entries gives with `git ls-files -s`.
func checkReads(t *testing.T, data []byte, list string) {
	t.Helper()
	var b strings.Builder
	for e, err := range Entries(data, nil) {
		if err != nil {
			t.Fatalf("Entries: %v", err)
		}
		fmt.Fprintf(&b, "%06o %x %d\t%s\n", e.Mode, e.Hash, e.Stage, e.Path)
	}
	var want strings.Builder
	for line := range strings.Lines(list + "\n") {
		if strings.Contains(line, `"`) || strings.TrimSpace(line) == "" {
			continue // a quoted path: compared by git above
		}
		want.WriteString(line)
	}
	for line := range strings.Lines(want.String()) {
		if !strings.Contains(b.String(), line) {
			t.Errorf("Entries has no %q", line)
		}
	}
	if got, want := strings.Count(b.String(), "\n"), strings.Count(strings.TrimSpace(list), "\n")+1; got != want && list != "" {
		t.Errorf("Entries gives %d entries, git %d", got, want)
	}
}

func checkSame(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got\n%s\nwant\n%s", what, got, want)
	}
}

func TestPatchRefuses(t *testing.T) {
	unmerged := func(r repo) []byte {
		h := fmt.Sprintf("%x", r.blob("side"))
		r.pipe("0 "+strings.Repeat("0", 40)+"\ta.md\n100644 "+h+" 1\ta.md\n100644 "+h+" 2\ta.md\n", "update-index", "--index-info")
		return r.index()
	}
	damage := func(at int) func(r repo) []byte {
		return func(r repo) []byte {
			data := r.index()
			data[(at+len(data))%len(data)] ^= 0x40
			return data
		}
	}
	tests := []struct {
		name   string
		data   func(r repo) []byte
		change Change
		want   error
	}{
		{"an unmerged path", unmerged, Change{Path: "a.md", Mode: ModeFile}, ErrUnmerged},
		{"to remove an unmerged path", unmerged, Change{Path: "a.md", Remove: true}, ErrUnmerged},
		{"a split index", func(r repo) []byte { r.git("update-index", "--split-index"); return r.index() },
			Change{Path: "a.md", Mode: ModeFile}, ErrUnsupported},
		{"a sparse index", func(r repo) []byte {
			r.git("sparse-checkout", "set", "--cone", "--sparse-index", "memory")
			return r.index()
		}, Change{Path: "a.md", Mode: ModeFile}, ErrUnsupported},
		{"a damaged entry", damage(100), Change{Path: "a.md", Mode: ModeFile}, ErrCorrupt},
		{"a damaged checksum", damage(-1), Change{Path: "a.md", Mode: ModeFile}, ErrCorrupt},
		{"an index cut off", func(r repo) []byte { return r.index()[:200] }, Change{Path: "a.md", Mode: ModeFile}, ErrCorrupt},
		{"another file", func(repo) []byte { return []byte(strings.Repeat("no index at all ", 10)) },
			Change{Path: "a.md", Mode: ModeFile}, ErrCorrupt},
		{"a file where a folder is", (repo).index, Change{Path: "z", Mode: ModeFile}, ErrClash},
		{"a folder where a file is", (repo).index, Change{Path: "a.md/b/c.md", Mode: ModeFile}, ErrClash},
		{"a mode that git does not know", (repo).index, Change{Path: "a.md", Mode: 0o100666}, ErrUnsupported},
		{"a path that leaves the work tree", (repo).index, Change{Path: "../a.md", Mode: ModeFile}, ErrName},
		{"an absolute path", (repo).index, Change{Path: "/a.md", Mode: ModeFile}, ErrName},
		{"a path into git's folder", (repo).index, Change{Path: "b/.GIT/hooks/x", Mode: ModeFile}, ErrName},
		{"no path", (repo).index, Change{Mode: ModeFile}, ErrName},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			data := tt.data(seed(t, "2"))
			before := string(data)
			if got, err := Patch(data, []Change{tt.change}); !errors.Is(err, tt.want) || got != nil {
				t.Errorf("Patch: got %d bytes and %v, want %v", len(got), err, tt.want)
			}
			if string(data) != before {
				t.Error("Patch wrote into the bytes it was given")
			}
		})
	}
}
