package index

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"mem/internal/memory"
)

// damaged asks an index that was broken by harm and returns the error; a right answer is
// no error, a wrong one fails the test.
func damaged(t *testing.T, harm func(t *testing.T, gen string)) error {
	t.Helper()
	x := built(t, docOf("gantry", "The gantry is yellow"), docOf("winch", "The winch is blue"))
	if err := x.Update(context.Background(), []Doc{docOf("crane", "The crane is red")}, nil); err != nil {
		t.Fatal(err)
	}
	harm(t, filepath.Join(x.dir, "gen-1"))
	a, err := x.Search(context.Background(), Request{Question: "gantry"})
	if err == nil && (len(a.Matches) != 1 || a.Corpus.Docs != 3) {
		t.Errorf("a wrong answer instead of an error: %+v", a)
	}
	if updating := x.Update(context.Background(), []Doc{docOf("hoist", "The hoist is green")}, nil); (updating == nil) != (err == nil) && err != nil {
		t.Errorf("search says %v, update says %v", err, updating)
	}
	// Whatever it was, building anew mends it.
	if _, err := x.Rebuild(context.Background(), streamOf(docOf("gantry", "The gantry is yellow")), nil); err != nil {
		t.Fatalf("rebuild: %v", err)
	}
	if got := slugs(ask(t, x, Request{Question: "gantry"})); len(got) != 1 {
		t.Errorf("after rebuild: got %v, want the gantry", got)
	}
	if records, err := x.Stamps(context.Background()); err != nil || len(records) != 1 {
		t.Errorf("after rebuild: got %d stamps, %v; want 1", len(records), err)
	}
	return err
}

