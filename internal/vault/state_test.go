package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"mem/internal/memory"
)

func TestStateIsWrittenWholeAndReadBack(t *testing.T) {
	v := newVault(t)
	if _, err := v.ReadState("dream.json"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("before: %v", err)
	}
	for _, data := range []string{"one", "", "three"} {
		if err := v.WriteState("traces/dream.json", []byte(data)); err != nil {
			t.Fatal(err)
		}
		if got, err := v.ReadState("traces/dream.json"); string(got) != data || err != nil {
			t.Errorf("got %q, %v; want %q", got, err, data)
		}
	}
	fi, err := os.Stat(filepath.Join(v.StateDir(), "traces/dream.json"))
	if err != nil || fi.Mode().Perm() != fileMode {
		t.Errorf("mode %v, %v", fi.Mode(), err)
	}
	for range 2 {
		if err := v.RemoveState("traces"); err != nil {
			t.Error(err)
		}
	}
	if exists(v, ".mem/traces") {
		t.Error("it is still there")
	}
}

func TestStateStaysInItsFolder(t *testing.T) {
	v := newVault(t)
	for _, name := range []string{"../x", "/x", "..", ".", "a/../../x", ""} {
		errs := []error{v.WriteState(name, nil), v.AppendState(name, nil), v.RemoveState(name)}
		_, err := v.ReadState(name)
		errs = append(errs, err)
		_, err = v.TailState(name, 1)
		errs = append(errs, err)
		for i, err := range errs {
			if err == nil {
				t.Errorf("%q was accepted by call %d", name, i)
			}
		}
	}
	if !exists(v, "memory") || !exists(v, ".mem/.gitignore") {
		t.Error("something was removed")
	}
	outside := t.TempDir()
	if err := os.RemoveAll(v.StateDir()); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, v.StateDir()); err != nil {
		t.Fatal(err)
	}
	if err := v.WriteState("x", nil); err == nil {
		t.Error("written through a link out of the vault")
	}
	if err := os.Remove(v.StateDir()); err != nil {
		t.Fatal(err)
	}
	put(t, v, ".mem", "a file")
	if err := v.AppendState("x", nil); !errors.Is(err, ErrOutside) {
		t.Errorf("with a file in its place: %v", err)
	}
}

