package vault

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mem/internal/memory"
)

// checkRows name the findings of one file, each as "code:line"; other files of a row are
// there to be referred to.
var checkRows = []struct {
	name  string
	path  string // at("kettle") when ""
	text  string
	other map[string]string
	want  string
}{
	{name: "a sound note", text: note("kettle", "tags: [a]\n", "See [[pan]], [[Pan|the pan]], [[pan#Use]], ![[photo.png]], [[facts]], [[project-x]].")},
	{name: "an entity is a type too", text: strings.Replace(note("kettle", "", "It boils."), "type: fix", "type: entity", 1)},
	{name: "a type of mem.yaml", text: strings.Replace(note("kettle", "", "It boils."), "type: fix", "type: recipe", 1)},
	{name: "a note without a block", text: "It boils.\n", want: "frontmatter-missing:0"},
	{name: "keys that are missing", text: "---\ntags: [a]\n---\n\nIt boils.\n", want: "key-missing:0"},
	{name: "never closed", text: "---\ntype: fix\n\nIt boils.\n", want: "frontmatter-unclosed:1"},
	{name: "an unquoted colon", text: "---\ntype: fix\ntitle: Q3: plan\nstatus: active\ncaptured: 2026-08-03\n---\n\nIt boils.\n", want: "frontmatter-unparsable:3"},
	{name: "another tool's block", text: "+++\ntitle = \"x\"\n+++\n\nIt boils.\n", want: "frontmatter-uneditable:1"},
	{name: "a key twice", text: note("kettle", "type: idea\n", "It boils."), want: "key-double:7"},
	{name: "a conflict in the text", text: note("kettle", "", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x"), want: "conflict-markers:9"},
	{name: "a conflict in the block", text: "---\ntype: fix\n<<<<<<< HEAD\nstatus: active\n=======\nstatus: expired\n>>>>>>> x\ncaptured: 2026-08-03\n---\n\nIt boils.\n", want: "conflict-markers:3"},
	{name: "values that mem does not know", text: "---\ntype: thought\nstatus: done\ncaptured: 2026-08-03\nimportance: 11\ntrust: sure\nuses: many\norigin: web\n---\n\nIt boils.\n",
		want: "type-unknown:2 status-unknown:3 number-range:5 trust-unknown:6 number-range:7 origin-unknown:8"},
	{name: "dates that are none", text: note("kettle", "valid_from: 2026-02-30\nlast_used: soon\n", "It boils."), want: "date-impossible:7 date-impossible:8"},
	{name: "a window the wrong way round", text: note("kettle", "valid_from: 2026-09-02\nvalid_until: 2026-08-30\n", "It boils."), want: "window-reversed:8"},
	{name: "a window of one day", text: note("kettle", "valid_from: 2026-09-02\nvalid_until: 2026-09-02\n", "It boils.")},
	{name: "captured after the file was last changed", path: "memory/2199/01/kettle.md", text: "---\ntype: fix\nstatus: active\ncaptured: 2199-01-01\n---\n\nIt boils.\n", want: "date-future:4"},
	{name: "another month's folder", path: "memory/2026/07/kettle.md", text: note("kettle", "", "It boils."), want: "shard-mismatch:4"},
	{name: "no month's folder", path: "memory/by hand/kettle.md", text: note("kettle", "", "It boils.")},
	{name: "a slug that is not the name", text: note("../../outside", "", "It boils."), want: "slug-mismatch:6"},
	{name: "a name that is mem's", path: at("index"), text: note("index", "", "It boils."), want: "name-reserved:0"},
	{name: "a device", path: at("con"), text: note("con", "", "It boils."), want: "name-unportable:0"},
	{name: "a device with an ending", path: at("Aux.1"), text: note("Aux.1", "", "It boils."), want: "name-unportable:0"},
	{name: "letters that other systems refuse", path: at("what?"), text: note("what?", "", "It boils."), want: "name-unportable:0"},
	{name: "a folder that ends in a dot", path: "memory/etc./kettle.md", text: note("kettle", "", "It boils."), want: "name-unportable:0"},
	{name: "the same name in another month", path: at("pan"), text: note("pan", "", "It fries."), other: map[string]string{"memory/2025/pan.md": note("pan", "", "Old.")}, want: "slug-double:0"},
	{name: "the same name in another case", path: at("pan"), text: note("pan", "", "It fries."), other: map[string]string{at("Pan"): note("Pan", "", "Old.")}, want: "slug-double:0"},
	{name: "links and references that lead nowhere", text: note("kettle", "derived_from: [a]\nsupersedes: b\n", "See [[pan]] and\n[[nowhere|x]]. `[[code]]`"),
		want: "reference-unknown:7 reference-unknown:8 link-unknown:12"},
	{name: "itself", text: note("kettle", "supersedes: [kettle]\n", "It boils."), want: "supersede-self:7"},
	{name: "a loop of two", text: note("kettle", "supersedes: [pan]\n", "It boils."), other: map[string]string{at("pan"): note("pan", "supersedes: [kettle]\n", "It fries.")}, want: "supersede-loop:7"},
	{name: "a loop told from both sides", text: note("kettle", "superseded_by: pan\n", "It boils."), other: map[string]string{at("pan"): note("pan", "superseded_by: kettle\n", "It fries.")}, want: "supersede-loop:7"},
	{name: "the same told from both sides is no loop", text: note("kettle", "supersedes: [pan]\n", "It boils."), other: map[string]string{at("pan"): note("pan", "superseded_by: kettle\n", "It fries.")}},
	{name: "superseded by nothing", text: strings.Replace(note("kettle", "", "It boils."), "active", "superseded", 1), want: "superseded-by-nothing:3"},
	{name: "blank", text: note("kettle", "", "\n***\n"), want: "note-blank:0"},
	{name: "long", text: note("kettle", "", strings.Repeat("It boils. ", 30000)), want: "note-long:0"},
	{name: "just as long as capture takes", text: note("kettle", "", "x "+strings.Repeat("b", memory.MaxText-2))},
	{name: "a byte longer", text: note("kettle", "", "x "+strings.Repeat("b", memory.MaxText-1)), want: "note-long:0"},
	{name: "over what is read", text: strings.Repeat("x", MaxFile+1), want: "note-unreadable:0"},
	{name: "UTF-16", text: wideText(note("kettle", "", "It boils.")), want: "encoding-utf16:0"},
	{name: "a NUL", text: note("kettle", "", "It\x00boils."), want: "encoding-nul:9"},
	{name: "Latin-1", text: note("kettle", "", "Die M\xfchle."), want: "encoding-not-utf8:9"},
	{name: "a copy of a sync service", path: at("pan.sync-conflict-20260803-142200-ABC"), text: note("pan", "", "Other."), want: "conflict-copy:0"},
	{name: "a hidden file", path: "memory/2026/08/.DS_Store", text: "x", want: "hidden:0"},
	{name: "a picture", path: "memory/2026/08/photo.png", text: "x", want: "foreign-file:0"},
	{name: "a name with a line break", path: at("a\nb"), text: "x", want: "name-unusable:0"},
	{name: "an unfinished file", path: "memory/2026/08/.tmp-7-0000aaaa", text: "x", want: "leftover-temp:0"},
	{name: "settings that are no YAML", path: "mem.yaml", text: "[", want: "settings-broken:0"},
	{name: "a setting that mem does not know", path: "mem.yaml", text: "run: x\ndream: {max_changes: x}\n", want: "settings-unknown:1 settings-value:2"},
	{name: "an endpoint that the vault names", path: "mem.yaml", text: "embeddings:\n  url: https://example.invalid\n", want: "settings-endpoint:2"},
	{name: "a judge that the vault names", path: "mem.yaml", text: "judge:\n  command: [rm]\n", want: "settings-judge:2"},
	{name: "state that git would see", path: ".mem/.gitignore", text: "index/\n", want: "state-not-ignored:0"},
}

func TestCheck(t *testing.T) {
	for _, r := range checkRows {
		t.Run(r.name, func(t *testing.T) {
			v, _, err := Ensure(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			defer v.Close()
			put(t, v, "mem.yaml", "types: [recipe]\n")
			put(t, v, at("pan"), note("pan", "", "It fries."))
			put(t, v, "desk/projects/x/project-x.md", "Canvas.\n")
			p := r.path
			if p == "" {
				p = at("kettle")
			}
			put(t, v, p, r.text)
			for other, text := range r.other {
				put(t, v, other, text)
			}
			var got, elsewhere []string
			for _, f := range check(t, v) {
				if f.Path == p {
					got = append(got, fmt.Sprintf("%s:%d", f.Code, f.Line))
				} else {
					elsewhere = append(elsewhere, f.Path+" "+f.Code)
				}
				if f.Detail == "" || f.Remedy == "" || !strings.HasSuffix(f.Detail, ".") {
					t.Errorf("finding without words: %+v", f)
				}
			}
			if want := strings.Fields(r.want); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
			if len(elsewhere) > 0 {
				t.Errorf("elsewhere: %q", elsewhere)
			}
		})
	}
}

func TestEveryRuleIsShownByARow(t *testing.T) {
	shown := map[string]bool{"link": true, "not-a-file": true, "folder-unreadable": true} // by the tests of List
	for _, r := range checkRows {
		for _, w := range strings.Fields(r.want) {
			code, _, _ := strings.Cut(w, ":")
			shown[code] = true
		}
	}
	seen := map[string]bool{}
	for _, r := range Rules() {
		if !shown[r.Code] || seen[r.Code] {
			t.Errorf("%s: shown %v, twice %v", r.Code, shown[r.Code], seen[r.Code])
		}
		seen[r.Code] = true
		for _, s := range []string{r.What, r.Remedy} {
			if !strings.HasSuffix(s, ".") || strings.Contains(s, "\n") {
				t.Errorf("%s: no sentence: %q", r.Code, s)
			}
		}
	}
	if len(seen) != len(shown) {
		t.Errorf("%d rules, %d shown", len(seen), len(shown))
	}
}

func TestCheckOfALongChainEnds(t *testing.T) {
	v := newVault(t, "supersede-loop")
	const n = 300
	for i := range n {
		more := fmt.Sprintf("supersedes: [n%04d, n%04d]\n", (i+1)%n, (i+7)%n)
		put(t, v, at(fmt.Sprintf("n%04d", i)), note(fmt.Sprintf("n%04d", i), more, "It boils."))
	}
	loops := 0
	for _, f := range check(t, v) {
		if f.Code == "supersede-loop" {
			loops++
		}
	}
	if loops == 0 || loops > n*2 {
		t.Errorf("%d loops", loops)
	}
}

func TestFixMendsWhatIsSafeAndNothingElse(t *testing.T) {
	v := newVault(t)
	put(t, v, "memory/2026/08/.tmp-7-0000aaaa", "x")
	put(t, v, "memory/2026/08/.tmp-7-0000bbbb", "x")
	put(t, v, at("kettle"), "---\nstatus: done\n---\n\nIt boils.\n")
	put(t, v, ".mem/.gitignore", "")
	if err := v.WriteState("swept", nil); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-2 * leftoverAge)
	if err := os.Chtimes(filepath.Join(v.Root(), "memory/2026/08/.tmp-7-0000aaaa"), old, old); err != nil {
		t.Fatal(err)
	}
	before := text(t, v, at("kettle"))
	var did []string
	found := check(t, v)
	err := v.Update(context.Background(), func(w *Writer) error {
		var err error
		did, err = w.Fix(found)
		return err
	})
	want := []string{"Restored .mem/.gitignore.", "Removed the unfinished file memory/2026/08/.tmp-7-0000aaaa."}
	if err != nil || !slices.Equal(did, want) {
		t.Errorf("got %q, %v; want %q", did, err, want)
	}
	if text(t, v, at("kettle")) != before || !exists(v, "memory/2026/08/.tmp-7-0000bbbb") || text(t, v, ".mem/.gitignore") != "*\n" {
		t.Error("something else was changed, or nothing was mended")
	}
}

func TestCheckPassesOverWhatVanishes(t *testing.T) {
	v := newVault(t)
	gone := Listing{Notes: []memory.Stamp{{Path: at("gone")}}}
	if found, err := v.Check(context.Background(), gone); err != nil || len(found) > 0 {
		t.Errorf("got %v, %v", found, err)
	}
}
