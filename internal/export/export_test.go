package export

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mem/internal/foreign"
	"mem/internal/frontmatter"
	"mem/internal/jsonl"
	"mem/internal/memory"
	"mem/internal/okfcheck"
	"mem/internal/vault"
)

var day = time.Date(2026, 8, 3, 14, 22, 0, 0, time.UTC)

func note(path, data string) Note {
	return Note{Note: vault.Decode(path, []byte(data), day), Data: []byte(data)}
}

// notes are files as a vault may have them, with what an OKF bundle says of each.
var notes = []struct {
	name, path, data string
	want             []string // lines of the bundle's file
	back             bool     // an import of the bundle gives the very file
}{
	{"all that mem writes", "memory/2026/08/crane.md", "---\ntype: fix\nstatus: active\ncaptured: 2026-08-03T14:22:00Z\nupdated: 2026-08-04T00:00:00Z\nslug: crane\ntags: [a, b]\nsource: https://example.invalid/1\nderived_from: [winch, gone]\nvalid_until: 2026-09-01\ntrust: verified\nactor: agent:claude-code\n---\n\nThe crane. See [[winch]], [[winch|the winch]], [[winch#By Night]], [[gone]], ![[winch]] and `[[winch]]`.\n\n```\n[[winch]]\n```\n",
		[]string{"status: stable", "mem_status: active", "title: The crane", "generated:", `  by: "claude-code/unknown"`, "  at: 2026-08-03T14:22:00Z", "verified:", `  - by: "process:mem-dream"`, "    at: 2026-08-04T00:00:00Z", "sources:", `    resource: "https://example.invalid/1"`, `    resource: "/2026/08/winch.md"`, "stale_after: 2026-09-01",
			"The crane. See [winch](/2026/08/winch.md), [the winch](/2026/08/winch.md), [winch#By Night](/2026/08/winch.md#By%20Night), [[gone]], ![[winch]] and `[[winch]]`.", "[[winch]]"}, true},
	{"one that the first links to", "memory/2026/08/winch.md", "---\n# mine\ntype: 'idea'   # sure\nstatus: \"unfiled\"\nslug: winch\naliases: [The Old Winch]\nzz: {x: 1}\n---\n[[Crane]] and [[crane]].", []string{"type: 'idea'   # sure", `status: "draft"`, "zz: {x: 1}", "[[Crane]] and [crane](/2026/08/crane.md)."}, true},
	{"by an old name", "memory/2026/08/old.md", "---\ntype: fix\nstatus: expired\n---\n\nSee [[The Old Winch]].\n", []string{"status: deprecated", "See [The Old Winch](/2026/08/winch.md)."}, false},
	{"by hand, without a block", "memory/2026/08/hand.md", "By hand.\n", []string{"type: reference", "status: draft", `  by: "process:mem"`, "By hand."}, true},
	{"CRLF", "memory/2026/08/crlf.md", "---\r\ntype: fix\r\nstatus: active\r\nactor: human:Ada L\r\n---\r\nText.\r\n", []string{"status: stable\r", "  by: \"human:Ada-L\"\r", "Text.\r"}, true},
	{"an owner without a name", "memory/2026/08/owner.md", "---\nkind: fix\norigin: owner\n---\nText.\n", []string{"type: fix", `  by: "human:owner"`}, true},
	{"a block that cannot be edited", "memory/2026/08/broken.md", "---\ntitle: a: b: c\n---\nText.\n", []string{"type: reference", "title: a: b: c", "Text."}, false},
	{"a name that the format reserves", "memory/2026/08/index.md", "---\ntype: fix\n---\nText.\n", []string{"type: fix"}, true},
	{"keys of its own of the same names", "memory/2026/08/own.md", "---\ntype: fix\nstatus: active\ngenerated: {by: human:ada, at: 2026-08-03T14:22:00Z}\ntitle: Mine\n---\nText.\n", []string{"generated: {by: human:ada, at: 2026-08-03T14:22:00Z}", "title: Mine", "mem_added: []"}, true},
}

