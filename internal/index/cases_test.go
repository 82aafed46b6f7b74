package index

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"mem/internal/memory"
)

// ranked asks as recall does: Search, then Rank.
func ranked(t *testing.T, x *Index, docs []Doc, question string) []string {
	t.Helper()
	a := ask(t, x, Request{Question: question})
	var found []memory.Found
	for _, m := range a.Matches {
		for _, d := range docs {
			if d.Stamp.Path == m.Path {
				found = append(found, memory.Found{Match: m, Note: d.Note})
			}
		}
	}
	out := []string{}
	for _, r := range memory.Rank(a.Words, found, a.Corpus, 10, time.Date(2026, 8, 9, 0, 0, 0, 0, time.UTC), memory.DefaultWeights()).Results {
		out = append(out, string(memory.Stem(r.Path)))
	}
	return out
}

func TestRankedAnswers(t *testing.T) {
	for _, row := range []struct {
		about string
		docs  []Doc
		asked map[string]string // question → the first result, "" = nothing at all
	}{
		{"common words are neither an error nor the whole vault",
			[]Doc{docOf("who", "Will owns billing. IT is his team."), docOf("ket", "Descale kettle every May."), docOf("lamp", "Billing lamp blinks red.")},
			map[string]string{"will": "who", "the of and": "", "to be or not to be": "", "Will billing": "who"}},
		{"an identifier ranks above its words far apart",
			[]Doc{docOf("ident", "Call getUserById before refresh_token_rotation in src/utils/parser.ts, else ERR_CONN_RESET."),
				docOf("decoy", "The user guide lists an id per badge. A token is lost at each crop rotation.")},
			map[string]string{"getUserById": "ident", "refresh_token_rotation": "ident", "parser.ts": "ident", "utils/parser": "ident", "conn reset": "ident"}},
		{"one absent word does not empty the result",
			[]Doc{docOf("rare", "Partition zx00841 has 29 kinds."), docOf("ket", "The kettle is new.")},
			map[string]string{"zx00841 banana": "rare", "zx00841": "rare"}},
		{"nothing relevant is nothing",
			[]Doc{docOf("n1", "The lathe needs oil on Mondays."), docOf("n2", "Use the blue script to deploy."), docOf("n3", "The relay box is behind the door."),
				docOf("n4", "Do not run the press when it is cold."), docOf("n5", "We keep the keys in the tin.")},
			map[string]string{"ZXQ_UNRELATED_20260503": "", "what is the best way to do the taxes in the spring when it is late": "", "lathe oil": "n1"}},
		{"half of a name is not the name",
			[]Doc{docOf("git", "Push with git every night."), docOf("hub", "The hub of the wheel is bent.")},
			map[string]string{"GitHub": "", "tags:sshport": "", "git": "git"}},
	} {
		x := built(t, row.docs...)
		for q, want := range row.asked {
			got := ranked(t, x, row.docs, q)
			if want == "" && len(got) > 0 || want != "" && (len(got) == 0 || got[0] != want) {
				t.Errorf("%s: %q: got %v, want %q first", row.about, q, got, want)
			}
		}
	}
}

func TestNoCharacterOfAQuestionIsSyntax(t *testing.T) {
	x := built(t, docOf("ports", "The proxy maps 8080:80 on the relay box."))
	for _, q := range strings.Split("/|//|a/b/c|~/x|./x|..|:|::|body:|:x|x:>5|x:>=abc|\"|'|say \"hi|(python|)|[a TO b]|{}|*|?|^|k^2^3|k~5|/[/|+|-|- -|&&|NOT|\\|a\\|#tag|@user|50% off!", "|") {
		a, err := x.Search(context.Background(), Request{Question: q})
		if err != nil || len(a.Matches) > 0 {
			t.Errorf("%q: got %v, %v; want nothing and no error", q, slugs(a), err)
		}
	}
}

func TestANoteIsFoundByItsSlugTagsAndAliases(t *testing.T) {
	x := built(t, docWith("old1", func(n *memory.Note) {
		n.Body, n.Tags, n.Aliases = "The port is 22.", []string{"sshport"}, []string{"relay door"}
	}), docOf("other", "The lamp is red."))
	for _, q := range []string{"old1", "sshport", "relay door", "port"} {
		if got := slugs(ask(t, x, Request{Question: q})); !slices.Equal(got, []string{"old1"}) {
			t.Errorf("%q: got %v, want old1", q, got)
		}
	}
}

func TestEqualNotesComeByPath(t *testing.T) {
	var docs []Doc
	want := []string{}
	for _, slug := range strings.Split("q w e r t y u i o p a s d f g h j k l z x c v b n m", " ") {
		docs = append(docs, docWith("note-"+slug, func(n *memory.Note) { n.Title, n.Body = "Same title", "The same body." }))
		want = append(want, "note-"+slug)
	}
	slices.Sort(want)
	x := built(t, docs[:13]...)
	for _, d := range docs[13:] {
		if err := x.Update(context.Background(), []Doc{d}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range []int{0, 1, 10, 26} {
		got := slugs(ask(t, x, Request{Question: "body title", K: k}))
		n := k
		if n == 0 {
			n = len(want)
		}
		if !slices.Equal(got, want[:n]) {
			t.Errorf("K=%d: got %v, want %v", k, got, want[:n])
		}
	}
}

func TestAnEmptyIndexAnswers(t *testing.T) {
	x := built(t)
	if a := ask(t, x, Request{Question: "anything"}); len(a.Matches) > 0 || a.Corpus != (memory.Corpus{}) || len(a.Words) != 1 {
		t.Errorf("got %+v, want nothing", a)
	}
	if err := x.Update(context.Background(), nil, nil); err != nil {
		t.Error(err)
	}
	if got, err := x.Stamps(context.Background()); err != nil || len(got) != 0 {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestOnlyOneProcessRebuilds(t *testing.T) {
	x := built(t)
	x.wait = 20 * time.Millisecond
	release, err := x.take(context.Background(), lockRebuild, exclusive)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.Rebuild(context.Background(), streamOf(), nil); !errors.Is(err, ErrBusy) {
		t.Errorf("got %v, want ErrBusy", err)
	}
	release()
	if _, err := x.Rebuild(context.Background(), streamOf(), nil); err != nil {
		t.Error(err)
	}
}
