package gitlog

import (
	"fmt"
	"slices"
	"testing"
)

// A vault below the top of the repository sees its own files only, under its own names.
func TestReadingInAParentRepository(t *testing.T) {
	outer := newVault(t)
	v := *outer
	v.dir, v.opts.Parent = outer.dir+"/a/notes", true
	outer.write("src/main.c", "code\n")
	v.write("memory/x.md", "x\n")
	outer.git("add", ".")
	outer.git("commit", "-qm", "both")
	outer.write("src/main.c", "more code\n")
	outer.git("commit", "-qam", "code only")
	chain := v.begin(v.open())
	v.add(chain, "file: x", v.note("memory/x.md", "x filed\n"))
	v.add(chain, "insight: y", v.note("memory/y.md", "y\n"))
	v.join(chain)
	outer.write("src/main.c", "wip\n")
	outer.git("add", ".")

	for _, through := range []string{"", gitProgram(t)} {
		v.opts.GitPath = through
		r := v.open()
		var got []string
		for e, err := range r.Log(t.Context(), Query{FirstParent: true}) {
			if err != nil {
				t.Fatal(err)
			}
			files, err := e.Files()
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprint(e.Subject, files))
		}
		want := []string{"dream: 2026-08-03 · 3 filed[memory/x.md memory/y.md]", "code only[]", "both[memory/x.md]", "start[]"}
		if !slices.Equal(got, want) {
			t.Errorf("log: got %q\nwant %q", got, want)
		}
		diffs, err := r.Diff("HEAD~1")
		if err == nil {
			t.Errorf("diff of an expression: got %v, want it refused", diffs)
		}
		if diffs, err = r.Diff(outer.git("rev-parse", "HEAD")); err != nil || len(diffs) != 2 || diffs[0].Path != "memory/x.md" {
			t.Errorf("diff: got %v, %v", diffs, err)
		}
		files, err := r.HeadEntries("memory", "desk", "facts.md")
		if err != nil || len(files) != 2 || files[1].Path != "memory/y.md" || files[1].Mode != 0o100644 {
			t.Errorf("files of HEAD: got %v, %v", files, err)
		}
		if all, err := r.HeadEntries(); err != nil || len(all) != 2 {
			t.Errorf("all files of HEAD: got %v, %v", all, err)
		}
		history, err := r.History(t.Context(), "memory/x.md")
		if err != nil || len(history) != 2 || history[0].Subject != "file: x" || history[1].Subject != "both" {
			t.Errorf("history: got %v, %v", history, err)
		}
		if staged, err := r.Staged(t.Context()); err != nil || len(staged) != 0 {
			t.Errorf("staged: got %v, %v", staged, err)
		}
		if s, err := r.State(); err != nil || !s.Parent {
			t.Errorf("state: got %+v, %v", s, err)
		}
	}
	outer.same("status", outer.git("status", "--porcelain"), "M  src/main.c")
	outer.sound()
}
