package vault

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mem/internal/memory"
)

// keys is the edit that sets one key of a note as it stands.
func keys(t testing.TB, v *Vault, p, key, value string) memory.Keys {
	t.Helper()
	data, err := v.ReadFile(p)
	if err != nil {
		t.Fatal(err)
	}
	return memory.Keys{Path: p, Want: memory.HashOf(data), Set: []memory.KeyEdit{{Key: key, Value: memory.Text(value)}}}
}

func setStatus(t testing.TB, v *Vault, p, status string) {
	t.Helper()
	if _, err := apply(v, keys(t, v, p, "status", status)); err != nil {
		t.Fatal(err)
	}
}

func TestApplyWritesWhatTheChangeSays(t *testing.T) {
	v := newVault(t)
	put(t, v, at("kettle"), note("kettle", "uses: 1 # mine\n", "Boil."))
	put(t, v, at("gone"), note("gone", "", "Old."))
	put(t, v, "facts.md", "old\n")
	kettle, gone := text(t, v, at("kettle")), text(t, v, at("gone"))
	edits := []memory.FileEdit{
		memory.Create{Path: at("new"), Data: []byte(note("new", "", "New."))},
		memory.Keys{Path: at("kettle"), Want: memory.HashOf([]byte(kettle)), Set: []memory.KeyEdit{
			{Key: "uses", Value: memory.Int(2)}, {Key: "tags", Value: memory.List{"a", "b"}}, {Key: "title", Value: memory.Text("no")},
			{Key: "updated", Value: memory.Instant(august.AddDate(0, 0, 1))}, {Key: "last_used", Value: memory.Day(august)}, {Key: "slug", Value: memory.Absent{}},
		}},
		memory.Replace{Path: "facts.md", Want: memory.HashOf([]byte("old\n")), Data: []byte("new\n")},
		memory.Replace{Path: "desk/briefs/brief-2026-08-03.md", Data: []byte("brief\n")},
		memory.Replace{Path: at("gone"), Want: memory.HashOf([]byte(gone))},
		memory.Adopt{Path: "mem.yaml"},
	}
	written, err := apply(v, edits...)
	if err != nil {
		t.Fatal(err)
	}
	if len(written) != len(edits) {
		t.Fatalf("%d written, want %d", len(written), len(edits))
	}
	for i, w := range written {
		if w.Path != edits[i].Target() {
			t.Errorf("%s: written as %s", edits[i].Target(), w.Path)
		}
		if w.Data == nil {
			if exists(v, w.Path) || w.After != "" || w.Stamp.Path != "" {
				t.Errorf("%s is there, or said to be: %+v", w.Path, w)
			}
			continue
		}
		stamp, err := v.Stat(w.Path)
		if got := text(t, v, w.Path); got != string(w.Data) || w.After != memory.HashOf(w.Data) || stamp != w.Stamp || err != nil {
			t.Errorf("%s: file %q, reply %+v, stamp %+v", w.Path, got, w, stamp)
		}
	}
	want := strings.NewReplacer("uses: 1 # mine", "uses: 2 # mine", "updated: 2026-08-03", "updated: 2026-08-04", "slug: kettle\n",
		"title: \"no\"\ntags: [a, b]\n").Replace(kettle)
	want = strings.Replace(want, "# mine\n", "# mine\nlast_used: 2026-08-03\n", 1)
	if got := text(t, v, at("kettle")); got != want {
		t.Errorf("kettle:\n%s\nwant:\n%s", got, want)
	}
	if written[0].Before != "" || written[1].Before != memory.HashOf([]byte(kettle)) {
		t.Errorf("before: %q, %q", written[0].Before, written[1].Before)
	}
	if left := temps(t, v, "memory/2026/08"); len(left) > 0 {
		t.Errorf("left over: %q", left)
	}
}

