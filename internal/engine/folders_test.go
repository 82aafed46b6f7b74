package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"mem/internal/vault"
)

// A vault whose folders are remembered answers as one whose folders are not.
func TestARecallAfterAnotherSeesEveryChangeOfNames(t *testing.T) {
	if !vault.CanLook {
		t.Skip("folders are listed on this system")
	}
	in := func(v *testVault, name string) string { return filepath.Join(v.root, "memory", "2026", "08", name) }
	must := func(t *testing.T, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		what string
		do   func(t *testing.T, v *testVault)
		want []string
	}{
		{"nothing", func(*testing.T, *testVault) {}, []string{"gantry"}},
		{"a new note", func(_ *testing.T, v *testVault) { v.write("second", active, "A gantry, too.") }, []string{"gantry", "second"}},
		{"a new note in a new folder of the month", func(t *testing.T, v *testVault) {
			must(t, os.Mkdir(in(v, "mine"), 0o700))
			v.writeFile(in(v, "mine/deep.md"), "A gantry in a folder.\n")
		}, []string{"deep", "gantry"}},
		{"a note that is gone", func(t *testing.T, v *testVault) { must(t, os.Remove(in(v, "gantry.md"))) }, nil},
		{"a note renamed", func(t *testing.T, v *testVault) { must(t, os.Rename(in(v, "gantry.md"), in(v, "crane.md"))) }, []string{"crane"}},
		{"a roll that is torn", func(t *testing.T, v *testVault) {
			must(t, os.WriteFile(filepath.Join(v.root, ".mem", rollState), []byte(`{"at":"2026`), 0o600))
			v.write("second", active, "A gantry, too.")
		}, []string{"gantry", "second"}},
		{"an index that has lost a note", func(t *testing.T, v *testVault) {
			e := v.open()
			defer e.Close()
			must(t, e.index.Update(t.Context(), nil, []string{"memory/2026/08/gantry.md"}))
		}, []string{"gantry"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			v := newVault(t)
			v.clock = time.Now()
			v.write("gantry", active, "The gantry stands.")
			for i := range rollWorth {
				v.write(fmt.Sprintf("filler-%d", i), active, "Something else.")
			}
			v.clock = time.Now().Add(2 * grain) // the folders have been at rest since
			if got := v.recall("gantry"); !slices.Equal(got, []string{"gantry"}) {
				t.Fatalf("recalled %v", got)
			}
			if r := v.open().lastRoll(); r.Folders["memory/2026/08"].Notes != rollWorth+1 {
				t.Fatalf("the roll is %+v: the test shows nothing", r)
			}
			c.do(t, v)
			if got := v.recall("gantry"); !slices.Equal(slices.Sorted(slices.Values(got)), c.want) {
				t.Errorf("recalled %v, want %v", got, c.want)
			}
			v.clock = v.clock.Add(time.Minute)
			if r := v.open().lastRoll(); len(r.Folders) > 0 {
				t.Errorf("the roll is relied on after a minute: %+v", r)
			}
		})
	}
}

func TestNoFolderIsRememberedInWhichSomethingMayStillHappenUnseen(t *testing.T) {
	v := newVault(t)
	v.clock = time.Now()
	for i := range rollWorth {
		v.write(fmt.Sprintf("filler-%d", i), active, "Something else.")
	}
	v.recall("something")
	if r := v.open().lastRoll(); len(r.Folders) > 0 {
		t.Errorf("remembered in the second of the change: %+v", r)
	}
}
