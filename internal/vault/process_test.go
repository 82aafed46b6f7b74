package vault

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"mem/internal/memory"
)

// TestMain lets this binary play the other processes of the tests.
func TestMain(m *testing.M) {
	play := os.Getenv("VAULT_TEST_PLAY")
	if play == "" {
		os.Exit(m.Run())
	}
	v, _, err := Ensure(os.Getenv("VAULT_TEST_ROOT"))
	if err == nil {
		if play == "claim" {
			err = playClaim(v)
		} else {
			err = playKilled(v, play)
		}
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
}

func playClaim(v *Vault) error {
	slug, err := claimAndCreate(v, "kettle", fmt.Sprint("Written by ", os.Getpid(), "."))
	fmt.Print(slug)
	return err
}

// The change that is killed: one note made, one edited, one file replaced.
func killedChange(v *Vault) ([]memory.FileEdit, error) {
	data, err := v.ReadFile(at("kettle"))
	return []memory.FileEdit{
		memory.Create{Path: "memory/2026/09/new.md", Data: []byte(note("new", "", "New."))},
		memory.Keys{Path: at("kettle"), Want: memory.HashOf(data), Set: []memory.KeyEdit{{Key: "status", Value: memory.Text("expired")}}},
		memory.Replace{Path: "desk/briefs/brief.md", Data: []byte("brief\n")},
	}, err
}

// playKilled carries the change out and kills itself at the given step.
func playKilled(v *Vault, step string) error {
	k, err := strconv.Atoi(step)
	if err != nil {
		return err
	}
	n := 0
	v.fault = func(string) error {
		if n++; n == k {
			self, err := os.FindProcess(os.Getpid())
			if err != nil {
				return err
			}
			_ = self.Kill()
			select {}
		}
		return nil
	}
	edits, err := killedChange(v)
	if err != nil {
		return err
	}
	_, err = apply(v, edits...)
	return err
}

func TestKilledAtAnyStepNoFileIsHalfWritten(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	before, brief := note("kettle", "", "Boil."), "brief\n"
	after := strings.Replace(before, "status: active", "status: expired", 1)
	for k, killed := 1, true; killed; k++ {
		v := newVault(t)
		put(t, v, at("kettle"), before)
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0", "VAULT_TEST_PLAY="+strconv.Itoa(k), "VAULT_TEST_ROOT="+v.Root())
		out, err := cmd.CombinedOutput()
		killed = err != nil
		if killed && len(out) > 0 {
			t.Fatalf("step %d: %s", k, out)
		}
		if !killed && k != 7 { // three texts staged, three placed
			t.Errorf("%d steps, want 6", k-1)
		}
		if got := text(t, v, at("kettle")); got != before && got != after {
			t.Errorf("step %d: the note is half written:\n%s", k, got)
		}
		for p, want := range map[string]string{"memory/2026/09/new.md": note("new", "", "New."), "desk/briefs/brief.md": brief} {
			if exists(v, p) && text(t, v, p) != want {
				t.Errorf("step %d: %s is half written: %q", k, p, text(t, v, p))
			}
		}
		setStatus(t, v, at("kettle"), "superseded") // the next writer is not kept waiting
	}
}
