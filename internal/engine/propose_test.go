package engine

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mem/internal/dream"
	"mem/internal/memory"
	"mem/internal/vault"
)

// What is proposed is applied by git, and says then what it was to say.
func TestGitAppliesWhatANightProposes(t *testing.T) {
	recipes := dream.Snapshot{Now: evening, Earlier: []dream.Earlier{{}}, Trial: dream.Trial{Bound: 0.24, Refused: 5, Highest: 0.1,
		Missed: []dream.Missed{{Query: "a", Evidence: 0.2}, {Query: "b", Evidence: 0.21}, {Query: "c", Evidence: 0.22}}}}
	for _, slug := range []memory.Slug{"a", "b", "c", "d", "e"} {
		recipes.Notes = append(recipes.Notes, memory.Note{Slug: slug, Path: "memory/2026/08/" + string(slug) + ".md", Type: "recipe", Status: memory.Active, Captured: evening, Body: "Thing " + string(slug) + "."})
	}
	for _, config := range []string{
		"", "types: [chant]\n", "types:\n- chant\n", "# ours\n\ndream: {max_changes: 9}\n", "recall: {profile: mem}\n", "dream:\n  max_changes: 9\nrecall:\n  full_check: 90s\ntypes: [chant]",
		"recall:\n    # the bound\n    min_coverage: 0.3\n\ngit: {repository: own}\n",
	} {
		recipes.Config = config
		plan, err := dream.Decide(t.Context(), recipes, dream.Policy{}, nil)
		if err != nil || len(plan.Proposals) != 2 {
			t.Fatalf("%q: got %+v, %v, want two proposals", config, plan.Proposals, err)
		}
		for _, p := range plan.Proposals {
			root := t.TempDir()
			path := filepath.Join(root, "mem.yaml")
			if err := os.Mkdir(filepath.Join(root, "memory"), 0o700); err != nil {
				t.Fatal(err)
			}
			if config != "" {
				if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command("git", "apply", "-")
			cmd.Dir, cmd.Stdin = root, strings.NewReader(p.Diff)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%q: git apply: %v %s\n%s", config, err, out, p.Diff)
				continue
			}
			v, err := vault.Open(root)
			if err != nil {
				t.Fatal(err)
			}
			s, findings, err := v.Settings()
			if err != nil || len(findings) > 0 && !strings.Contains(config, "profile") {
				t.Errorf("%q: %v %v", config, findings, err)
			}
			if strings.HasPrefix(p.Setting, "types") && !s.Known("recipe") || strings.Contains(config, "chant") && !s.Known("chant") ||
				strings.HasPrefix(p.Setting, "recall") && s.MinCoverage != 0.2 || strings.Contains(config, "max_changes") && s.MaxChanges != 9 {
				t.Errorf("%q with\n%s\nis %+v", config, p.Diff, s)
			}
		}
	}
}

func TestANightReadsWhatPeopleCorrected(t *testing.T) {
	v := newVault(t)
	head := "status: unfiled\ncaptured: 2026-08-02T10:00:00Z\n"
	for _, name := range []string{"one", "two", "three"} {
		v.write(name, head, "We should try "+name+" ovens some day: what if the kiln ran on gas?")
	}
	if d := v.dream(); len(d.Proposals) != 0 {
		t.Errorf("proposed before anybody corrected anything: %+v", d.Proposals)
	}
	for _, name := range []string{"one", "two", "three"} {
		if _, err := v.open().Set(t.Context(), name, []Assignment{{Key: "type", Value: "reference"}}, "human:ada", ""); err != nil {
			t.Fatal(err)
		}
	}
	d := v.dream()
	if len(d.Proposals) != 1 || d.Proposals[0].Setting != "dream.skip: [types]" {
		t.Fatalf("got %+v, want that types be left alone", d.Proposals)
	}
	if err := os.WriteFile(filepath.Join(v.root, "mem.yaml"), []byte("dream: {skip: [types]}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	v.write("four", head, "We should try four ovens some day: what if the kiln ran on gas?")
	v.dream()
	if n, err := v.open().open("four"); err != nil || n.Type != "" || n.Status != memory.Active {
		t.Errorf("filed with a type though the vault wants none: %+v, %v", n, err)
	}
}
