package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mem/internal/index"
	"mem/internal/memory"
)

func TestRecallAnswersFromTheFilesAsTheyAre(t *testing.T) {
	v := newVault(t)
	c := v.capture("Ghosttoken speaks of one alpaca.")
	path := filepath.Join(v.root, c.Path)
	if got := v.recall("alpaca"); len(got) != 1 {
		t.Fatalf("recalled %v", got)
	}
	v.writeFile(path, strings.Replace(v.read(path), "one alpaca.", "one ocelot.", 1))
	if got := v.recall("ocelot"); len(got) != 1 {
		t.Errorf("a word written by hand is not found: %v", got)
	}
	if got := v.recall("alpaca"); len(got) != 0 {
		t.Errorf("a word taken out by hand is still found: %v", got)
	}
	moved := filepath.Join(filepath.Dir(path), "renamed.md")
	if err := os.Rename(path, moved); err != nil {
		t.Fatal(err)
	}
	if got := v.recall("ghosttoken ocelot"); !slices.Equal(got, []string{"renamed"}) {
		t.Errorf("after a rename: %v", got)
	}
	if err := os.Remove(moved); err != nil {
		t.Fatal(err)
	}
	if got := v.recall("ghosttoken"); len(got) != 0 {
		t.Errorf("a deleted note is recalled: %v", got)
	}
}

// filled is a vault of some notes with words in common.
func filled(t *testing.T) *testVault {
	v := newVault(t)
	for i, text := range []string{
		"The lathe needs oil on Mondays.", "The lathe is loud; wear ear protection.", "Oil for the press stands in the tin behind the door.",
		"Never run the press when it is cold.", "getUserById calls refresh_token_rotation first.", "数据库连接池默认二十。",
	} {
		status := active
		if i%2 == 1 {
			status = unfiled
		}
		v.write(fmt.Sprintf("n%d", i), status, text)
	}
	return v
}

var questions = []string{"lathe oil", "oil", "press cold", "user by id", "getUserById", "连接池", "the", "nothing of the kind", "lathe banana"}

// answers is everything that recall says to the questions, as bytes.
func (v *testVault) answers() string {
	v.t.Helper()
	var b strings.Builder
	for _, q := range questions {
		r, err := v.open().Recall(v.t.Context(), Asked{Query: memory.Query{Text: q, Limit: 10}, NoCount: true})
		if err != nil {
			v.t.Fatal(err)
		}
		line, err := json.Marshal(r)
		if err != nil {
			v.t.Fatal(err)
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return b.String()
}

func TestDeletingTheIndexChangesNoAnswer(t *testing.T) {
	v := filled(t)
	grown := v.answers()
	if strings.Count(grown, `"abstained":false`) < 5 {
		t.Fatalf("too few answers to compare: %s", grown)
	}
	dir := filepath.Join(v.root, ".mem", "index")
	for _, spoil := range []struct {
		name string
		do   func() error
	}{
		{"deleted", func() error { return os.RemoveAll(dir) }},
		{"its pointer garbled", func() error { return os.WriteFile(filepath.Join(dir, "CURRENT"), []byte("\x00\xff"), 0o600) }},
		{"every file cut short", func() error { return resize(dir, func(n int64) int64 { return min(n, 10) }) }},
		{"every file emptied", func() error { return resize(dir, func(int64) int64 { return 0 }) }},
		{"a file in its place", func() error { return errors.Join(os.RemoveAll(dir), os.WriteFile(dir, nil, 0o600)) }},
		{"a link to nowhere", func() error {
			return errors.Join(os.RemoveAll(dir), os.Symlink(filepath.Join(t.TempDir(), "gone", "x"), dir))
		}},
	} {
		if err := spoil.do(); err != nil {
			t.Fatal(err)
		}
		if got := v.answers(); got != grown {
			t.Errorf("%s: the answers differ:\n%s\nwant\n%s", spoil.name, got, grown)
		}
	}
	if err := os.RemoveAll(filepath.Join(v.root, ".mem")); err != nil {
		t.Fatal(err)
	}
	if got := v.answers(); got != grown {
		t.Errorf("without .mem the answers differ:\n%s", got)
	}
}

func resize(dir string, size func(int64) int64) error {
	return filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		return os.Truncate(path, size(info.Size()))
	})
}