func TestApplyRefuses(t *testing.T) {
	v := newVault(t, "frontmatter-unparsable")
	put(t, v, at("kettle"), note("kettle", "", "Boil."))
	put(t, v, at("broken"), "---\ntitle: Q3: plan\nstatus: unfiled\n---\n\nText.\n")
	put(t, v, "memory/2026/07", "a file")
	outside := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(v.Root(), "memory/2026/06")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("08", filepath.Join(v.Root(), "memory/2026/05")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outside, "facts.md"), filepath.Join(v.Root(), "facts.md")); err != nil {
		t.Fatal(err)
	}
	good := memory.Create{Path: at("other"), Data: []byte(note("other", "", "Other."))}
	rows := []struct {
		name string
		edit memory.FileEdit
		want error
	}{
		{"a file made where one stands", memory.Create{Path: at("kettle"), Data: []byte("x")}, ErrTaken},
		{"an edit of what has changed since", memory.Keys{Path: at("kettle"), Want: memory.HashOf(nil)}, ErrStale},
		{"an edit of what is gone", memory.Keys{Path: at("none"), Want: memory.HashOf(nil)}, ErrStale},
		{"a replacement of what was not to be there", memory.Replace{Path: at("kettle"), Data: []byte("x")}, ErrStale},
		{"a removal of what has changed since", memory.Replace{Path: at("kettle"), Want: memory.HashOf(nil)}, ErrStale},
		{"a folder that is a link out of the vault", memory.Create{Path: "memory/2026/06/x.md", Data: []byte("x")}, ErrOutside},
		{"a folder that is a link within the vault", memory.Create{Path: "memory/2026/05/x.md", Data: []byte("x")}, ErrOutside},
		{"a file that is a link", memory.Replace{Path: "facts.md", Data: []byte("x")}, ErrNotNote},
		{"a file where a folder has to be", memory.Create{Path: "memory/2026/07/x.md", Data: []byte("x")}, ErrTaken},
		{"a path out of the vault", memory.Create{Path: "../x.md", Data: []byte("x")}, ErrOutside},
		{"a path up and down", memory.Create{Path: "memory/../../x.md", Data: []byte("x")}, ErrOutside},
		{"an absolute path", memory.Create{Path: "/tmp/x.md", Data: []byte("x")}, ErrOutside},
		{"a name with a backslash", memory.Create{Path: `memory/2026/08/a\b.md`, Data: []byte("x")}, ErrBackslash},
		{"mem's own state", memory.Replace{Path: ".mem/lock", Data: []byte("x")}, ErrOutside},
		{"git's files", memory.Replace{Path: ".GIT/config", Data: []byte("x")}, ErrOutside},
		{"a name that no listing would find", memory.Create{Path: "memory/2026/08/.x.md", Data: []byte("x")}, ErrNotNote},
		{"a folder", memory.Adopt{Path: "memory/2026/08"}, ErrNotNote},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			written, err := apply(v, good, r.edit)
			if !errors.Is(err, r.want) || written != nil {
				t.Errorf("got %v, %v; want %v", written, err, r.want)
			}
			if exists(v, good.Path) {
				t.Error("the other edit of the change was carried out")
			}
			if left := temps(t, v, "memory/2026/08"); len(left) > 0 {
				t.Errorf("left over: %q", left)
			}
		})
	}
	if _, err := apply(v, good, keys(t, v, at("broken"), "status", "active")); err == nil || exists(v, good.Path) {
		t.Errorf("an edit of a broken block: %v", err)
	}
	if _, err := apply(v, keys(t, v, at("kettle"), "a", "1"), keys(t, v, at("kettle"), "b", "2")); err == nil {
		t.Error("two edits of one file were accepted")
	}
	if entries, err := os.ReadDir(outside); err != nil || len(entries) > 0 {
		t.Errorf("outside of the vault: %v, %v", entries, err)
	}
}

func TestApplyLooksAtWhatTheDecisionRestsOn(t *testing.T) {
	v := newVault(t)
	put(t, v, at("kettle"), note("kettle", "", "Boil."))
	put(t, v, at("source"), note("source", "", "Read."))
	source := memory.HashOf([]byte(text(t, v, at("source"))))
	change := memory.Change{Files: []memory.FileEdit{keys(t, v, at("kettle"), "status", "expired")},
		Reads: []memory.Read{{Path: at("source"), Hash: source}, {Path: at("absent")}}}
	run := func() error {
		return v.Update(t.Context(), func(w *Writer) error { _, err := w.Apply(change); return err })
	}
	put(t, v, at("source"), note("source", "", "Read again."))
	var stale *Stale
	if err := run(); !errors.As(err, &stale) || stale.Path != at("source") {
		t.Errorf("got %v, want Stale of the source", err)
	}
	put(t, v, at("source"), note("source", "", "Read."))
	put(t, v, at("absent"), note("absent", "", "Here now."))
	if err := run(); !errors.As(err, &stale) || stale.Path != at("absent") {
		t.Errorf("got %v, want Stale of the file that was absent", err)
	}
	if err := os.Remove(filepath.Join(v.Root(), at("absent"))); err != nil {
		t.Fatal(err)
	}
	if err := run(); err != nil {
		t.Error(err)
	}
}

func TestAnEditThatChangesNothingWritesNothing(t *testing.T) {
	v := newVault(t)
	put(t, v, at("kettle"), note("kettle", "", "Boil."))
	before, err := v.Stat(at("kettle"))
	if err != nil {
		t.Fatal(err)
	}
	edit := keys(t, v, at("kettle"), "status", "active")
	if would, err := v.WouldChange(edit); would || err != nil {
		t.Errorf("WouldChange: %v, %v", would, err)
	}
	written, err := apply(v, edit)
	if err != nil || written[0].Before != written[0].After || written[0].Stamp != before {
		t.Errorf("got %+v, %v", written, err)
	}
	if after, _ := v.Stat(at("kettle")); after != before {
		t.Errorf("the file was touched: %+v, before %+v", after, before)
	}
	if would, err := v.WouldChange(keys(t, v, at("kettle"), "status", "expired")); !would || err != nil {
		t.Errorf("WouldChange of another status: %v, %v", would, err)
	}
}

