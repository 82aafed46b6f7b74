package cmd

import (
	"bytes"
	"strings"
	"testing"

	"mem/internal/engine"
)

func TestANightSaysInItsLastLineWhatItCameTo(t *testing.T) {
	filed := []engine.Decided{{Op: "file", Subject: "file: vane unfiled → active"}}
	for _, row := range []struct {
		name  string
		night engine.Dreamt
		want  string
	}{
		{"nothing was due", engine.Dreamt{Commit: "0123456789abcdef", Run: "R"}, "nothing to decide"},
		{"a decision could not be written", engine.Dreamt{Problems: []string{"file: vane unfiled → active: no space left on device"}}, "nothing decided: see above"},
		{"a note changed meanwhile", engine.Dreamt{Left: []string{"file: vane unfiled → active"}}, "nothing decided: see above"},
		{"decisions, with history", engine.Dreamt{Applied: filed, Summary: "1 filed", Commit: "0123456789abcdef", Run: "R"},
			"1 filed  (0123456789; undo with: mem dream undo R)"},
		{"decisions, without history", engine.Dreamt{Applied: filed, Summary: "1 filed", Run: "R"}, "1 filed"},
		{"decisions that would be taken", engine.Dreamt{Applied: filed, Summary: "1 filed", DryRun: true, Run: "R"}, "1 filed"},
	} {
		t.Run(row.name, func(t *testing.T) {
			var out bytes.Buffer
			a := &app{env: Env{Stdout: &out}}
			a.dreamt(row.night)
			lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
			if got := lines[len(lines)-1]; got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
}
