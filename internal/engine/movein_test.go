package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mem/internal/foreign"
	"mem/internal/frontmatter"
	"mem/internal/memory"
	"mem/internal/secret"
)

func (v *testVault) moves(ctx context.Context, items iter.Seq[foreign.Item], change func(*Move, *Options)) (Moved, error) {
	v.t.Helper()
	in, o := Move{Items: items, Format: "test", From: "there", Actor: "agent:tester"}, v.options()
	if change != nil {
		change(&in, &o)
	}
	e, err := Open(v.root, o)
	if err != nil {
		v.t.Fatal(err)
	}
	defer e.Close()
	return e.Move(ctx, in)
}

func items(notes ...foreign.Note) iter.Seq[foreign.Item] {
	return func(yield func(foreign.Item) bool) {
		for i, n := range notes {
			if n.Place == "" {
				n.Place = fmt.Sprintf("place %d", i+1)
			}
			if !yield(foreign.Item{Note: n}) {
				return
			}
		}
	}
}

// berths makes n memories as they are asked for, and counts how far it was asked.
func berths(n int, asked *int) iter.Seq[foreign.Item] {
	return func(yield func(foreign.Item) bool) {
		for i := range n {
			*asked = i + 1
			note := foreign.Note{
				Place: fmt.Sprintf("berth %d", i), Source: fmt.Sprintf("test:%d", i), Lasting: true, Name: fmt.Sprintf("berth-%d", i),
				Text: fmt.Sprintf("Berth %d takes ships of %d tons.", i, 1000+i), Captured: time.Date(2010+i%10, 3, 1, 0, 0, 0, 0, time.UTC),
			}
			if !yield(foreign.Item{Note: note}) {
				return
			}
		}
	}
}

func TestAMoveIsReadInPartsAndDoneAgainAfterABreak(t *testing.T) {
	const all = moveWindow + 300
	v := newVault(t)
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	got, err := v.moves(ctx, berths(all, &asked), func(_ *Move, o *Options) { o.Step = func(int, int) { cancel() } })
	if !errors.Is(err, context.Canceled) || asked != moveWindow || got.Stored != importNotes || !strings.Contains(err.Error(), "the same import again does the rest") {
		t.Errorf("broken off: %d asked, %d stored, %v", asked, got.Stored, err)
	}
	v.clean()
	got, err = v.moves(t.Context(), berths(all, &asked), nil)
	if err != nil || got.Found != all || got.Stored != all-importNotes || got.Already != importNotes || !got.Committed || !got.Indexed {
		t.Errorf("again: got %+v, %v", got, err)
	}
	v.clean()
	if found := v.recall("berth tons 1001"); len(found) == 0 || found[0] != "berth-1" {
		t.Errorf("recalled %v, want berth-1 first", found)
	}
	head := v.git("rev-parse", "HEAD")
	got, err = v.moves(t.Context(), berths(all, &asked), nil)
	if err != nil || got.Stored != 0 || got.Already != all || v.git("rev-parse", "HEAD") != head {
		t.Errorf("a third time: got %+v, %v", got, err)
	}
}

func TestAMovedTextIsTheOneThatWasThereOrItsSuccessor(t *testing.T) {
	relay := foreign.Note{Source: "test:1", Lasting: true, Text: "The relay closes at nine."}
	later := relay
	later.Text = "The relay closes at ten."
	other := foreign.Note{Source: "test:#1", Text: "The relay closes at nine."}
	for _, row := range []struct {
		name                    string
		before, then            foreign.Note
		update                  bool
		stored, already, change int
		double                  bool
	}{
		{"the same again", relay, relay, false, 0, 1, 0, false},
		{"changed there", relay, later, false, 0, 0, 1, false},
		{"changed there, and wanted", relay, later, true, 1, 0, 0, false},
		{"the same text at another place of a list", other, foreign.Note{Source: "test:#2", Text: other.Text}, false, 0, 1, 0, false},
		{"another text at the same place of a list", other, foreign.Note{Source: other.Source, Text: later.Text}, false, 1, 0, 0, false},
		{"white space alone", relay, foreign.Note{Source: "test:1", Lasting: true, Text: relay.Text + "  \r\n"}, false, 0, 1, 0, false},
		{"another memory", relay, foreign.Note{Source: "test:2", Lasting: true, Text: later.Text}, false, 1, 0, 0, false},
		{"two alike of other ids", relay, foreign.Note{Source: "test:2", Lasting: true, Text: relay.Text}, false, 0, 0, 0, true},
	} {
		v := newVault(t)
		if got, err := v.moves(t.Context(), items(row.before), nil); err != nil || got.Stored != 1 {
			t.Fatalf("%s: got %+v, %v", row.name, got, err)
		}
		got, err := v.moves(t.Context(), items(row.then), func(in *Move, _ *Options) { in.Update = row.update })
		if err != nil || got.Stored != row.stored || got.Already != row.already || len(got.Changed) != row.change || (len(got.Left) == 1 && errors.Is(got.Left[0].Err, ErrDouble)) != row.double {
			t.Errorf("%s: got %+v, %v", row.name, got, err)
		}
	}
}

