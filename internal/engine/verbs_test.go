package engine

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mem/internal/memory"
	"mem/internal/vault"
)

func TestSetEditsOneLine(t *testing.T) {
	const note = "---\n# mine\ntype: fix   # sure\nstatus: active\ncaptured: 2026-08-01T10:00:00Z\nslug: one\ntags: [a,  'b']\nzz: {x: 1}\n---\n\nstatus: active\n"
	for _, test := range []struct {
		name        string
		set         []Assignment
		was, is     string
		meaningless bool
	}{
		{"a status", []Assignment{{"status", "expired"}}, "status: active\ncap", "status: expired\ncap", false},
		{"a type keeps its comment", []Assignment{{"type", "idea"}}, "type: fix   # sure", "type: idea   # sure", false},
		{"importance is no change of meaning", []Assignment{{"importance", "8"}}, "zz:", "importance: 8\nzz:", true},
		{"a date", []Assignment{{"valid_until", "2026-12-31"}}, "zz:", "valid_until: 2026-12-31\nzz:", false},
		{"a key of one's own", []Assignment{{"my-key", "a: b"}}, "zz: {x: 1}\n", "zz: {x: 1}\nmy-key: 'a: b'\n", false},
		{"a key taken away", []Assignment{{"zz", ""}}, "zz: {x: 1}\n", "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := newVault(t)
			path := filepath.Join(v.root, "memory/2026/08/one.md")
			v.writeFile(path, note)
			edited, err := v.open().Set(t.Context(), "one", test.set, "human:ada", "")
			if err != nil || !edited.Changed || !edited.Committed {
				t.Fatalf("got %+v, %v", edited, err)
			}
			got := v.read(path)
			withoutUpdated := strings.Replace(got, "updated: 2026-08-03T22:00:00Z\n", "", 1)
			if test.meaningless != (got == withoutUpdated) {
				t.Errorf("updated: %q", got)
			}
			squeeze := func(s string) string { return strings.NewReplacer(`"a: b"`, "'a: b'").Replace(s) }
			if want := strings.Replace(note, test.was, test.is, 1); squeeze(withoutUpdated) != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			again, err := v.open().Set(t.Context(), "one", test.set, "human:ada", "")
			if err == nil && test.meaningless && again.Changed {
				t.Errorf("the same again: %+v, %v", again, err)
			}
		})
	}
}

func TestSetRefuses(t *testing.T) {
	v := newVault(t)
	path := v.write("one", active, "Text.")
	before, head := v.read(path), v.git("rev-parse", "HEAD")
	for _, a := range []Assignment{
		{"captured", "2026-01-01"}, {"slug", "two"}, {"origin", "owner"}, {"status", "gone"}, {"status", ""}, {"type", "nonsense"},
		{"importance", "11"}, {"importance", "many"}, {"trust", "yes"}, {"valid_from", "2026-02-30"}, {"valid_from", "tomorrow"},
		{"bad key", "x"}, {"", "x"}, {"1st", "x"}, {"title", "a\nb"}, {"uses", "-1"},
	} {
		if _, err := v.open().Set(t.Context(), "one", []Assignment{a}, "human:ada", ""); !errors.Is(err, ErrKey) {
			t.Errorf("%s=%q: got %v, want %v", a.Key, a.Value, err, ErrKey)
		}
	}
	if _, err := v.open().Set(t.Context(), "one", []Assignment{{"scope", "a"}, {"scope", "b"}}, "human:ada", ""); !errors.Is(err, ErrKey) {
		t.Errorf("twice: %v", err)
	}
	if _, err := v.open().Set(t.Context(), "no-such", []Assignment{{"scope", "a"}}, "human:ada", ""); !errors.Is(err, vault.ErrNoNote) {
		t.Errorf("no note: %v", err)
	}
	if v.read(path) != before || v.git("rev-parse", "HEAD") != head {
		t.Error("a refused set wrote something")
	}
}

func TestForget(t *testing.T) {
	v := newVault(t)
	v.write("one", active, "The old port is 22.")
	v.write("two", strings.Replace(active, "active", "expired", 1), "The older port is 21.")
	f, err := v.open().Forget(t.Context(), []string{"one", "two", "three"}, "human:ada", "")
	if !errors.Is(err, vault.ErrNoNote) || !slices.Equal(f.Expired, []memory.Slug{"one"}) || !slices.Equal(f.Already, []memory.Slug{"two"}) || len(f.Failed) != 1 {
		t.Errorf("got %+v, %v", f, err)
	}
	if got := v.recall("old port"); len(got) != 0 {
		t.Errorf("still recalled: %v", got)
	}
	if !slices.Contains(v.subjects(), "expire: one forgotten") {
		t.Errorf("commits: %v", v.subjects())
	}
}

