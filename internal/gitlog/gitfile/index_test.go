package gitfile

import (
	"bytes"
	"crypto/sha1"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestEntriesSeesTheOperatorsFlags(t *testing.T) {
	for _, version := range []string{"2", "4"} {
		r := seed(t, version)
		r.git("update-index", "--assume-unchanged", "a.md")
		r.git("update-index", "--skip-worktree", "memory.md")
		r.write("ita.txt", "soon")
		r.git("add", "-N", "ita.txt")
		got := map[string]Entry{}
		for e, err := range Entries(r.index(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			got[e.Path] = e
		}
		for path, want := range map[string][3]bool{
			"a.md": {true, false, false}, "ita.txt": {false, true, false}, "memory.md": {false, false, true}, "z.md": {},
		} {
			e, found := got[path]
			if flags := [3]bool{e.AssumeValid, e.IntentToAdd, e.SkipWorktree}; !found || flags != want {
				t.Errorf("index version %s, %s: got %v %v, want %v", version, path, found, flags, want)
			}
		}
	}
}

func TestEntriesReadsTheStatThatGitKeeps(t *testing.T) {
	r := seed(t, "2")
	for e, err := range Entries(r.index(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		s := e.Stat
		want := fmt.Sprintf("%s\n  ctime: %d:%d\n  mtime: %d:%d\n  dev: %d\tino: %d\n  uid: %d\tgid: %d\n  size: %d\t",
			e.Path, s.CTimeSec, s.CTimeNsec, s.MTimeSec, s.MTimeNsec, s.Dev, s.Ino, s.UID, s.GID, s.Size)
		if got := r.git("ls-files", "--debug", e.Path); !strings.HasPrefix(got, want) {
			t.Errorf("git has %q, want %q", got, want)
		}
	}
}

func TestPatchKeepsTheOperatorsFlags(t *testing.T) {
	for _, version := range []string{"2", "4"} {
		r := seed(t, version)
		r.git("update-index", "--assume-unchanged", "a.md", "z.md")
		r.git("update-index", "--skip-worktree", "memory.md", "memory/2026/07/beta.md")
		before := r.git("ls-files", "-v")
		r.mustPatch(
			Change{Path: "a.md", Mode: ModeFile, Hash: r.blob("one\n")},
			Change{Path: "memory.md", Mode: ModeFile, Hash: r.blob("two\n")},
			Change{Path: "memory/2026/07/alpha.md", Smudge: true},
			Change{Path: "memory/2026/07/beta.md", Smudge: true},
		)
		checkSame(t, "flags", r.git("ls-files", "-v"), before)
		checkSame(t, "entry", strings.Fields(r.git("ls-files", "-s", "memory.md"))[1], fmt.Sprintf("%x", r.blob("two\n")))
		r.git("fsck", "--strict")
	}
}

func TestStatusIsCleanAfterAPatch(t *testing.T) {
	for _, version := range []string{"2", "4"} {
		r := seed(t, version)
		r.write("memory/2026/08/new.md", "new\n")
		r.write("memory/2026/08/omega.md", "edited\n")
		add := []Change{
			{Path: "memory/2026/08/new.md", Mode: ModeFile, Hash: r.blob("new\n")},
			{Path: "memory/2026/08/omega.md", Mode: ModeFile, Hash: r.blob("edited\n")},
		}
		r.mustPatch(add...)
		tree := r.git("write-tree")
		r.git("update-ref", "HEAD", r.pipe("ours", "commit-tree", "-p", "HEAD", tree))
		checkSame(t, "status", r.git("status", "--porcelain=v2"), "")
		// The operator's next commit holds the operator's work alone.
		r.write("wip.txt", "wip\n")
		r.git("add", "wip.txt")
		r.git("commit", "-q", "-m", "theirs")
		checkSame(t, "the next commit", r.git("diff", "--name-only", "HEAD~", "HEAD"), "wip.txt")
		checkSame(t, "diff-files after git has looked", r.git("diff-files"), "")
	}
}

func TestPatchLeavesAnUnhashedIndexUnhashed(t *testing.T) {
	data := bigIndex(t, 3, 3)
	sum := data[len(data)-20:]
	clear(sum)
	got, err := Patch(data, []Change{{Path: "a", Mode: ModeFile}})
	if err != nil || !bytes.Equal(got[len(got)-20:], sum) {
		t.Fatalf("got checksum %x, %v", got[max(0, len(got)-20):], err)
	}
}

func TestPatchLooksAtEveryByteBeforeItTrusts(t *testing.T) {
	for _, version := range []string{"2", "4"} {
		data := seed(t, version).index()
		for at := range data {
			damaged := bytes.Clone(data)
			damaged[at] ^= 0x21
			if got, err := Patch(damaged, []Change{{Path: "new.md", Mode: ModeFile}}); err == nil {
				t.Fatalf("version %s, byte %d damaged: got %d bytes", version, at, len(got))
			}
			if got, err := Patch(data[:at], nil); err == nil && at > 0 {
				t.Fatalf("version %s, cut at %d: got %d bytes", version, at, len(got))
			}
		}
	}
}

// FuzzPatchIndex changes one path in any index: what comes out can be read, and only that path differs.
func FuzzPatchIndex(f *testing.F) {
	for _, version := range []string{"2", "4"} {
		r := seed(f, version)
		f.Add(r.index(), "memory/2026/07/beta.md", "new.md", true)
		r.git("update-index", "--skip-worktree", "memory.md")
		r.git("update-index", "--untracked-cache")
		r.git("status")
		f.Add(r.index(), "memory.md", "z/deep", false)
		f.Add(r.index()[:200], "a.md", "a", false)
	}
	f.Add([]byte{}, "", "a/b", false)
	f.Fuzz(func(t *testing.T, data []byte, one, two string, remove bool) {
		if len(data) > 20 { // so that the checksum is not in the way of what the test looks for
			data = bytes.Clone(data)
			sum := sha1.Sum(data[:len(data)-20])
			copy(data[len(data)-20:], sum[:])
		}
		got, err := Patch(data, []Change{{Path: one, Mode: ModeFile, Hash: Hash{1}}, {Path: two, Remove: remove, Smudge: !remove}})
		if err != nil {
			if got != nil {
				t.Error("an error and an index")
			}
			return
		}
		others := func(data []byte) (all []Entry) {
			for e, err := range Entries(data, nil) {
				if err != nil {
					t.Fatalf("patched to or from what cannot be read: %v", err)
				}
				if e.Path != one && e.Path != two {
					all = append(all, e)
				}
			}
			return all
		}
		if a, b := others(got), others(data); !slices.Equal(a, b) {
			t.Errorf("others changed: %v, were %v", a, b)
		}
		again, err := Patch(got, nil)
		if err != nil || !bytes.Equal(again, got) {
			t.Errorf("patched again with nothing: %v", err)
		}
		if _, err := Racy(got, 0); err != nil {
			t.Errorf("Racy: %v", err)
		}
	})
}