func TestAMoveRefusesByNameWhatACaptureWouldRefuse(t *testing.T) {
	v := newVault(t)
	credential := "clone from https://bob:" + "s3cr3tWordZq@git.example.invalid/x"
	got, err := v.moves(t.Context(), items(
		foreign.Note{Text: credential},
		foreign.Note{Text: "x", Title: credential},
		foreign.Note{File: []byte("---\nurl: " + credential + "\n---\nx\n"), Name: "x"},
		foreign.Note{Text: "<private>all of it</private>"},
		foreign.Note{File: []byte("<private>all of it</private>\n"), Name: "x"},
		foreign.Note{Text: "nul \x00 byte"},
		foreign.Note{File: []byte("not \xff UTF-8"), Name: "x"},
		foreign.Note{Text: strings.Repeat("long ", memory.MaxText/5+1)},
		foreign.Note{Text: " \n"},
		foreign.Note{Text: "x", Type: "nonsense"},
		foreign.Note{Text: "x", Scope: "two\nlines"},
		foreign.Note{File: []byte("---\ntags: [a] # <private>mine</private>\n---\nThe <private>very secret</private> gantry.\n"), Name: "Gantry"},
	), nil)
	if err != nil || got.Stored != 1 || len(got.Left) != 11 || got.Found != 12 {
		t.Fatalf("got %+v, %v; want one stored", got, err)
	}
	for i, want := range []string{"Password in a URL in text", "Password in a URL in title", "Password in a URL in text", "private", "private", "NUL", "UTF-8", "too long", "no text", "nonsense", "scope"} {
		if l := got.Left[i]; !strings.Contains(l.Err.Error(), want) || !l.Failed() || l.Place != fmt.Sprintf("place %d", i+1) || strings.Contains(l.Err.Error(), "s3cr3t") {
			t.Errorf("got %s: %v, want …%s…", l.Place, l.Err, want)
		}
	}
	for path, text := range v.tree() {
		if strings.Contains(text, "very secret") || strings.Contains(text, "mine") || strings.Contains(text, "s3cr3t") {
			t.Errorf("%s holds what is private", path)
		}
	}
	if text := v.read(filepath.Join(v.root, "memory/2026/08/gantry.md")); !strings.Contains(text, "aliases: [Gantry]\n") || !strings.Contains(text, "\nThe  gantry.\n") {
		t.Errorf("got %q", text)
	}
}