func TestDamageIsToldAndMended(t *testing.T) {
	each := func(pattern string, harm func(path string) error) func(*testing.T, string) {
		return func(t *testing.T, gen string) {
			t.Helper()
			files, err := filepath.Glob(filepath.Join(gen, pattern))
			if err != nil || len(files) == 0 {
				t.Fatalf("no %s: %v", pattern, err)
			}
			for _, f := range files {
				if err := harm(f); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	cut := func(n int64) func(string) error { return func(p string) error { return os.Truncate(p, n) } }
	text := func(s string) func(string) error {
		return func(p string) error { return os.WriteFile(p, []byte(s), 0o600) }
	}
	garble := func(p string) error {
		data, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		for i := range data {
			data[i] ^= 0x5a
		}
		return os.WriteFile(p, data, 0o600)
	}
	for _, row := range []struct {
		about string
		harm  func(*testing.T, string)
		want  error
	}{
		{"an empty index_meta.json", each(metaFile, cut(0)), ErrDamaged},
		{"a garbled index_meta.json", each(metaFile, text("{]")), ErrDamaged},
		{"no index_meta.json", each(metaFile, os.Remove), ErrDamaged},
		{"another version", each(metaFile, text(`{"storage":"boltdb","index_type":"scorch","mem_version":"mem 0.9"}`)), ErrOutdated},
		{"cut segments", each("store/*.zap", cut(10)), ErrDamaged},
		{"garbled segments", each("store/*.zap", garble), ErrDamaged},
		{"no segments", each("store/*.zap", os.Remove), ErrDamaged},
		{"a root.bolt cut to a hundred bytes", each("store/root.bolt", cut(100)), ErrDamaged},
		{"a root.bolt cut at half", each("store/root.bolt", cut(16384)), ErrDamaged},
		{"an empty root.bolt", each("store/root.bolt", cut(0)), ErrDamaged},
		{"a garbled root.bolt", each("store/root.bolt", garble), ErrDamaged},
		{"no root.bolt", each("store/root.bolt", os.Remove), ErrDamaged},
		{"no store", each(storeFolder, os.RemoveAll), ErrDamaged},
		{"an empty manifest", each(manifestFile, cut(0)), ErrDamaged},
		{"a manifest cut short", each(manifestFile, cut(30)), ErrDamaged},
		{"no manifest", each(manifestFile, os.Remove), ErrDamaged},
		{"a CURRENT that names nothing", each("../CURRENT", text("gen-x\n")), ErrDamaged},
		{"a CURRENT cut short", each("../CURRENT", text("gen-1")), ErrDamaged},
		{"a CURRENT of a generation that is gone", each("../CURRENT", text("gen-7\n")), ErrDamaged},
		{"no CURRENT", each("../CURRENT", os.Remove), ErrAbsent},
		{"a file where the generation should be", func(t *testing.T, gen string) {
			t.Helper()
			if err := errors.Join(os.RemoveAll(gen), os.WriteFile(gen, nil, 0o600)); err != nil {
				t.Fatal(err)
			}
		}, ErrDamaged},
		{"a link to nowhere where the generation should be", func(t *testing.T, gen string) {
			t.Helper()
			if err := errors.Join(os.RemoveAll(gen), os.Symlink(filepath.Join(t.TempDir(), "gone", "x"), gen)); err != nil {
				t.Fatal(err)
			}
		}, ErrDamaged},
		{"a file of another program in the store", func(t *testing.T, gen string) {
			t.Helper()
			if err := os.WriteFile(filepath.Join(gen, "store", ".DS_Store"), []byte("x"), 0o600); err != nil {
				t.Fatal(err)
			}
		}, nil},
		{"nothing", func(*testing.T, string) {}, nil},
	} {
		t.Run(row.about, func(t *testing.T) {
			if err := damaged(t, row.harm); !errors.Is(err, row.want) {
				t.Errorf("got %v, want %v", err, row.want)
			}
		})
	}
}

func TestDamagedStampsAreTold(t *testing.T) {
	x := built(t, docOf("gantry", "The gantry is yellow"))
	file := filepath.Join(x.dir, "gen-1", stampFolder, "2026-08")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		broken := append([]byte(nil), data...)
		broken[i] ^= 1
		if err := os.WriteFile(file, broken, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := x.Stamps(context.Background()); !errors.Is(err, ErrDamaged) {
			t.Fatalf("bit of byte %d turned: got %v, want ErrDamaged", i, err)
		}
		if _, ok := decodeStamps(data[:i], nil); ok {
			t.Fatalf("the first %d bytes were taken for all", i)
		}
	}
}

func TestWhatIsAbsentIsNotDamaged(t *testing.T) {
	x := At(filepath.Join(t.TempDir(), "not", "there"), Options{})
	ctx := context.Background()
	_, searching := x.Search(ctx, Request{Question: "x"})
	_, stamps := x.Stamps(ctx)
	_, info := x.Info(ctx)
	_, similar := x.Similar(ctx, "x", 3, nil)
	for what, err := range map[string]error{"search": searching, "stamps": stamps, "info": info, "similar": similar,
		"update": x.Update(ctx, []Doc{docOf("a", "b")}, nil)} {
		if !errors.Is(err, ErrAbsent) {
			t.Errorf("%s: got %v, want ErrAbsent", what, err)
		}
	}
	if _, err := os.Stat(x.dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("asking made the folder: %v", err)
	}
}

func TestAFolderThatCannotBeWritten(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		// Permissions do not stop this user: a file in the place of the folder does.
		file := filepath.Join(t.TempDir(), "index")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		x := At(file, Options{})
		if _, err := x.Rebuild(context.Background(), streamOf(), nil); err == nil {
			t.Error("rebuild: no error")
		}
		if _, err := x.Search(context.Background(), Request{Question: "x"}); err == nil {
			t.Error("search: no error")
		}
		return
	}
	x := built(t, docOf("gantry", "The gantry is yellow"))
	for _, d := range []string{x.dir, filepath.Join(x.dir, "gen-1"), filepath.Join(x.dir, "gen-1", storeFolder), filepath.Join(x.dir, "gen-1", stampFolder)} {
		if err := os.Chmod(d, 0o500); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(d, 0o700)
	}
	if got := slugs(ask(t, x, Request{Question: "gantry"})); len(got) != 1 {
		t.Errorf("got %v, want the gantry", got)
	}
	if _, err := x.Rebuild(context.Background(), streamOf(), nil); !errors.Is(err, ErrReadOnly) {
		t.Errorf("rebuild: got %v, want ErrReadOnly", err)
	}
}

// decodeStamps appends the records in data to out; false if data is not what was written.
func decodeStamps(data []byte, out []memory.Stamp) ([]memory.Stamp, bool) {
	r, ok := newRecords(data)
	if !ok {
		return out, false
	}
	return r.appendTo(out)
}
