package index

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mem/internal/memory"
)

// docOf makes a document of a note with just a body.
func docOf(slug, body string) Doc {
	return docWith(slug, func(n *memory.Note) { n.Body = body })
}

func docWith(slug string, set func(*memory.Note)) Doc {
	n := &memory.Note{
		Slug: memory.Slug(slug), Path: "memory/2026/08/" + slug + ".md", Type: memory.Fix, Status: memory.Active,
		Importance: memory.DefaultImportance, Captured: time.Date(2026, 8, 1, 10, 0, 0, 0, time.UTC),
	}
	set(n)
	if n.Title == "" {
		n.Title = memory.TitleOf(n.Body)
	}
	n.Hash = memory.HashOf([]byte(n.Body))
	return Doc{Stamp: memory.Stamp{Path: n.Path, Size: int64(len(n.Body)), MTime: 1, Inode: 7}, Note: n}
}

func streamOf(docs ...Doc) Docs {
	return func(yield func(Doc, error) bool) {
		for _, d := range docs {
			if !yield(d, nil) {
				return
			}
		}
	}
}

// built returns an index that was built from docs.
func built(t testing.TB, docs ...Doc) *Index {
	t.Helper()
	x := At(filepath.Join(t.TempDir(), "index"), Options{})
	if _, err := x.Rebuild(context.Background(), streamOf(docs...), nil); err != nil {
		t.Fatal(err)
	}
	return x
}

func ask(t testing.TB, x *Index, r Request) Answer {
	t.Helper()
	a, err := x.Search(context.Background(), r)
	if err != nil {
		t.Fatalf("search %q: %v", r.Question, err)
	}
	return a
}

// slugs returns the slugs of an answer's matches, best first.
func slugs(a Answer) []string {
	out := []string{}
	for _, m := range a.Matches {
		out = append(out, string(memory.Stem(m.Path)))
	}
	return out
}

// made returns the word of a rank in a made language: the first are the usual English ones.
func made(rank uint64) string {
	usual := strings.Fields("the of and to in is a not for with on as it by")
	if rank < uint64(len(usual)) {
		return usual[rank]
	}
	syllables := strings.Fields("ba ke li mo nu ra se ti vo da fe gi lo mu pa re si to va wen")
	var b strings.Builder
	for ; rank > 0; rank /= 20 {
		b.WriteString(syllables[rank%20])
	}
	return b.String()
}

// synthetic makes n notes of words in the proportions of a language: few of them often,
// most of them rarely, with identifiers in between. The same seed gives the same notes.
func synthetic(n int, seed uint64) []Doc {
	r := rand.New(rand.NewPCG(seed, 1))
	zipf := rand.NewZipf(r, 1.1, 2, 30000)
	docs := make([]Doc, n)
	for i := range docs {
		var body strings.Builder
		for range 60 + r.IntN(120) {
			w := made(zipf.Uint64())
			switch r.IntN(40) {
			case 0:
				w += "_" + made(zipf.Uint64())
			case 1:
				w = "src/" + w + "/" + made(zipf.Uint64()) + ".go"
			case 2:
				w = fmt.Sprintf("%s%d", w, r.IntN(1000))
			}
			body.WriteString(w + " ")
		}
		month := 1 + i*12/n
		docs[i] = docWith(fmt.Sprintf("note-%d", i), func(n *memory.Note) {
			n.Path = fmt.Sprintf("memory/2026/%02d/note-%d.md", month, i)
			n.Title = made(zipf.Uint64()) + " " + made(zipf.Uint64()) + " " + made(zipf.Uint64())
			n.Body = body.String()
			n.Tags = []string{made(20 + zipf.Uint64()%50)}
			n.Status = memory.Statuses[r.IntN(40)%len(memory.Statuses)]
			if r.IntN(10) > 0 {
				n.Status = memory.Active
			}
			n.Type = memory.Types[r.IntN(len(memory.Types))]
			n.Scope = []string{"", "", "", "api", "web"}[r.IntN(5)]
		})
	}
	return docs
}