// bundled makes a bundle of all notes.
func bundled(t *testing.T) (fstest.MapFS, map[string]string) {
	t.Helper()
	b, files, of := NewBundle(), fstest.MapFS{}, map[string]string{}
	for _, row := range notes {
		b.Add(note(row.path, row.data).Note)
	}
	for _, row := range notes {
		p, data, err := b.File(note(row.path, row.data))
		if err != nil {
			t.Fatalf("%s: %v", row.name, err)
		}
		files[p], of[row.name] = &fstest.MapFile{Data: data, ModTime: day}, p
	}
	for p, data := range b.Indexes() {
		files[p] = &fstest.MapFile{Data: data, ModTime: day}
	}
	return files, of
}

func TestABundleIsWhatTheFormatAsksFor(t *testing.T) {
	files, of := bundled(t)
	r, err := okfcheck.Check(files)
	if err != nil || len(r.Problems) > 0 || len(r.Broken) > 0 || r.Notes != len(notes) || r.Links < len(notes)+5 {
		t.Errorf("got %+v, %v", r, err)
	}
	for _, row := range notes {
		lines := strings.Split(string(files[of[row.name]].Data), "\n")
		for _, want := range row.want {
			if !slices.Contains(lines, want) {
				t.Errorf("%s: no line %q in\n%s", row.name, want, files[of[row.name]].Data)
			}
		}
	}
	if string(files["index.md"].Data) != "# Memory\n\n* [2026/08](/2026/08/index.md): 9\n" {
		t.Errorf("got the index %q", files["index.md"].Data)
	}
}

func TestABundleReadAgainGivesTheFilesAsTheyWere(t *testing.T) {
	files, of := bundled(t)
	read := map[string][]byte{}
	for item := range foreign.OKF(foreign.Place{FS: files, Path: "/x"}) {
		if item.Left == nil {
			read[item.Place] = item.File
		}
	}
	for _, row := range notes {
		if got := string(read[of[row.name]]); (got == row.data) != row.back {
			t.Errorf("%s: got %q, was %q", row.name, got, row.data)
		}
	}
}

func TestALineReadAgainGivesTheFileAsItWas(t *testing.T) {
	for _, row := range notes {
		data, err := JSONL(note(row.path, row.data))
		if err != nil {
			t.Fatalf("%s: %v", row.name, err)
		}
		read, bad := jsonl.Notes(data)
		if len(bad) > 0 || len(read) != 1 || read[0].File != row.data || len(read[0].Unknown) > 0 || !memory.Same(read[0].Text, note(row.path, row.data).Body) {
			t.Errorf("%s: got %+v, %v", row.name, read, bad)
		}
	}
	for _, data := range []string{"\xff", "a\x00b"} {
		if _, err := JSONL(note("memory/x.md", data)); !errors.Is(err, ErrNotText) {
			t.Errorf("%q: got %v", data, err)
		}
		if _, _, err := NewBundle().File(note("memory/x.md", data)); !errors.Is(err, ErrNotText) {
			t.Errorf("%q: got %v", data, err)
		}
	}
}

