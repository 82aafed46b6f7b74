package foreign

import (
	"bytes"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"mem/internal/memory"
)

// sample is a small memory of one format, made from the description of the format.
type sample struct {
	name  string
	place Place
	path  string // of the archive
	arc   *txtar.Archive
}

// changed is when every file of a sample was changed last.
var changed = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

func samples(t testing.TB) []sample {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) < len(Formats()) {
		t.Fatalf("%d samples, %v", len(paths), err)
	}
	var out []sample
	for _, path := range paths {
		arc, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s := sample{name: strings.TrimSuffix(filepath.Base(path), ".txtar"), path: path, arc: arc}
		_, s.place.File, _ = strings.Cut(strings.TrimSpace(string(arc.Comment)), "Path: ")
		if s.place.File == "." {
			s.place.File = ""
		}
		files := fstest.MapFS{}
		for _, f := range arc.Files {
			if name, ok := strings.CutPrefix(f.Name, "in/"); ok {
				files[name] = &fstest.MapFile{Data: f.Data, ModTime: changed, Mode: 0o600}
			}
		}
		s.place.FS, s.place.Path = files, "/home/ada/in"
		out = append(out, s)
	}
	return out
}

// format is the format that a sample is of: "markdown-vault" is of markdown.
func (s sample) format(t testing.TB) Format {
	t.Helper()
	var best Format
	for _, f := range Formats() {
		if strings.HasPrefix(s.name, f.Name) && len(f.Name) > len(best.Name) {
			best = f
		}
	}
	if best.Read == nil {
		t.Fatalf("%s is a sample of no format", s.path)
	}
	return best
}

// told writes items as a person can compare them.
func told(items iter.Seq[Item]) string {
	var b strings.Builder
	for i := range items {
		fmt.Fprintf(&b, "* %s\n", i.Place)
		if i.Left != nil {
			fmt.Fprintf(&b, "  left out: %v\n", i.Left)
			continue
		}
		for _, line := range []struct {
			key   string
			value any
		}{
			{"source", i.Source}, {"lasting", i.Lasting}, {"own", i.Own}, {"name", i.Name}, {"title", i.Title}, {"type", i.Type}, {"status", i.Status},
			{"tags", i.Tags}, {"aliases", i.Aliases}, {"scope", i.Scope}, {"session", i.Session}, {"importance", i.Importance},
			{"captured", date(i.Captured)}, {"updated", date(i.Updated)}, {"until", date(i.ValidUntil)}, {"origin", i.Origin},
			{"text", i.Text}, {"file", string(i.File)},
		} {
			if v := fmt.Sprint(line.value); v != "" && v != "[]" && v != "0" && v != "false" {
				fmt.Fprintf(&b, "  %s: %s\n", line.key, strings.ReplaceAll(strings.TrimSuffix(v, "\n"), "\n", "\n  | "))
			}
		}
	}
	return b.String()
}

func date(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}