func TestAppendedLinesStayWhole(t *testing.T) {
	v := newVault(t)
	if err := os.RemoveAll(v.StateDir()); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 50 {
				if err := v.AppendState("usage.jsonl", fmt.Appendf(nil, "line %d of writer %d %s", j, i, strings.Repeat("x", 200))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	lines := strings.Split(strings.TrimSuffix(text(t, v, ".mem/usage.jsonl"), "\n"), "\n")
	seen := map[string]bool{}
	for _, l := range lines {
		if l != "" { // a writer that met another in the middle began a new line
			seen[l] = true
		}
		if l != "" && (!strings.HasPrefix(l, "line ") || !strings.HasSuffix(l, strings.Repeat("x", 200))) {
			t.Errorf("torn: %q", l)
		}
	}
	if len(seen) != 400 {
		t.Errorf("%d lines, want 400", len(seen))
	}
	if got := text(t, v, ".mem/.gitignore"); got != "*\n" {
		t.Errorf(".gitignore: %q", got)
	}
}

func TestALineThatACrashCutOffStaysByItself(t *testing.T) {
	v := newVault(t)
	put(t, v, ".mem/usage.jsonl", "{\"a\":1}\n{\"b\":")
	if err := v.AppendState("usage.jsonl", []byte("{\"c\":3}\n")); err != nil {
		t.Fatal(err)
	}
	if got, want := text(t, v, ".mem/usage.jsonl"), "{\"a\":1}\n{\"b\":\n{\"c\":3}\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := v.AppendState("usage.jsonl", []byte("two\nlines")); err == nil {
		t.Error("two lines were taken for one")
	}
}

func TestTailStateBeginsWithAWholeLine(t *testing.T) {
	v := newVault(t)
	put(t, v, ".mem/usage.jsonl", "one\ntwo\nthree\n")
	rows := []struct {
		most int64
		want string
	}{{100, "one\ntwo\nthree\n"}, {14, "one\ntwo\nthree\n"}, {13, "two\nthree\n"}, {10, "two\nthree\n"}, {9, "three\n"}, {6, "three\n"}, {5, ""}, {0, ""}}
	for _, r := range rows {
		if got, err := v.TailState("usage.jsonl", r.most); string(got) != r.want || err != nil {
			t.Errorf("%d bytes: got %q, %v; want %q", r.most, got, err, r.want)
		}
	}
	if _, err := v.TailState("none", 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("none: %v", err)
	}
}

// differing names the settings that are not their default.
func differing(s memory.Settings) string {
	var out []string
	v := reflect.ValueOf(s)
	for i := range v.NumField() {
		if !v.Field(i).IsZero() {
			out = append(out, fmt.Sprintf("%s=%v", v.Type().Field(i).Name, v.Field(i)))
		}
	}
	return strings.Join(out, " ")
}

func TestSettings(t *testing.T) {
	rows := []struct {
		name, yaml, want string
		codes            []string
	}{
		{"nothing", "", "", nil},
		{"comments alone", "# mine\n", "", nil},
		{"all of it", "types: [recipe, Person]\ngit:\n  repository: parent\nrecall: {min_coverage: 0.5, full_check: 90s, profile: product}\ndream:\n  max_changes: 20\nfacts: {max_chars: 900}\n",
			"Types=[recipe person] ParentGit=true MinCoverage=0.5 FullCheck=1m30s MaxChanges=20 FactsMax=900 Profile=product", nil},
		{"a number of seconds", "recall: {full_check: 5}\n", "FullCheck=5s", nil},
		{"empty sections", "types:\ngit:\nrecall: ~\n", "", nil},
		{"what is not known is named and the rest counts", "judge: {command: rm -rf /}\nrecall: {limit: 3, min_coverage: 1}\n", "MinCoverage=1",
			[]string{"settings-judge", "settings-unknown"}},
		{"values that mean nothing", "types: [fix, 'a b', entity, [x]]\ngit: {repository: theirs}\nrecall: {min_coverage: 2, full_check: -1s, profile: best}\ndream: {max_changes: 0}\nfacts: {max_chars: many}\n",
			"", slices.Repeat([]string{"settings-value"}, 10)},
		{"sections that are none", "recall: 3\ntypes: recipe\n", "", []string{"settings-value", "settings-value"}},
		{"a key twice", "dream: {max_changes: 1}\ndream: {max_changes: 2}\n", "MaxChanges=1", []string{"settings-value"}},
		{"a list at the top", "- a\n", "Unread=true", []string{"settings-broken"}},
		{"nothing behind a mark", "---\n", "", nil},
		{"a document behind an empty one", "# settings\n---\n# of this vault\n---\ndream: {approval: staged}\n", "Unread=true", []string{"settings-broken"}},
		{"a document behind another", "types: [recipe]\n---\ndream: {approval: staged}\n", "Unread=true", []string{"settings-broken"}},
		{"between marks", "---\ndream: {approval: staged}\n---\n", "Staged=true", nil},
		{"the mark of the end", "dream: {approval: none}\n...\n", "", nil},
		{"an approval of no known kind stages", "dream: {approval: stagd}\n", "Staged=true Supposed=true", []string{"settings-value"}},
		{"staged under a name of no known kind stages", "dream: {aproval: staged}\n", "Staged=true Supposed=true", []string{"settings-unknown"}},
		{"staged in a section of no known kind stages", "Dream: {approval: staged}\n", "Staged=true Supposed=true", []string{"settings-unknown"}},
		{"staged in a section in a section stages", "git: {dream: {approval: Staged}}\n", "Staged=true Supposed=true", []string{"settings-unknown"}},
		{"a section of no known kind that does not say so stages nothing", "Dream: {approval: none}\n", "", []string{"settings-unknown"}},
		{"staged without a name stages", "dream: staged\n", "Staged=true Supposed=true", []string{"settings-value"}},
		{"approval twice stages", "dream: {approval: none, approval: staged}\n", "Staged=true Supposed=true", []string{"settings-value"}},
		{"approval in a second section stages", "dream: {max_changes: 1}\ndream: {approval: staged}\n", "MaxChanges=1 Staged=true Supposed=true", []string{"settings-value"}},
		{"no approval", "dream: {approval: none}\n", "", nil},
		{"no YAML", "types: [\n", "Unread=true", []string{"settings-broken"}},
		{"an alias", "types: &t [recipe]\ngit: *t\n", "Types=[recipe]", []string{"settings-value"}},
		{"too long", "# " + strings.Repeat("x", maxSettings), "Unread=true", []string{"settings-broken"}},
	}
	v := newVault(t, "settings-broken")
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			put(t, v, "mem.yaml", r.yaml)
			s, found, err := v.Settings()
			if got := differing(s); got != r.want || err != nil {
				t.Errorf("got %v, %v; want %v", got, err, r.want)
			}
			got := codes(found, "mem.yaml")
			slices.Sort(r.codes)
			if !slices.Equal(got, append([]string{}, r.codes...)) {
				t.Errorf("findings %v, want %v", found, r.codes)
			}
		})
	}
	if err := os.Remove(filepath.Join(v.Root(), "mem.yaml")); err != nil {
		t.Fatal(err)
	}
	if s, found, err := v.Settings(); differing(s) != "" || found != nil || err != nil {
		t.Errorf("without the file: %v, %v, %v", s, found, err)
	}
}