func TestApplyIsWholeOrNotAtAllWhicheverStepFails(t *testing.T) {
	v := newVault(t)
	put(t, v, at("kettle"), note("kettle", "", "Boil."))
	put(t, v, at("gone"), note("gone", "", "Old."))
	kettle, gone := text(t, v, at("kettle")), text(t, v, at("gone"))
	edits := []memory.FileEdit{
		memory.Create{Path: "memory/2026/09/new.md", Data: []byte(note("new", "", "New."))},
		keys(t, v, at("kettle"), "status", "expired"),
		memory.Replace{Path: at("gone"), Want: memory.HashOf([]byte(gone))},
		memory.Replace{Path: "facts.md", Data: []byte("x")},
	}
	broken := errors.New("the disk is full")
	for k := 1; ; k++ {
		n := 0
		v.fault = func(string) error {
			if n++; n == k {
				return broken
			}
			return nil
		}
		written, err := apply(v, edits...)
		v.fault = nil
		if n < k { // no step was left to fail
			if err != nil || len(written) != len(edits) {
				t.Fatalf("without a failure: %v, %v", written, err)
			}
			if k != 8 { // three texts staged, four edits placed
				t.Errorf("%d steps, want 7", k-1)
			}
			return
		}
		name := fmt.Sprintf("step %d", k)
		if !errors.Is(err, broken) || written != nil {
			t.Fatalf("%s: %v, %v", name, written, err)
		}
		if text(t, v, at("kettle")) != kettle || text(t, v, at("gone")) != gone || exists(v, "memory/2026/09/new.md") || exists(v, "facts.md") {
			t.Fatalf("%s: not taken back", name)
		}
		for _, dir := range []string{".", "memory/2026/08", "memory/2026/09"} {
			if left := temps(t, v, dir); len(left) > 0 {
				t.Fatalf("%s: left over: %q", name, left)
			}
		}
	}
}

func TestApplySaysWhatCouldNotBeTakenBack(t *testing.T) {
	v := newVault(t)
	put(t, v, at("kettle"), note("kettle", "", "Boil."))
	put(t, v, at("pan"), note("pan", "", "Fry."))
	kettle, pan := at("kettle"), at("pan")
	theirs := note("kettle", "", "Edited by hand.")
	v.fault = func(step string) error {
		switch step {
		case "place " + pan:
			put(t, v, kettle, theirs) // a person saves just now, into the file already written
			return errors.New("the disk is full")
		}
		return nil
	}
	written, err := apply(v, keys(t, v, kettle, "status", "expired"), keys(t, v, pan, "status", "expired"))
	v.fault = nil
	if err == nil || !strings.Contains(err.Error(), kettle+" stays changed") || !strings.Contains(err.Error(), "disk is full") {
		t.Errorf("got %v", err)
	}
	if len(written) != 1 || written[0].Path != kettle {
		t.Errorf("written: %+v", written)
	}
	if got := text(t, v, kettle); got != theirs {
		t.Errorf("what the person saved is gone: %q", got)
	}
}

func TestApplyLeavesAFileThatIsSavedInTheLastMoment(t *testing.T) {
	v := newVault(t)
	put(t, v, at("kettle"), note("kettle", "", "Boil."))
	theirs := note("kettle", "", "Edited by hand.")
	v.fault = func(step string) error {
		if strings.HasPrefix(step, "place ") {
			put(t, v, at("kettle"), theirs)
		}
		return nil
	}
	_, err := apply(v, keys(t, v, at("kettle"), "status", "expired"))
	v.fault = nil
	if !errors.Is(err, ErrStale) || text(t, v, at("kettle")) != theirs {
		t.Errorf("got %v, file %q", err, text(t, v, at("kettle")))
	}
}

func TestCreateWithoutHardLinksIsExclusiveToo(t *testing.T) {
	v := newVault(t)
	put(t, v, at("kettle"), note("kettle", "", "Boil."))
	temp, err := v.writeTemp("memory/2026/08", []byte(note("new", "", "New.")), fileMode)
	if err != nil {
		t.Fatal(err)
	}
	if err := v.placeUnlinked(temp, at("kettle")); !errors.Is(err, ErrTaken) {
		t.Errorf("got %v, want ErrTaken", err)
	}
	if err := v.placeUnlinked(temp, at("new")); err != nil || text(t, v, at("new")) != note("new", "", "New.") {
		t.Errorf("got %v, file %q", err, text(t, v, at("new")))
	}
}
