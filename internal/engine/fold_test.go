package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mem/internal/memory"
)

// used says that acting on a note went well or not, in a session.
func (v *testVault) used(slug, outcome, session string) {
	v.t.Helper()
	v.now = v.now.Add(time.Minute)
	if _, err := v.open().Used(v.t.Context(), []string{slug}, outcome, session); err != nil {
		v.t.Fatal(err)
	}
}

// night dreams the night after.
func (v *testVault) night() Dreamt {
	v.t.Helper()
	v.now = v.now.Add(24 * time.Hour)
	d := v.dream()
	v.clean()
	return d
}

// useFactor is what past uses add to the rank of the note that answers a question.
func (v *testVault) useFactor(question string) float64 {
	v.t.Helper()
	r, err := v.open().Recall(v.t.Context(), Asked{Query: memory.Query{Text: question}, NoCount: true})
	if err != nil || len(r.Results) == 0 {
		v.t.Fatalf("recall %q: %v, %+v", question, err, r)
	}
	return r.Results[0].Factors["use"]
}

func TestANightCountsWhatWasUsedOnce(t *testing.T) {
	v := newVault(t)
	path := v.write("one", active, "The lathe needs oil on Mondays.")
	v.used("one", "success", "x")
	v.used("one", "success", "y")
	before := v.useFactor("lathe oil")
	v.night()
	want := func(lines ...string) {
		t.Helper()
		for _, l := range lines {
			if !strings.Contains(v.read(path), l+"\n") {
				t.Errorf("no %q in\n%s", l, v.read(path))
			}
		}
	}
	want("trust: verified", "uses: 2", "last_used: 2026-08-03")
	if got := v.useFactor("lathe oil"); got != before {
		t.Errorf("the factor of use was %v before the night and is %v", before, got)
	}
	head := v.git("rev-parse", "HEAD:memory")
	if v.night(); v.git("rev-parse", "HEAD:memory") != head {
		t.Errorf("a second night changed\n%s", v.git("log", "-3", "-p", "--", "memory"))
	}
	v.used("one", "success", "y")
	v.night()
	want("uses: 3", "last_used: 2026-08-05")

	t.Run("what recall remembers of it may be deleted", func(t *testing.T) {
		if err := os.Remove(filepath.Join(v.root, ".mem", foldedState)); err != nil {
			t.Fatal(err)
		}
		three := v.useFactor("lathe oil") // counted twice until the next night
		v.night()
		if got := v.useFactor("lathe oil"); got >= three {
			t.Errorf("the factor is %v, and was %v", got, three)
		}
		want("uses: 3")
	})
	t.Run("with .mem counts are lost, and none is counted twice", func(t *testing.T) {
		if err := os.RemoveAll(filepath.Join(v.root, ".mem")); err != nil {
			t.Fatal(err)
		}
		v.night()
		want("uses: 3")
		v.used("one", "success", "z")
		v.night()
		want("uses: 4")
	})
	t.Run("a night that is taken back is not counted again", func(t *testing.T) {
		v.used("one", "success", "z")
		d := v.night()
		if _, err := v.open().Undo(t.Context(), d.Run, "human:ada"); err != nil {
			t.Fatal(err)
		}
		want("uses: 4")
		v.night()
		want("uses: 4")
	})
}

func TestTwoFailuresInARowMakeACandidateAgain(t *testing.T) {
	v := newVault(t)
	path := v.write("one", active, "The lathe needs oil on Mondays.")
	v.used("one", "success", "x")
	v.used("one", "success", "y")
	v.night()
	v.used("one", "failure", "x")
	v.used("one", "failure", "x")
	d := v.night()
	if !strings.Contains(v.read(path), "trust: candidate\n") || len(d.Listed) != 1 || d.Listed[0].Kind != "failing" {
		t.Errorf("listed %+v\n%s", d.Listed, v.read(path))
	}
}

func TestAGuessedTypeWaitsForAWordAndTurnsNothingRed(t *testing.T) {
	v := newVault(t)
	v.capture("Half a thought on lathes and their feet")
	sure := v.capture("Ada prefers tea.")
	if log := v.git("log", "--format=%s%n%(trailers:key=Mem-Evidence)", "-2"); strings.Count(log, typeGuessed) != 1 {
		t.Errorf("the history does not say which type was guessed:\n%s", log)
	}
	v.night()
	if !strings.Contains(v.read(filepath.Join(v.root, sure.Path)), "status: active\n") {
		t.Errorf("not filed:\n%s", v.read(filepath.Join(v.root, sure.Path)))
	}
	v.now = v.now.Add(100 * time.Hour)
	v.dream()
	s, err := v.open().Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if s.Queue.Unfiled != 1 || s.Queue.Waiting != 1 || s.Queue.Oldest != "" || len(s.Red) > 0 {
		t.Errorf("got %+v, red %v", s.Queue, s.Red)
	}
}