// movedFiles are files with what their notes are to be.
var movedFiles = []struct{ name, stem, data, want string }{
	{"no block", "crane", "The crane.\n", "---\ntype: reference\nstatus: unfiled\ncaptured: 2026-01-02T03:04:05Z\nupdated: 2026-01-02T03:04:05Z\nslug: crane\nsource: test:crane\nactor: agent:tester\n---\nThe crane.\n"},
	{"CRLF and no last line end", "crane", "---\r\nzz: 1\r\n---\r\nThe crane.", "---\r\nzz: 1\r\ntype: reference\r\nstatus: unfiled\r\ncaptured: 2026-01-02T03:04:05Z\r\nupdated: 2026-01-02T03:04:05Z\r\nslug: crane\r\nsource: test:crane\r\nactor: agent:tester\r\n---\r\nThe crane."},
	{"what mem wrote stays to the byte", "crane", "---\ntype: idea\nstatus: active\ncaptured: 2020-01-01T00:00:00Z\nslug: crane\ntrust: verified\nmine: x\n---\n\nThe crane.\n", "---\ntype: idea\nstatus: active\ncaptured: 2020-01-01T00:00:00Z\nslug: crane\ntrust: verified\nmine: x\n---\n\nThe crane.\n"},
	{"an active note of somebody else waits", "crane", "---\ntype: zettel\nstatus: active # now\n---\nThe crane.\n", "---\ntype: zettel\nstatus: unfiled # now\ncaptured: 2026-01-02T03:04:05Z\nupdated: 2026-01-02T03:04:05Z\nslug: crane\nsource: test:crane\nactor: agent:tester\nstatus_before: active\n---\nThe crane.\n"},
	{"what was retired stays so", "crane", "---\nstatus: expired\nslug: crane\n---\nThe crane.\n", "---\ntype: reference\nstatus: expired\ncaptured: 2026-01-02T03:04:05Z\nupdated: 2026-01-02T03:04:05Z\nslug: crane\nsource: test:crane\nactor: agent:tester\n---\nThe crane.\n"},
	{"another slug and an old name are names still", "The Crane", "---\nslug: c-1\nalias: hoist\n---\nThe crane.\n", "---\ntype: reference\nstatus: unfiled\ncaptured: 2026-01-02T03:04:05Z\nupdated: 2026-01-02T03:04:05Z\nslug: the-crane\naliases: [hoist, The Crane, c-1]\nsource: test:The Crane\nactor: agent:tester\nalias: hoist\n---\nThe crane.\n"},
	{"a date that is none is left", "crane", "---\ntype: fix\ncaptured: last week\n---\nThe crane.\n", "---\ntype: fix\nstatus: unfiled\ncaptured: last week\nupdated: 2026-01-02T03:04:05Z\nslug: crane\nsource: test:crane\nactor: agent:tester\n---\nThe crane.\n"},
	{"a block that cannot be edited is text", "crane", "---\na: b: c\n---\nThe crane.\n", "---\ntype: reference\nstatus: unfiled\ncaptured: 2026-01-02T03:04:05Z\nupdated: 2026-01-02T03:04:05Z\nslug: crane\nsource: test:crane\nactor: agent:tester\n---\n\n---\na: b: c\n---\nThe crane.\n"},
}

func moved(name string, data []byte) foreign.Note {
	return foreign.Note{
		Place: name, Source: "test:" + name, Lasting: true, Name: name, File: data, Captured: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	}
}

func TestAMovedFileGetsMemsKeysLineByLine(t *testing.T) {
	for _, row := range movedFiles {
		v := newVault(t)
		got, err := v.moves(t.Context(), items(moved(row.stem, []byte(row.data))), nil)
		if err != nil || got.Stored != 1 {
			t.Fatalf("%s: got %+v, %v", row.name, got, err)
		}
		for path, text := range v.tree() {
			if strings.HasPrefix(path, "memory/") && text != row.want {
				t.Errorf("%s: got %s\n%q, want\n%q", row.name, path, text, row.want)
			}
		}
	}
}

// FuzzAMovedFileKeepsItsText holds of any file that is moved: its text is the note's, byte for
// byte, and its own keys say what they said.
func FuzzAMovedFileKeepsItsText(f *testing.F) {
	for _, row := range movedFiles {
		f.Add(row.stem, []byte(row.data))
	}
	m := &mover{e: &Engine{scanner: secret.New()}, in: Move{Actor: "agent:tester"}}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		d, cuts, err := m.draft(moved(name, data))
		if err != nil {
			return
		}
		if d.base == "" || CheckSlug(string(d.base)) != nil || strings.TrimSpace(d.Text) == "" {
			t.Fatalf("a draft without a name or a text: %q, %q", d.base, d.Text)
		}
		chosen, err := d.chosen(d.base)
		if err != nil {
			t.Fatal(err)
		}
		if strings.TrimSpace(chosen.note.Body) == "" {
			t.Errorf("an empty note of %q: %q", data, chosen.data)
		}
		if d.file == nil || cuts > 0 {
			return
		}
		was, is := frontmatter.Split(data), frontmatter.Split(chosen.data)
		if !bytes.Equal(was.Body(), is.Body()) {
			t.Errorf("the text was %q and is %q", was.Body(), is.Body())
		}
		for _, key := range was.Fields().Keys() {
			switch key {
			case "status", "slug", "type", "aliases", "tags", "captured", "updated", "source", "actor":
			default:
				if a, b := was.Fields().String(key), is.Fields().String(key); a != b {
					t.Errorf("%s was %q and is %q", key, a, b)
				}
			}
		}
	})
}
