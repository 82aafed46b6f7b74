package index

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestALookServesThoseWhoCameBeforeItBegan(t *testing.T) {
	before, ok := sinceBoot()
	if !ok {
		t.Log("no common clock here: everybody looks for himself")
	}
	x := built(t, docOf("gantry", "The gantry is yellow"))
	ctx := t.Context()
	if fresh, done := x.Look(ctx); fresh {
		t.Error("fresh before anybody looked")
	} else {
		done(false)
	}
	if x.lookedSince(before) {
		t.Error("a look that found something new serves others")
	}
	if fresh, done := x.Look(ctx); fresh {
		t.Error("fresh by a look that found something new")
	} else {
		done(true)
	}
	if x.lookedSince(before) != ok {
		t.Errorf("for one who came before the look: got %v, want %v", !ok, ok)
	}
	after, _ := sinceBoot()
	if x.lookedSince(after + 1) {
		t.Error("a look serves one who came after it began")
	}
	if fresh, done := x.Look(ctx); fresh {
		t.Error("fresh by a look from before the call")
	} else {
		done(true)
	}
}

func TestALookOfAnotherRunOfTheMachineServesNobody(t *testing.T) {
	asked, ok := sinceBoot()
	x := built(t, docOf("gantry", "The gantry is yellow"))
	now := time.Now().UnixNano()
	soon, _ := sinceBoot()
	for _, c := range []struct {
		what string
		mark looked
		want bool
	}{
		{"just now", looked{soon, now}, ok},
		{"later than now", looked{soon + int64(time.Hour), now}, false},
		{"at this moment of a run a day ago", looked{soon, now - int64(24*time.Hour)}, false},
		{"at this moment of a run in the future, for the clock was set back", looked{soon, now + int64(24*time.Hour)}, false},
	} {
		data, err := json.Marshal(c.mark)
		if err == nil {
			err = os.WriteFile(filepath.Join(x.dir, lookedFile), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := x.lookedSince(asked); got != c.want {
			t.Errorf("looked %s: got %v, want %v", c.what, got, c.want)
		}
	}
	if err := os.WriteFile(filepath.Join(x.dir, lookedFile), []byte(`{"begun":`), 0o600); err != nil {
		t.Fatal(err)
	}
	if x.lookedSince(asked) {
		t.Error("a torn mark serves somebody")
	}
}
