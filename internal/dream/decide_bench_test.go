package dream_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"mem/internal/dream"
)

// manyNotes makes a vault of notes of some fifty words, whose words are as common as those of
// a language are (by Zipf's law), a number of them unfiled and one in twenty of these alike to another.
func manyNotes(count, unfiledOnes int) dream.Snapshot {
	r := rand.New(rand.NewPCG(7, 11))
	zipf := rand.NewZipf(r, 1.1, 8, 60_000)
	word := func() string { return fmt.Sprintf("w%xk", zipf.Uint64()) }
	s := dream.Snapshot{Now: tonight}
	for i := range count {
		var b strings.Builder
		for range 4 {
			for w := range 8 + r.IntN(10) {
				if w > 0 {
					b.WriteByte(' ')
				}
				b.WriteString(word())
			}
			b.WriteString(".\n")
		}
		text := b.String()
		n := note(fmt.Sprintf("n%06d", i), 1, text)
		n.Captured = tonight.Add(-time.Duration(count-i) * (900 * 24 * time.Hour / time.Duration(count)))
		if i >= count-unfiledOnes {
			unfiled(&n)
			n.Captured = tonight.Add(-time.Hour)
			if i%20 == 0 {
				n.Body = strings.Replace(s.Notes[r.IntN(len(s.Notes))].Body, " w", " however w", 1)
			}
		}
		s.Notes = append(s.Notes, n)
	}
	return s
}

// BenchmarkDecide is a night's plan on as many notes, 1,000 of them unfiled.
func BenchmarkDecide(b *testing.B) {
	for _, count := range []int{10_000, 100_000} {
		s := manyNotes(count, 1000)
		for _, only := range [][]dream.Job{{dream.JobExpire, dream.JobFile}, {dream.JobMerge, dream.JobConflict}} {
			b.Run(fmt.Sprintf("%d/%v", count, only), func(b *testing.B) {
				b.ReportAllocs()
				for range b.N {
					plan, err := dream.Decide(context.Background(), s, dream.Policy{Only: only}, nil)
					if err != nil || len(plan.Decisions)+len(plan.Listed) == 0 {
						b.Fatal(len(plan.Decisions), err)
					}
				}
			})
		}
	}
}

func TestAFewAlikeAreFoundAmongMany(t *testing.T) {
	s := manyNotes(21_000, 100)
	alike := 0
	for _, l := range decide(t, s, dream.Policy{Only: []dream.Job{dream.JobMerge, dream.JobConflict}}).Listed {
		if l.Kind == dream.NearCopies {
			alike++
		}
	}
	if alike != 5 {
		t.Errorf("%d near copies are listed, want 5", alike)
	}
}