func TestWhyEndsInLoopsAndSaysWhatIsMissing(t *testing.T) {
	v := newVault(t)
	v.write("a", active+"source: https://example.invalid/1\nsupersedes: [b]\n", "Alpha.")
	v.write("b", strings.Replace(active, "active", "superseded", 1)+"derived_from: [c, gone]\nsuperseded_by: a\n", "Beta.")
	v.write("c", active+"derived_from: [b]\n", "Gamma.")
	s, err := v.open().Show(t.Context(), "[[a]]", Showing{Why: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range s.Why {
		got = append(got, fmt.Sprintf("%d %s %s %s", g.Depth, g.Link, g.Slug, g.Says))
	}
	want := []string{"0  a Alpha", "1 source  https://example.invalid/1", "1 supersedes b Beta", "2 derived_from c Gamma", "3 derived_from b (named above)",
		"2 derived_from gone (no such note)", "2 superseded_by a (named above)"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestRelated(t *testing.T) {
	v := newVault(t)
	v.write("hub", active, "The press: see [[oil]] and [[both]].")
	v.write("oil", active, "Which oil the lathe takes.")
	v.write("both", active, "Part of [[hub]] too.")
	v.write("caller", active, "As [[hub|the hub]] says.")
	v.write("alike", active, "The press is cold.")
	v.write("other", active, "Nothing of the kind.")
	list, err := v.open().Related(t.Context(), "hub", "", 10)
	if err != nil {
		t.Fatal(err)
	}
	got := map[memory.Slug]string{}
	for _, r := range list {
		got[r.Slug] = r.Link
	}
	for slug, want := range map[memory.Slug]string{"oil": "out", "both": "both", "caller": "in", "alike": ""} {
		if link, ok := got[slug]; !ok || link != want {
			t.Errorf("%s: got %q (%v), want %q", slug, link, ok, want)
		}
	}
	if _, ok := got["other"]; ok {
		t.Error("a note of something else is a neighbour")
	}
}

func TestRecentAndList(t *testing.T) {
	v := newVault(t)
	for month := range 6 {
		for i := range 3 {
			slug := fmt.Sprintf("m%d-%d", month, i)
			at := time.Date(2026, time.Month(1+month), 10+i, 0, 0, 0, 0, time.UTC)
			v.writeFile(filepath.Join(v.root, memory.Shard(at), slug+".md"), "---\ntype: fix\nstatus: active\ncaptured: "+at.Format(time.RFC3339)+"\nslug: "+slug+"\n---\n\nText.\n")
		}
	}
	v.writeFile(filepath.Join(v.root, "memory/loose.md"), "---\nstatus: active\ncaptured: 2026-06-11T00:00:00Z\n---\n\nLies in no month.\n")
	slugs := func(list []Brief) []string {
		var out []string
		for _, b := range list {
			out = append(out, string(b.Slug))
		}
		return out
	}
	recent, err := v.open().Recent(t.Context(), memory.Query{Limit: 5})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := slugs(recent), []string{"m5-2", "m5-1", "loose", "m5-0", "m4-2"}; !slices.Equal(got, want) {
		t.Errorf("recent: got %v, want %v", got, want)
	}
	list, err := v.open().List(t.Context(), memory.Query{Since: time.Date(2026, 5, 11, 0, 0, 0, 0, time.UTC), Types: []memory.Type{memory.Fix}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := slugs(list), []string{"m5-2", "m5-1", "m5-0", "m4-2", "m4-1"}; !slices.Equal(got, want) {
		t.Errorf("list: got %v, want %v", got, want)
	}
}

func TestSplitList(t *testing.T) {
	for text, want := range map[string][]string{
		"":                   {},
		"a, b":               {"a", "b"},
		`["svelte","debug"]`: {"svelte", "debug"},
		"[a, 'b']":           {"a", "b"},
		`["a, b", "c"]`:      {"a, b", "c"},
		" , a,,a ":           {"a"},
		`"a"`:                {"a"},
	} {
		if got := SplitList(text); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestDiffOfFilesAndIndex(t *testing.T) {
	stamp := func(path string, size int64) memory.Stamp { return memory.Stamp{Path: path, Size: size} }
	got := diff(
		[]memory.Stamp{stamp("a", 1), stamp("c", 2), stamp("d", 1), stamp("f", 1)},
		[]memory.Stamp{stamp("a", 1), stamp("b", 1), stamp("c", 1), stamp("e", 1), stamp("f", 1), stamp("g", 1)})
	if !slices.Equal(got.put, []string{"c", "d"}) || !slices.Equal(got.remove, []string{"b", "e", "g"}) {
		t.Errorf("got %+v", got)
	}
	if !diff(nil, nil).empty() || diff([]memory.Stamp{stamp("a", 1)}, nil).empty() {
		t.Error("empty is told wrong")
	}
}

func TestStatusIsRed(t *testing.T) {
	for _, test := range []struct {
		name string
		do   func(v *testVault)
		red  string
	}{
		{"not for a fresh vault", func(v *testVault) { v.capture("One.") }, ""},
		{"not for fifty fresh notes", func(v *testVault) {
			for i := range 50 {
				v.write(fmt.Sprintf("n%d", i), strings.Replace(unfiled, "02T10", "03T10", 1), fmt.Sprintf("Fact %d.", i))
			}
		}, ""},
		{"for an unfiled note of four days", func(v *testVault) {
			v.write("old", strings.Replace(unfiled, "2026-08-02", "2026-07-30", 1), "Old.")
		}, "the oldest unfiled note has waited"},
		{"when nights no longer come", func(v *testVault) {
			v.write("one", active, "One.")
			v.dream()
			v.now = v.now.Add(72 * time.Hour)
		}, "no dream for 72 hours"},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := newVault(t)
			test.do(v)
			s, err := v.open().Status(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(s.Red, "; "); test.red == "" && got != "" || !strings.Contains(got, test.red) {
				t.Errorf("red: %q, want %q", got, test.red)
			}
			if !s.Probe.OK {
				t.Errorf("probe: %s", s.Probe.Detail)
			}
			for path := range v.tree() {
				if strings.Contains(path, "mem-probe-") {
					t.Errorf("the probe left %s", path)
				}
			}
		})
	}
}
