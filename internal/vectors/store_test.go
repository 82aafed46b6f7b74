package vectors

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"mem/internal/memory"
)

func TestNotesGetTheirVectorsInBatches(t *testing.T) {
	f := serve(t, nil)
	s := At(filepath.Join(t.TempDir(), "vectors"), f.endpoint())
	if s.Exists() {
		t.Error("there are vectors before any was built")
	}
	texts := notes(70)
	texts = append(texts, Text{Path: "memory/2026/08/empty.md"})
	got := build(t, s, f.client(t), texts)
	if want := (Built{Notes: 70, Have: 70, Asked: 70}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if sizes := callSizes(f); !slices.Equal(sizes, []int{32, 32, 6}) {
		t.Errorf("texts a request: %v", sizes)
	}
	if !s.Exists() {
		t.Error("there are no vectors")
	}
	again := build(t, s, f.client(t), texts)
	if want := (Built{Notes: 70, Have: 70}); again != want || f.requests() != 3 {
		t.Errorf("the second build: got %+v after %d requests, want %+v and no more than 3", again, f.requests(), want)
	}
	checkNear(t, s, texts[:70])
}

func callSizes(f *fake) []int {
	var sizes []int
	for _, c := range f.calls {
		sizes = append(sizes, len(c))
	}
	return sizes
}

// checkNear compares Near with every cosine computed one by one.
func checkNear(t *testing.T, s *Store, texts []Text) {
	t.Helper()
	q, err := Quantise(embed("the text of note7", 8))
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Near(q, 5)
	if err != nil {
		t.Fatal(err)
	}
	var all []Near
	for _, x := range texts {
		v, _ := Quantise(embed(x.Text, 8))
		all = append(all, Near{Entry{x.Path, KeyOf(x.Text)}, Cosine(q, v)})
	}
	want := nearest(all, 5)
	if len(got) != len(want) {
		t.Fatalf("got %d, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i].Entry != want[i].Entry || math.Abs(got[i].Cosine-want[i].Cosine) > 1e-12 {
			t.Errorf("%d: got %v %v, want %v %v", i, got[i].Path, got[i].Cosine, want[i].Path, want[i].Cosine)
		}
	}
}

func TestLongTextsMakeSmallBatches(t *testing.T) {
	f := serve(t, nil)
	var texts []Text
	for i := range 6 {
		texts = append(texts, Text{Path: fmt.Sprint(i), Text: fmt.Sprint(i) + strings.Repeat(" word", 3000)})
	}
	build(t, At(t.TempDir(), f.endpoint()), f.client(t), texts)
	if sizes := callSizes(f); !slices.Equal(sizes, []int{2, 2, 2}) {
		t.Errorf("texts a request: %v", sizes)
	}
}

func TestOnlyWhatHasChangedIsAskedForAgain(t *testing.T) {
	f := serve(t, nil)
	s := At(t.TempDir(), f.endpoint())
	texts := notes(10)
	build(t, s, f.client(t), texts)
	texts[3].Text = "edited"
	texts[4].Path = "memory/2026/09/moved.md"
	texts = append(texts, Text{Path: "memory/2026/09/copy.md", Text: texts[5].Text})
	got := build(t, s, f.client(t), texts)
	if want := (Built{Notes: 11, Have: 11, Asked: 1}); got != want || f.texts() != 11 {
		t.Errorf("got %+v, want %+v; the server was given %d texts, want 11", got, want, f.texts())
	}
	checkNear(t, At(filepath.Dir(s.path), f.endpoint()), append(texts, notes(5)[3:]...)) // the old ones are still there
}

func TestAnotherModelHasItsOwnVectors(t *testing.T) {
	f := serve(t, nil)
	dir := t.TempDir()
	build(t, At(dir, f.endpoint()), f.client(t), notes(3))
	other := f.endpoint()
	other.Model = "words"
	f.dim = 16
	build(t, At(dir, other), client(t, other), notes(3))
	elsewhere := f.endpoint()
	elsewhere.URL += "/v1"
	for _, m := range []memory.Embeddings{f.endpoint(), other} {
		if k, err := At(dir, m).Known(); err != nil || k.records != 3 {
			t.Errorf("%s: %d vectors, %v; want 3", m.Model, k.records, err)
		}
	}
	if At(dir, elsewhere).Exists() {
		t.Error("another server's vectors are taken for this one's")
	}
}

func TestAModelThatBecameAnotherIsToldAndStoresNothing(t *testing.T) {
	f := serve(t, nil)
	s := At(t.TempDir(), f.endpoint())
	build(t, s, f.client(t), notes(3))
	f.dim = 12
	_, err := Build(t.Context(), s, f.client(t), each(notes(5)), Plan{})
	if err == nil || !strings.Contains(err.Error(), "12 numbers") {
		t.Errorf("got %v, want the wrong dimension", err)
	}
	q, _ := f.client(t).Ask(t.Context(), "x")
	if _, err := s.Near(q, 3); err == nil || !strings.Contains(err.Error(), "12 numbers") {
		t.Errorf("a question of 12 numbers: got %v, want the wrong dimension", err)
	}
	if k, _ := s.Known(); k.records != 3 {
		t.Errorf("%d vectors, want the 3 of before", k.records)
	}
}

// TestATornFileKeepsWhatIsWhole cuts a store at every byte, and turns each byte.
func TestATornFileKeepsWhatIsWhole(t *testing.T) {
	f := serve(t, nil)
	s := At(t.TempDir(), f.endpoint())
	texts := notes(3)
	build(t, s, f.client(t), texts)
	whole, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	size := (len(whole) - headerSize) / 3
	for n := range whole {
		damaged := [][]byte{whole[:n], bytes.Clone(whole)}
		damaged[1][n] ^= 0xff
		for _, data := range damaged {
			if err := os.WriteFile(s.path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			k, err := s.Known()
			if want := max(0, (n-headerSize)/size); err != nil || k.records != want {
				t.Fatalf("with damage at byte %d of %d: %d vectors, %v; want %d", n, len(whole), k.records, err, want)
			}
		}
		if n%size != 17 { // some of them are mended by a server, which takes longer
			continue
		}
		if got := build(t, s, f.client(t), texts); got.Have != 3 {
			t.Fatalf("built after damage at byte %d: %+v", n, got)
		}
		if mended, err := os.ReadFile(s.path); err != nil || !bytes.Equal(mended, whole) {
			t.Fatalf("built after damage at byte %d it is not as before: %v", n, err)
		}
	}
}

func FuzzStore(f *testing.F) {
	m := memory.Embeddings{URL: "http://h", Model: "m"}
	s := At(f.TempDir(), m)
	v, _ := Quantise([]float32{1, -2, 3, 4})
	whole := s.header(4)
	whole = appendRecord(whole, Entry{Path: "memory/2026/08/a.md", Key: KeyOf("a")}, v)
	whole = appendRecord(whole, Entry{Path: "", Key: KeyOf("b")}, v)
	f.Add(whole)
	f.Add(whole[:len(whole)-1])
	f.Add(whole[:headerSize])
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := At(t.TempDir(), m)
		if err := os.WriteFile(s.path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		found, err := s.each(func(r record) {
			if len(r.numbers) == 0 {
				t.Error("a record without numbers")
			}
		})
		if err != nil || found.end > int64(len(data)) {
			t.Errorf("ends at %d of %d, %v", found.end, len(data), err)
		}
	})
}

// TestManyBuildersLeaveASoundFile is what happens when the lock is deleted under them: what
// one lost to another the next asks for again.
func TestManyBuildersLeaveASoundFile(t *testing.T) {
	f := serve(t, nil)
	dir := t.TempDir()
	first := notes(1)
	build(t, At(dir, f.endpoint()), f.client(t), first)
	var wg sync.WaitGroup
	for range 4 {
		s, c := At(dir, f.endpoint()), f.client(t)
		wg.Go(func() {
			if _, err := Build(t.Context(), s, c, each(notes(100)), Plan{}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	got := build(t, At(dir, f.endpoint()), f.client(t), notes(100))
	if got.Have != 100 {
		t.Errorf("got %+v, want all 100", got)
	}
	checkNear(t, At(dir, f.endpoint()), notes(100))
}

func TestADeletedStoreIsBuiltAnew(t *testing.T) {
	f := serve(t, nil)
	dir := filepath.Join(t.TempDir(), "vectors")
	s := At(dir, f.endpoint())
	build(t, s, f.client(t), notes(40))
	deleting := func(yield func(Text, error) bool) { // in the middle of a build
		for i, x := range notes(80) {
			if i == 75 {
				if err := os.RemoveAll(dir); err != nil {
					t.Error(err)
				}
			}
			if !yield(x, nil) {
				return
			}
		}
	}
	if _, err := Build(t.Context(), s, f.client(t), deleting, Plan{}); err != nil {
		t.Errorf("deleted under it: %v", err)
	}
	q, _ := Quantise(embed("x", 8))
	if near, err := s.Near(q, 3); err != nil || len(near) > 0 || s.Exists() {
		t.Errorf("after that: %v, %v", near, err)
	}
	if got := build(t, s, f.client(t), notes(40)); got.Asked != 40 {
		t.Errorf("built anew: %+v", got)
	}
}

func TestAStoreOfOldTextsIsTidied(t *testing.T) {
	f := serve(t, nil)
	s := At(t.TempDir(), f.endpoint())
	build(t, s, f.client(t), notes(700))
	before := s.Bytes()
	build(t, s, f.client(t), notes(10))
	if after := s.Bytes(); after >= before/10 {
		t.Errorf("%d bytes of %d are left for 10 of 700", after, before)
	}
	if got := build(t, s, f.client(t), notes(10)); got.Asked > 0 || got.Have != 10 {
		t.Errorf("after it was tidied: %+v", got)
	}
	checkNear(t, s, notes(10))
	if names, _ := os.ReadDir(filepath.Dir(s.path)); len(names) != 1 {
		t.Errorf("beside the store lie %v", names)
	}
}

func TestATextThatIsRefusedCostsNoOther(t *testing.T) {
	f := serve(t, func(f *fake) {
		f.refuse = func(_ int, texts []string) (int, string) {
			for _, x := range texts {
				if strings.HasSuffix(x, "note5") {
					return 400, `{"error":{"message":"too long"}}`
				}
			}
			return 0, ""
		}
	})
	got := build(t, At(t.TempDir(), f.endpoint()), f.client(t), notes(40))
	if want := (Built{Notes: 40, Have: 39, Asked: 39, Refused: 1}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestAServerThatRefusesAllIsGivenUp(t *testing.T) {
	for n, most := range map[int]int{3: 5, 100: 20} {
		f := serve(t, func(f *fake) { f.refuse = refusals(1000, 422, `{"detail":"no model"}`) })
		_, err := Build(t.Context(), At(t.TempDir(), f.endpoint()), f.client(t), each(notes(n)), Plan{})
		if err == nil || !strings.Contains(err.Error(), "no model") || f.requests() > most {
			t.Errorf("%d texts: got %v after %d requests", n, err, f.requests())
		}
	}
}

func TestABuildIsBoundedAndSendsOnlyWhatItMay(t *testing.T) {
	f := serve(t, nil)
	s := At(t.TempDir(), f.endpoint())
	plan := Plan{Most: 35, Send: func(text string) bool { return !strings.HasSuffix(text, "note2") }}
	got, err := Build(t.Context(), s, f.client(t), each(notes(50)), plan)
	if want := (Built{Notes: 50, Have: 35, Asked: 35, Held: 1}); err != nil || got != want {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
	got, err = Build(t.Context(), s, f.client(t), each(notes(50)), plan)
	if want := (Built{Notes: 50, Have: 49, Asked: 14, Held: 1}); err != nil || got != want {
		t.Errorf("the next: got %+v, %v; want %+v", got, err, want)
	}
}

func BenchmarkNear10k768(b *testing.B) {
	s := At(b.TempDir(), memory.Embeddings{URL: "http://h", Model: "m"})
	k, err := s.Known()
	if err != nil {
		b.Fatal(err)
	}
	w, err := s.write(k)
	if err != nil {
		b.Fatal(err)
	}
	var q Vector
	for i := range 10_000 {
		v := make([]float32, 768)
		for j := range v {
			v[j] = float32((i*31+j*j*17)%101) - 50
		}
		q, _ = Quantise(v)
		if err := w.add([]Entry{{fmt.Sprintf("memory/2026/08/note%d.md", i), KeyOf(fmt.Sprint(i))}}, []Vector{q}); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := s.Near(q, 200); err != nil {
			b.Fatal(err)
		}
	}
}
