package memory

import (
	"slices"
	"testing"
	"time"
)

func TestADerivedNoteDoesNotPushItsSourcesOut(t *testing.T) {
	derivedOf := func(slug string, hits float64, of ...Slug) Found {
		f := found(slug, Active, time.Hour, hits, hits)
		f.Note.DerivedFrom = of
		return f
	}
	source := found("source", Active, time.Hour, 1, 1)
	poorer := found("poorer", Active, time.Hour, 1, 0)
	other := found("other", Active, time.Hour, 2, 2)
	named := derivedOf("named", 1, "source")
	named.Note.Type = Entity
	named.Hits[0].Title, named.Hits[1].Names = 1, 1
	seen := derivedOf("seen", 5, "source")
	seen.Note.Actor = Dreamer
	seen.Hits[0].Title, seen.Hits[1].Title = 1, 1
	for _, test := range []struct {
		what  string
		found []Found
		want  []string
	}{
		{"it comes behind its source though it fits better", []Found{derivedOf("made", 5, "source"), source, other}, []string{"other", "source", "made"}},
		{"not behind a source that has less of the question", []Found{derivedOf("made", 5, "poorer"), poorer}, []string{"made", "poorer"}},
		{"it comes first where the question is its name", []Found{named, source, other}, []string{"named", "other", "source"}},
		{"an insight has no name by which it is asked for", []Found{seen, source, other}, []string{"other", "source", "seen"}},
		{"two that come of each other end", []Found{derivedOf("a", 3, "b"), derivedOf("b", 2, "a")}, []string{"a", "b"}},
		{"without its source it stands as it ranks", []Found{derivedOf("made", 5, "gone"), other}, []string{"made", "other"}},
	} {
		t.Run(test.what, func(t *testing.T) {
			if got := slugs(Rank(words(5, 5), test.found, corpus, 5, now, DefaultWeights())); !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}
