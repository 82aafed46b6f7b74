package gitfile

import (
	"fmt"
	"testing"
)

// bigIndex is an index of so many notes, as in a vault with as many in a month as given.
func bigIndex(tb testing.TB, notes, perMonth int) []byte {
	tb.Helper()
	changes := make([]Change, notes)
	for i := range changes {
		month := i / perMonth
		changes[i] = Change{
			Path: fmt.Sprintf("memory/%d/%02d/note-about-something-%06d.md", 2020+month/12, month%12+1, i),
			Mode: ModeFile, Hash: HashOf(KindBlob, fmt.Append(nil, i)), Stat: Stat{MTimeSec: 1754200000, Size: 900},
		}
	}
	data, err := Patch(nil, changes)
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

func BenchmarkPatch(b *testing.B) {
	for _, size := range []struct{ notes, perMonth int }{{10_000, 830}, {100_000, 3_000}} {
		data := bigIndex(b, size.notes, size.perMonth)
		for _, bench := range []struct {
			name   string
			change Change
		}{
			{"replace", Change{Path: "memory/2021/01/note-about-something-010000.md", Mode: ModeFile, Hash: Hash{1}}},
			{"add", Change{Path: "memory/2021/01/a-new-note.md", Mode: ModeFile, Hash: Hash{1}}},
		} {
			b.Run(fmt.Sprintf("%s/%d", bench.name, size.notes), func(b *testing.B) {
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					if _, err := Patch(data, []Change{bench.change}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkEntries(b *testing.B) {
	data := bigIndex(b, 100_000, 3_000)
	for b.Loop() {
		n := 0
		for _, err := range Entries(data, nil) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
	}
}

// BenchmarkPack makes packs of 1,000 commits of one note each; reported per commit.
func BenchmarkPack(b *testing.B) {
	for _, notes := range []int{830, 3_000} {
		b.Run(fmt.Sprint(notes), func(b *testing.B) {
			const commits = 1000
			dir := b.TempDir()
			var size int64
			for b.Loop() {
				b.StopTimer()
				p, err := NewPack(dir)
				if err != nil {
					b.Fatal(err)
				}
				h := newHistory(b, p, notes)
				before := p.size
				b.StartTimer()
				for n := range commits {
					h.commit(b, n)
				}
				size = p.size - before
				if _, err := p.Close(""); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/commits, "µs/commit")
			b.ReportMetric(float64(size)/commits, "B/commit")
		})
	}
}
