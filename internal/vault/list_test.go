package vault

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mem/internal/memory"
)

func TestIsNotePath(t *testing.T) {
	rows := []struct {
		path string
		want bool
	}{
		{"memory/2026/08/kettle.md", true},
		{"memory/dropped by hand.md", true},
		{"memory/2026/08/notes (march 2024).md", true},
		{"memory/2026/08/how to read a (conflict) well.md", true},
		{"memory/2026/08/x.MD", false},
		{"memory/2026/08/x.txt", false},
		{"memory/2026/08/.md", false},
		{"memory/2026/08/.tmp-1-2.md", false},
		{"memory/.obsidian/x.md", false},
		{"memory/2026/../../x.md", false},
		{"memory//x.md", false},
		{"desk/briefs/x.md", false},
		{"/memory/x.md", false},
		{"memory", false},
		{"memory/a\nb.md", false},
		{"memory/a\x1b[31m.md", false},
		{"memory/m\xfchle.md", false},
		{"memory/kettle.sync-conflict-20260803-142200-ABC.md", false},
		{"memory/kettle (conflicted copy 2026-08-03).md", false},
		{"memory/kettle (Ada's conflicted copy 2026-08-03).md", false},
		{"memory/kettle (Conflicted copy phone 202608031422).md", false},
		{"memory/kettle (Case Conflict 1).md", false},
		{"memory/kettle_conflict-20260803-142200.md", false},
		{"memory/merge_conflict-handling.md", true},
	}
	for _, r := range rows {
		if got := IsNotePath(r.path); got != r.want {
			t.Errorf("%q: got %v, want %v", r.path, got, r.want)
		}
	}
}

func TestListNamesWhatIsNoNoteAndGoesOn(t *testing.T) {
	v := newVault(t)
	root := v.Root()
	for _, p := range []string{"memory/by hand.md", at("kettle"), "memory/2026/08-old/z.md", "memory/2026/08/deep/er/n.md",
		at("kettle.sync-conflict-20260803-142200-ABC"), "memory/2026/08/picture.png", "memory/.obsidian/hidden.md",
		"memory/2026/08/.DS_Store", "memory/2026/08/.tmp-1-00000000", "memory/2026/08/m\xfchle.md", "memory/2026/08/folder.md/inner.md",
		"desk/outside.md"} {
		put(t, v, p, "text")
	}
	outside := filepath.Join(t.TempDir(), "outside.md")
	if err := os.WriteFile(outside, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"out.md": outside, "in.md": "kettle.md", "dangling.md": "nowhere", "loop.md": "loop.md",
		"up": "../..", "out": filepath.Dir(outside)} {
		if err := os.Symlink(target, filepath.Join(root, "memory/2026/08", name)); err != nil {
			t.Fatal(err)
		}
	}
	special := makeSpecial(t, filepath.Join(root, "memory/2026/08"))
	list, err := v.List(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"memory/2026/08-old/z.md", "memory/2026/08/deep/er/n.md", "memory/2026/08/folder.md/inner.md", "memory/2026/08/kettle.md", "memory/by hand.md"}
	if got := paths(list); !slices.Equal(got, want) {
		t.Errorf("notes:\n got %q\nwant %q", got, want)
	}
	odd := map[string]string{}
	for _, f := range list.Odd {
		odd[strings.TrimPrefix(f.Path, "memory/2026/08/")] = f.Code
	}
	for name, code := range map[string]string{"kettle.sync-conflict-20260803-142200-ABC.md": "conflict-copy", "picture.png": "foreign-file",
		"memory/.obsidian": "hidden", ".DS_Store": "hidden", ".tmp-1-00000000": "leftover-temp", "m\xfchle.md": "name-unusable",
		"out.md": "link", "in.md": "link", "dangling.md": "link", "loop.md": "link", "up": "link", "out": "link"} {
		if odd[name] != code {
			t.Errorf("%s: got %q, want %q", name, odd[name], code)
		}
	}
	for _, name := range special {
		if odd[name] != "not-a-file" {
			t.Errorf("%s: got %q, want not-a-file", name, odd[name])
		}
	}
	for _, p := range []string{at("out"), at("in"), at("dangling"), "memory/2026/08/folder.md"} {
		if _, _, err := v.Read(p); !errors.Is(err, ErrNotNote) {
			t.Errorf("reading %s: got %v, want ErrNotNote", p, err)
		}
	}
}

