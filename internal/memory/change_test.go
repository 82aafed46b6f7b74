package memory

import (
	"errors"
	"fmt"
	"slices"
	"testing"
)

func TestChangeBecomesACommitMessage(t *testing.T) {
	c := Change{Op: OpSupersede, Notes: []Slug{"old", "new"}, Detail: "old by new", Reason: "The same words.",
		Evidence: []string{"new", "sha256 equal"}, Actor: Dreamer, Run: "r1", Session: "8a2f"}
	if got, want := c.Subject(), "supersede: old by new"; got != want {
		t.Errorf("subject: got %q, want %q", got, want)
	}
	want := []Trailer{
		{"Mem-Op", "supersede"}, {"Mem-Actor", "process:mem-dream"}, {"Mem-Note", "old"}, {"Mem-Note", "new"},
		{"Mem-Reason", "The same words."}, {"Mem-Evidence", "new"}, {"Mem-Evidence", "sha256 equal"}, {"Mem-Run", "r1"}, {"Mem-Session", "8a2f"},
	}
	if got := c.Trailers(); !slices.Equal(got, want) {
		t.Errorf("trailers: got %v, want %v", got, want)
	}
	if got, want := (&Change{Op: OpCapture, Notes: []Slug{"a"}}).Subject(), "capture: a"; got != want {
		t.Errorf("subject without detail: got %q, want %q", got, want)
	}
}

func TestDecisionKeyTellsDecisionsApart(t *testing.T) {
	base := Change{Op: OpSupersede, Notes: []Slug{"a", "b"}, Reason: "r", Run: "1", Evidence: []string{"x"}}
	same := Change{Op: OpSupersede, Notes: []Slug{"a", "b"}, Reason: "r", Run: "2"}
	if base.Key() != same.Key() {
		t.Errorf("the run and the evidence are no part of a decision: %q, %q", base.Key(), same.Key())
	}
	for name, other := range map[string]Change{
		"another operation":      {Op: OpExpire, Notes: []Slug{"a", "b"}, Reason: "r"},
		"another note":           {Op: OpSupersede, Notes: []Slug{"a", "c"}, Reason: "r"},
		"the notes run together": {Op: OpSupersede, Notes: []Slug{"ab"}, Reason: "r"},
		"another reason":         {Op: OpSupersede, Notes: []Slug{"a", "b"}, Reason: "s"},
	} {
		if base.Key() == other.Key() {
			t.Errorf("%s: the same key %q", name, base.Key())
		}
	}
	filed, again := Change{Op: OpFile, Notes: []Slug{"a"}, Reason: "r"}, Change{Op: OpFile, Notes: []Slug{"a"}, Reason: "s"}
	if filed.Key() != again.Key() {
		t.Errorf("a note is filed for whatever reason: %q, %q", filed.Key(), again.Key())
	}
}

func TestDraftCheck(t *testing.T) {
	settings := Settings{Types: []Type{"gotcha"}}
	good := Draft{Text: "x", Status: Unfiled, Type: "gotcha", Importance: 9, Tags: []string{"a b"}, Title: "One: line"}
	if err := good.Check(settings); err != nil {
		t.Errorf("a good draft: %v", err)
	}
	for name, change := range map[string]func(*Draft){
		"a retired status":            func(d *Draft) { d.Status = Expired },
		"no status":                   func(d *Draft) { d.Status = "" },
		"an unknown type":             func(d *Draft) { d.Type = "nonsense" },
		"an entity":                   func(d *Draft) { d.Type = Entity },
		"importance out of range":     func(d *Draft) { d.Importance = 11 },
		"a line break in a tag":       func(d *Draft) { d.Tags = []string{"a\nstatus: expired"} },
		"a line break in the title":   func(d *Draft) { d.Title = "a\rb" },
		"a line separator in source":  func(d *Draft) { d.Source = "a\u2028b" },
		"an escape in an alias":       func(d *Draft) { d.Aliases = []string{"\x1b[31m"} },
		"bytes that are no letters":   func(d *Draft) { d.Source = "\xfc" },
		"a window that ends first":    func(d *Draft) { d.ValidFrom, d.ValidUntil = now, now.AddDate(0, 0, -1) },
		"an unknown origin":           func(d *Draft) { d.Origin = "nobody" },
		"the scope that means all":    func(d *Draft) { d.Scope = AllScopes },
		"a source of three kilobytes": func(d *Draft) { d.Source = fmt.Sprintf("%03000d", 1) },
	} {
		d := good
		change(&d)
		if err := d.Check(settings); !errors.Is(err, ErrBadValue) {
			t.Errorf("%s: got %v, want %v", name, err, ErrBadValue)
		}
	}
}

func TestActor(t *testing.T) {
	for _, test := range []struct {
		actor      Actor
		kind, name string
	}{
		{"agent:claude-code", "agent", "claude-code"}, {"human:Ada: L", "human", "Ada: L"},
		{Dreamer, "process", "mem-dream"}, {"ada", "", "ada"}, {"robot:x", "", "robot:x"}, {"", "", ""},
	} {
		if kind, name := test.actor.Kind(), test.actor.Name(); kind != test.kind || name != test.name {
			t.Errorf("%q: got %q %q, want %q %q", test.actor, kind, name, test.kind, test.name)
		}
	}
}