// TestALateComparisonUndoesNothing plays a recall that listed the files before a capture,
// and compares them with the index after it.
func TestALateComparisonUndoesNothing(t *testing.T) {
	v := newVault(t)
	v.capture("The first note speaks of alpaca.")
	late := v.open()
	listing, err := late.vault.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	stale, err := late.doc(listing.Notes[0].Path)
	if err != nil {
		t.Fatal(err)
	}
	second := v.capture("The second note speaks of ocelot.")
	if _, err := v.open().Set(t.Context(), string(stale.Note.Slug), []Assignment{{"tags", "okapi"}}, "human:ada", ""); err != nil {
		t.Fatal(err)
	}
	if _, err := late.compare(t.Context(), listing); err != nil {
		t.Fatal(err)
	}
	if err := late.index.Update(t.Context(), []index.Doc{stale}, []string{second.Path}); err != nil {
		t.Fatal(err)
	}
	known, err := late.index.Stamps(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	now, err := late.vault.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if c := diff(now.Notes, known); !c.empty() {
		t.Errorf("the index was put back: %+v", c)
	}
}

func TestFilters(t *testing.T) {
	v := newVault(t)
	v.write("scoped", active+"scope: api\n", "The gantry of the api is yellow.")
	v.write("open", active+"tags: [crane, hall]\n", "The gantry of everybody is yellow.")
	v.write("retired", strings.Replace(active, "active", "superseded", 1)+"superseded_by: open\n", "The gantry of old was grey.")
	v.write("over", active+"valid_until: 2026-08-01\n", "The gantry is closed in July.")
	for _, test := range []struct {
		name string
		q    memory.Query
		want []string
	}{
		{"without a scope only what is everybody's", memory.Query{}, []string{"open"}},
		{"from a scope its own too", memory.Query{Scope: "api"}, []string{"open", "scoped"}},
		{"from another scope not", memory.Query{Scope: "web"}, []string{"open"}},
		{"every scope", memory.Query{Scope: memory.AllScopes}, []string{"open", "scoped"}},
		{"a tag", memory.Query{Scope: memory.AllScopes, Tags: []string{"Crane"}}, []string{"open"}},
		{"retired ones when asked for", memory.Query{Statuses: []memory.Status{memory.Superseded}}, []string{"retired"}},
		{"another type", memory.Query{Types: []memory.Type{memory.Idea}}, nil},
		{"before it was captured", memory.Query{Until: evening.AddDate(0, -1, 0)}, nil},
	} {
		test.q.Text, test.q.Limit = "gantry", 10
		r, err := v.open().Recall(t.Context(), Asked{Query: test.q, NoCount: true})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, x := range r.Results {
			got = append(got, string(x.Slug))
		}
		slices.Sort(got)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

func TestFitKeepsTheBudget(t *testing.T) {
	long := strings.Repeat("記憶 and some words. ", 100)
	for _, budget := range []int{0, 1, 10, 50, 400, 100000} {
		r := Recalled{Results: []Result{{Text: long}, {Text: "short"}, {Text: long}}}
		fit(&r, budget)
		sum := 0
		for i, x := range r.Results {
			sum += memory.Tokens(x.Text)
			if !utf8.ValidString(x.Text) || x.Truncated != (x.Text != []string{long, "short", long}[i]) {
				t.Errorf("budget %d: text %d is %.20q…, truncated %v", budget, i, x.Text, x.Truncated)
			}
		}
		if budget > 0 && sum > budget || sum != r.Tokens {
			t.Errorf("budget %d: %d tokens, said %d", budget, sum, r.Tokens)
		}
	}
}

func TestFitEndsWithASentence(t *testing.T) {
	for _, row := range []struct {
		name   string
		budget int
		texts  []string
		want   []string
	}{
		{"all fits", 30, []string{"One is here. Two is here.", "Three."}, []string{"One is here. Two is here.", "Three."}},
		{"the best ends with a sentence", 5, []string{"One is here. Two is here."}, []string{"One is here."}},
		{"the best is cut within one, rather than silent", 2, []string{"One is here. Two is here."}, []string{"One is…"}},
		{"another is left out, and what still fits is not", 9, []string{"One is here. Two is here.", "A sentence that is long.", "Three."},
			[]string{"One is here. Two is here.", "", "Three."}},
		{"another ends with a sentence too", 12, []string{"One is here. Two is here.", "Three is here. Four is not."},
			[]string{"One is here. Two is here.", "Three is here."}},
		{"Chinese", 5, []string{"锁超时了。再试一次就好了。"}, []string{"锁超时了。"}},
		{"a list", 4, []string{"- oil the lathe\n- oil the press"}, []string{"- oil the lathe"}},
	} {
		var r Recalled
		for _, x := range row.texts {
			r.Results = append(r.Results, Result{Text: x})
		}
		fit(&r, row.budget)
		for i, x := range r.Results {
			if x.Text != row.want[i] || x.Truncated != (x.Text != row.texts[i]) {
				t.Errorf("%s: text %d is %q, truncated %v; want %q", row.name, i, x.Text, x.Truncated, row.want[i])
			}
		}
		if r.Tokens > row.budget {
			t.Errorf("%s: %d tokens of %d", row.name, r.Tokens, row.budget)
		}
	}
}

func TestSnippetShowsTheWords(t *testing.T) {
	words := index.Words("busy timeout")
	body := "# Locks\n\nSomething else first.\n\n" + strings.Repeat("padding words before it ", 30) + "the busy_timeout was 0.\nLast line."
	got := snippet(body, words)
	if !strings.Contains(got, "busy_timeout") || utf8.RuneCountInString(got) > snippetLetters+1 || strings.Contains(got, "\n") {
		t.Errorf("got %q", got)
	}
	if got := snippet("", words); got != "" {
		t.Errorf("of nothing: %q", got)
	}
	if got := snippet("İİİ busy", words); !utf8.ValidString(got) {
		t.Errorf("got %q", got)
	}
}

func TestAbstentionNamesWhatNothingSupports(t *testing.T) {
	v := filled(t)
	r, err := v.open().Recall(t.Context(), Asked{Query: memory.Query{Text: "holiday allowance of the interns"}})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Abstained || len(r.Results) != 0 || !slices.Equal(r.Uncovered, []string{"holiday", "allowance", "interns"}) || !strings.Contains(r.Note, `"holiday"`) {
		t.Errorf("got %+v", r)
	}
	if data, err := os.ReadFile(filepath.Join(v.root, ".mem", usageState)); err == nil {
		t.Errorf("an abstention was counted: %s", data)
	}
	if _, err := v.open().Recall(t.Context(), Asked{Query: memory.Query{Text: "lathe oil"}}); err != nil {
		t.Fatal(err)
	}
	if data := v.read(filepath.Join(v.root, ".mem", usageState)); !strings.Contains(data, `"op":"shown"`) || !strings.Contains(data, `"n0"`) {
		t.Errorf("usage: %s", data)
	}
}

func TestAPhraseInQuotesIsPreferred(t *testing.T) {
	v := newVault(t)
	v.write("book", active, "We read the red winter crane.")
	v.write("apart", active, "In winter the tall crane is red.")
	for question, want := range map[string][]string{
		`red winter crane`:          {"apart", "book"},
		`"red winter crane"`:        {"book", "apart"},
		`„Red Winter Crane“`:        {"book", "apart"},
		`"red winter crane`:         {"apart", "book"}, // a mark alone is none
		`"red" "winter" "crane"`:    {"apart", "book"},
		`"winter wheel" red crane`:  {"apart", "book"}, // a preference: what nobody wrote keeps nothing out
		`'red winter crane' or red`: {"book", "apart"},
	} {
		if got := v.recall(question); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", question, got, want)
		}
	}
}
