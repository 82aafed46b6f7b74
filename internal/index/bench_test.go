package index

import (
	"context"
	"path/filepath"
	"testing"
)

func BenchmarkSearch10k(b *testing.B) {
	x := built(b, synthetic(10000, 1)...)
	info, err := x.Info(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d notes, %d bytes, %d segments", info.Notes, info.Bytes, info.Segments)
	for _, q := range []struct{ name, question string }{
		{"rare", made(9000) + " " + made(4000) + " " + made(2500)}, {"broad", made(15) + " " + made(17) + " " + made(20) + " " + made(24)}, {"common", "what is the reason for it and not the other of " + made(300)},
		{"identifier", made(16) + "_" + made(40) + " src/" + made(22) + "/" + made(30) + ".go"},
	} {
		b.Run(q.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := x.Search(context.Background(), Request{Question: q.question}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("stamps", func(b *testing.B) {
		for b.Loop() {
			if _, err := x.Stamps(context.Background()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("update", func(b *testing.B) {
		d := docOf("fresh", "A note that is new to the index, of some twenty words, as a capture brings it in one by one.")
		for b.Loop() {
			if err := x.Update(context.Background(), []Doc{d}, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("similar", func(b *testing.B) {
		text := synthetic(10, 2)[3].Note.Body
		for b.Loop() {
			if _, err := x.Similar(context.Background(), text, 20, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkRebuild10k(b *testing.B) {
	docs := synthetic(10000, 1)
	for b.Loop() {
		x := At(filepath.Join(b.TempDir(), "index"), Options{})
		if _, err := x.Rebuild(context.Background(), streamOf(docs...), nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkScan1k(b *testing.B) {
	docs := synthetic(1000, 1)
	for b.Loop() {
		if _, err := Scan(context.Background(), Request{Question: made(15) + made(20) + made(300), Overlay: docs}); err != nil {
			b.Fatal(err)
		}
	}
}