func TestASkillIsAProvenWorkflow(t *testing.T) {
	const proven = "---\ntype: workflow\nstatus: active\ntrust: verified\n---\n# Deploy the ferry\n\nRun the blue script. Then wait.\n"
	name, data, long, err := Skill(note("memory/2026/08/deploy-the-ferry.md", proven).Note, false)
	want := "---\nname: deploy-the-ferry\ndescription: \"Deploy the ferry. Run the blue script\"\nmetadata:\n  mem-slug: \"deploy-the-ferry\"\n  captured: \"2026-08-03T14:22:00Z\"\n---\n\n# Deploy the ferry\n\nRun the blue script. Then wait.\n"
	if err != nil || name != "deploy-the-ferry" || string(data) != want || long {
		t.Errorf("got %q, %q, %v, %v", name, data, long, err)
	}
	for _, was := range []string{"workflow", "active", "trust: verified"} {
		other := note("memory/2026/08/x.md", strings.Replace(proven, was, "idea", 1)).Note
		if _, _, _, err := Skill(other, false); !errors.Is(err, ErrNotProven) {
			t.Errorf("without %s: got %v", was, err)
		}
		if _, _, _, err := Skill(other, true); err != nil {
			t.Errorf("without %s, forced: got %v", was, err)
		}
	}
	for slug, want := range map[string]string{"船を出す": "skill-", "über-alles": "ber-alles", strings.Repeat("deploy-", 8) + "ferry": strings.Repeat("deploy-", 8) + "ferry"} {
		n := note("memory/2026/08/"+slug+".md", proven+strings.Repeat("word ", 6000)).Note
		n.Title = strings.Repeat("long ", 500)
		name, data, long, err := Skill(n, false)
		described := frontmatter.Split(data).Fields().String("description")
		if err != nil || !strings.HasPrefix(name, want) || len(name) > 64 || !long || len([]rune(described)) > 1024 || described == "" {
			t.Errorf("%s: got %q, long %v, %d letters, %v", slug, name, long, len([]rune(described)), err)
		}
	}
}

func TestAFolderIsNeverWrittenOverWhatAnotherWrote(t *testing.T) {
	dir := t.TempDir()
	write := func(force bool, files map[string]string) (taken []string, f *Folder) {
		f, err := OpenFolder(filepath.Join(dir, "out"), force)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"a.md", "b/c.md"} {
			if text, ok := files[name]; ok {
				if err := f.Write(name, []byte(text)); errors.Is(err, ErrTaken) {
					taken = append(taken, name)
				} else if err != nil {
					t.Fatal(err)
				}
			}
		}
		stale := f.Stale()
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		f.Same += 100 * stale
		return taken, f
	}
	all := map[string]string{"a.md": "a", "b/c.md": "c"}
	if taken, f := write(false, all); taken != nil || f.Written != 2 || f.Same != 0 {
		t.Errorf("first: %v, %+v", taken, f)
	}
	if taken, f := write(false, map[string]string{"a.md": "a2"}); taken != nil || f.Written != 1 || f.Same != 100 {
		t.Errorf("our own, changed: %v, %+v", taken, f)
	}
	path := filepath.Join(dir, "out", "a.md")
	if err := os.WriteFile(path, []byte("by hand"), 0o600); err != nil {
		t.Fatal(err)
	}
	if taken, f := write(false, all); len(taken) != 1 || f.Same != 101 {
		t.Errorf("changed by hand: %v, %+v", taken, f)
	}
	if data, _ := os.ReadFile(path); string(data) != "by hand" {
		t.Errorf("got %q", data)
	}
	if taken, _ := write(true, all); taken != nil {
		t.Errorf("forced: %v", taken)
	}
	if data, _ := os.ReadFile(path); string(data) != "a" {
		t.Errorf("forced: got %q", data)
	}
}

// FuzzBundleFile holds of any note that its file in a bundle is one that the format takes.
func FuzzBundleFile(f *testing.F) {
	for _, row := range notes {
		f.Add([]byte(row.data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b, n := NewBundle(), Note{Note: vault.Decode("memory/2026/08/x.md", data, day), Data: data}
		b.Add(n.Note)
		p, out, err := b.File(n)
		if err != nil {
			return
		}
		if _, err := frontmatterOf(out); err != nil {
			t.Errorf("%q: %v", out, err)
		}
		if !bytes.HasPrefix(bytes.TrimPrefix(out, []byte("\ufeff")), []byte("---")) || p != "2026/08/x.md" {
			t.Errorf("%s: got %q", p, out)
		}
	})
}

// frontmatterOf says whether a file's block can be read and has a type.
func frontmatterOf(data []byte) (frontmatter.Fields, error) {
	doc := frontmatter.Split(data)
	if err := doc.Editable(); err != nil {
		return doc.Fields(), err
	}
	if strings.TrimSpace(doc.Fields().String("type")) == "" {
		return doc.Fields(), errors.New("there is no type")
	}
	return doc.Fields(), nil
}