func TestListStampsAreThoseOfStat(t *testing.T) {
	v := newVault(t)
	for i := range 3 * chunk {
		put(t, v, at(fmt.Sprintf("n%04d", i)), "word\n")
	}
	list, err := v.List(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Notes) != 3*chunk || !slices.IsSortedFunc(list.Notes, func(a, b memory.Stamp) int { return strings.Compare(a.Path, b.Path) }) {
		t.Fatalf("%d notes, or not sorted", len(list.Notes))
	}
	for _, got := range list.Notes {
		want, err := v.Stat(got.Path)
		if err != nil || got != want || got.Size != 5 || got.MTime == 0 {
			t.Fatalf("%s: got %+v, want %+v, %v", got.Path, got, want, err)
		}
	}
}

func TestListShardReadsOneFolder(t *testing.T) {
	v := newVault(t)
	put(t, v, at("kettle"), "x")
	put(t, v, "memory/2026/08/deep/n.md", "x")
	list, err := v.ListShard(context.Background(), "memory/2026/08")
	if err != nil || !slices.Equal(paths(list), []string{at("kettle")}) {
		t.Fatalf("got %q, %v", paths(list), err)
	}
	if seen, ok := list.Folders["memory/2026/08/deep"]; !ok || seen != 0 {
		t.Errorf("the subfolder was not named: %v", list.Folders)
	}
	if list, err := v.ListShard(context.Background(), "memory/1999/01"); err != nil || len(list.Notes)+len(list.Folders) > 0 {
		t.Errorf("a folder that is not there: %v, %v", list, err)
	}
	for _, dir := range []string{"desk", "memory/../desk", "../memory", "memory/.git", ""} {
		if _, err := v.ListShard(context.Background(), dir); !errors.Is(err, ErrOutside) {
			t.Errorf("%q: got %v, want ErrOutside", dir, err)
		}
	}
	if _, err := v.ListShard(context.Background(), at("kettle")); !errors.Is(err, ErrOutside) {
		t.Errorf("a file: got %v, want ErrOutside", err)
	}
}

func TestShardTimesMoveWhenAFileComesOrGoes(t *testing.T) {
	v := newVault(t)
	put(t, v, at("kettle"), "x")
	put(t, v, "memory/2026/08/deep/n.md", "x")
	list, err := v.List(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	times, err := v.ShardTimes("memory/2026/08/deep", "memory/gone")
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(times) != fmt.Sprint(list.Folders) || len(times) != 4 {
		t.Errorf("ShardTimes %v, List %v", times, list.Folders)
	}
	old := august
	if err := os.Chtimes(filepath.Join(v.Root(), "memory/2026/08"), old, old); err != nil {
		t.Fatal(err)
	}
	before, _ := v.ShardTimes()
	put(t, v, at("second"), "x")
	after, err := v.ShardTimes()
	if err != nil || before["memory/2026/08"] == after["memory/2026/08"] || before["memory/2026"] != after["memory/2026"] {
		t.Errorf("before %v, after %v, %v", before, after, err)
	}
}

func TestListStopsWhenTold(t *testing.T) {
	v := newVault(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := v.List(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

func TestListOfAVaultWithoutMemory(t *testing.T) {
	v := newVault(t)
	if err := os.Remove(filepath.Join(v.Root(), "memory")); err != nil {
		t.Fatal(err)
	}
	list, err := v.List(context.Background())
	if err != nil || len(list.Notes) != 0 {
		t.Errorf("got %v, %v", list, err)
	}
	times, err := v.ShardTimes()
	if err != nil || len(times) != 0 {
		t.Errorf("times: %v, %v", times, err)
	}
}