// TestEachFormatIsReadAsItsSampleSays compares every sample with what stands behind it in
// its archive. UPDATE_SAMPLES=1 writes that anew.
func TestEachFormatIsReadAsItsSampleSays(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range samples(t) {
		f := s.format(t)
		seen[f.Name] = true
		got := told(f.Read(s.place))
		at := slices.IndexFunc(s.arc.Files, func(f txtar.File) bool { return f.Name == "want" })
		if os.Getenv("UPDATE_SAMPLES") != "" {
			if at < 0 {
				at, s.arc.Files = len(s.arc.Files), append(s.arc.Files, txtar.File{Name: "want"})
			}
			s.arc.Files[at].Data = []byte(got)
			if err := os.WriteFile(s.path, txtar.Format(s.arc), 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if at < 0 || got != string(s.arc.Files[at].Data) {
			t.Errorf("%s: got\n%s", s.path, got)
		}
	}
	for _, f := range Formats() {
		if !seen[f.Name] {
			t.Errorf("there is no sample of %s", f.Name)
		}
	}
}

func TestAReadingStopsWhenNobodyWantsMore(t *testing.T) {
	for _, s := range samples(t) {
		all := len(slices.Collect(s.format(t).Read(s.place)))
		for stop := range all {
			n := 0
			for range s.format(t).Read(s.place) {
				if n++; n > stop {
					break
				}
			}
			if n != stop+1 {
				t.Errorf("%s: %d items, stopped after %d", s.name, n, stop+1)
			}
		}
	}
}

func TestBytesThatAreNoTextAreNamed(t *testing.T) {
	long := bytes.Repeat([]byte("word "), memory.MaxText/5+1)
	for _, row := range []struct {
		name string
		data []byte
		want string // of the error; "" = it is read
	}{
		{"not UTF-8", []byte("cr\xffne"), "byte 3 is not UTF-8"},
		{"a NUL", []byte("cr\x00ne"), "NUL"},
		{"UTF-16 is decoded", []byte("\xff\xfec\x00r\x00"), ""},
		{"half of UTF-16", []byte("\xff\xfec\x00r"), "half a letter"},
		{"too long", long, "at most 262144"},
		{"much too long", bytes.Repeat(long, 2), "at most 262144"},
		{"just short enough", long[:memory.MaxText], ""},
		{"just short enough below a block", append([]byte("---\ntitle: x\n---\n"), long[:memory.MaxText]...), ""},
		{"blank", []byte(" \n\t\n"), "no text"},
	} {
		p := Place{FS: fstest.MapFS{"a.md": {Data: row.data, ModTime: changed}}, Path: "/x"}
		items := slices.Collect(Markdown(p))
		if len(items) != 1 || (items[0].Left != nil) != (row.want != "") || row.want != "" && !strings.Contains(items[0].Left.Error(), row.want) {
			t.Errorf("%s: got %d items, %v; want %q", row.name, len(items), items[0].Left, row.want)
		}
		if row.want == "" && len(items[0].File) == 0 {
			t.Errorf("%s: nothing was read", row.name)
		}
	}
}

func TestWhatIsNotThereIsSaid(t *testing.T) {
	for _, f := range Formats() {
		for _, file := range []string{"", "no-such-file"} {
			for i := range f.Read(Place{FS: fstest.MapFS{}, File: file, Path: "/x"}) {
				if i.Left == nil {
					t.Errorf("%s: of nothing it read %+v", f.Name, i.Note)
				}
			}
		}
	}
}

// FuzzFormats holds of every reader and any bytes: no panic, no note without words, none
// without a place, none longer than a note may be, and the same again.
func FuzzFormats(f *testing.F) {
	formats := Formats()
	for _, s := range samples(f) {
		at := slices.IndexFunc(formats, func(x Format) bool { return x.Name == s.format(f).Name })
		for _, name := range slices.Sorted(maps.Keys(s.place.FS.(fstest.MapFS))) {
			f.Add(uint8(at), name, s.place.FS.(fstest.MapFS)[name].Data)
		}
	}
	f.Add(uint8(5), "x", []byte(`{"observations":[{"id":1e999,"content":"\ud800\udc00\ud800"},null],"sessions":null}`))
	f.Add(uint8(6), "x", []byte(`[{"id":[],"memory":"x"}]`))
	f.Fuzz(func(t *testing.T, which uint8, name string, data []byte) {
		format := formats[int(which)%len(formats)]
		files := fstest.MapFS{}
		for _, n := range []string{"MEMORY.md", "USER.md", "CLAUDE.md", "memory/2026-08-03.md", "memory/x.md", "memory.jsonl", "x"} {
			files[n] = &fstest.MapFile{Data: data, ModTime: changed}
		}
		if fsValid(name) {
			files[name] = &fstest.MapFile{Data: data, ModTime: changed}
		}
		for _, file := range []string{"", "x", "MEMORY.md"} {
			p := Place{FS: files, File: file, Path: "/home/ada/project"}
			for i := range format.Read(p) {
				switch {
				case i.Place == "":
					t.Errorf("%s: an item without a place: %+v", format.Name, i)
				case i.Left != nil:
				case strings.TrimSpace(i.Text) == "" && strings.TrimSpace(string(i.File)) == "":
					t.Errorf("%s: an empty note: %+v", format.Name, i.Note)
				case len(i.File) > largest+64<<10:
					t.Errorf("%s: a file of %d bytes", format.Name, len(i.File))
				}
			}
			if file == "" {
				if a, b := told(format.Read(p)), told(format.Read(p)); a != b {
					t.Errorf("%s: read twice it says\n%s\nand\n%s", format.Name, a, b)
				}
			}
		}
	})
}

func fsValid(name string) bool {
	if name == "" || name == "." || strings.Contains(name, "\\") {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part == "." || part == ".." || strings.HasPrefix("MEMORY.md/USER.md/memory/x/CLAUDE.md/memory.jsonl", part) {
			return false
		}
	}
	return true
}
