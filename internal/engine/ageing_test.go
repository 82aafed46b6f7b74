package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mem/internal/memory"
)

// days lets days pass on each of which the vault is asked a question five times.
func (v *testVault) days(count int, question string) {
	v.t.Helper()
	for range count {
		v.now = v.now.Add(24 * time.Hour)
		for range 5 {
			v.recall(question)
		}
	}
}

// expired names the notes that a night retired.
func expired(d Dreamt) (out []string) {
	for _, a := range d.Applied {
		if a.Op == memory.OpExpire {
			out = append(out, string(a.Notes[0]))
		}
	}
	return out
}

func TestWhatNobodyUsesIsRetiredOnceAndForAll(t *testing.T) {
	v := newVault(t)
	idle := v.write("idle", active, "The gate in the yard is green.")
	busy := v.write("busy", active, "The lathe needs oil on Mondays.")
	v.night()
	v.days(20, "lathe oil")
	if d := v.night(); len(expired(d)) != 0 {
		t.Fatalf("after 20 days a night decided %+v", d.Applied)
	}
	v.days(12, "lathe oil")
	d := v.night()
	if len(expired(d)) != 1 || !strings.Contains(v.read(idle), "status: expired\n") || strings.Contains(v.read(busy), "expired") {
		t.Fatalf("after 33 days a night decided %+v", d.Applied)
	}
	text := v.read(idle)
	if d := v.dream(); len(d.Applied) != 0 {
		t.Errorf("a second run of the night decided %+v", d.Applied)
	}
	if d := v.night(); len(expired(d)) != 0 || v.read(idle) != text {
		t.Errorf("the next night decided %+v\n%s", d.Applied, v.read(idle))
	}
	if _, err := v.open().Undo(t.Context(), d.Run, "human:ada"); err != nil {
		t.Fatal(err)
	}
	v.days(40, "lathe oil")
	if d := v.night(); len(expired(d)) != 0 || len(d.Undone) != 1 || !strings.Contains(v.read(idle), "status: active\n") {
		t.Errorf("undone, and then %+v, undone %+v", d.Applied, d.Undone)
	}
}

func TestWithoutItsLedgerAVaultForgetsNothingForItsAge(t *testing.T) {
	v := newVault(t)
	v.write("idle", active, "The gate in the yard is green.")
	v.write("busy", active, "The lathe needs oil on Mondays.")
	v.night()
	v.days(40, "lathe oil")
	if err := os.RemoveAll(filepath.Join(v.root, ".mem")); err != nil {
		t.Fatal(err)
	}
	v.days(25, "lathe oil")
	if d := v.night(); len(expired(d)) != 0 {
		t.Errorf("a ledger of 25 days retires %+v", d.Applied)
	}
}

func TestWhatIsReadOnOneMachineDoesNotAgeOutOnAnother(t *testing.T) {
	v := newVault(t)
	busy := v.write("busy", active, "The lathe needs oil on Mondays.")
	v.night()
	v.days(16, "lathe oil")
	d := v.night()
	if len(d.Applied) != 1 || !strings.Contains(v.read(busy), "last_used: 2026-08-20\n") {
		t.Fatalf("a night decided %+v\n%s", d.Applied, v.read(busy))
	}
	head := v.git("rev-parse", "HEAD:memory")
	v.days(5, "lathe oil")
	if v.night(); v.git("rev-parse", "HEAD:memory") != head {
		t.Errorf("a later night changed\n%s", v.git("log", "-3", "-p", "--", "memory"))
	}
}
