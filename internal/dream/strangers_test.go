package dream_test

import (
	"testing"

	"mem/internal/dream"
	"mem/internal/memory"
)

func said2(first, then string, with func(a, b *memory.Note)) dream.Snapshot {
	a, b := note("first", 1, first, kind(memory.Reference)), note("then", 3, then, kind(memory.Reference))
	if with != nil {
		with(&a, &b)
	}
	return dream.Snapshot{Now: tonight, Notes: []memory.Note{a, b}}
}

func tags2(first, then []string) func(a, b *memory.Note) {
	return func(a, b *memory.Note) { a.Tags, b.Tags = first, then }
}

func actors2(first, then memory.Actor) func(a, b *memory.Note) {
	return func(a, b *memory.Note) { a.Actor, b.Actor = first, then }
}

// One text of two people, two places or two days is two notes, and what one says ends nothing of the other.
func TestNotesOfTwoAreNeitherMergedNorClosed(t *testing.T) {
	for _, x := range []struct {
		what, first, then string
		with              func(a, b *memory.Note)
		want              int // superseded
	}{
		{"two people by their tags", "Allergic to nuts.", "Allergic to nuts.", tags2([]string{"person/jonas"}, []string{"person/elif"}), 0},
		{"the same with a tag in common", "Likes tea.", "likes tea", tags2([]string{"person/ada", "team"}, []string{"team", "@bob"}), 0},
		{"one person", "Allergic to nuts.", "Allergic to nuts.", tags2([]string{"person/jonas"}, []string{"#people/Jonas", "food"}), 1},
		{"one of them names nobody", "Allergic to nuts.", "Allergic to nuts.", tags2(nil, []string{"person/elif"}), 1},
		{"two projects", "The owner is on leave.", "The owner is on leave.", tags2([]string{"project/api"}, []string{"project/web"}), 0},
		{"two places", "maxmemory is 2 GB.", "maxmemory is 2 GB.", tags2([]string{"redis", "prod"}, []string{"redis", "staging"}), 0},
		{"two names of one place", "maxmemory is 2 GB.", "maxmemory is 2 GB.", tags2([]string{"prod"}, []string{"production"}), 1},
		{"other tags", "maxmemory is 2 GB.", "maxmemory is 2 GB.", tags2([]string{"redis"}, []string{"cache"}), 1},
		{"two people of themselves", "I prefer dark mode.", "I prefer dark mode.", actors2("human:priya", "human:jonas"), 0},
		{"two people of something else", "The gate is locked at night.", "The gate is locked at night.", actors2("human:priya", "human:jonas"), 1},
		{"a person and an agent", "I prefer dark mode.", "I prefer dark mode.", actors2("human:priya", "agent:porter"), 1},
		{"what was so on two days", "Mila has a fever today.", "Mila has a fever today.", nil, 0},
		{"the same on one day", "Mila has a fever today.", "Mila has a fever today!", func(a, b *memory.Note) { b.Captured = a.Captured }, 1},
		{"two people's desks", "My desk is number 4.", "My desk is now number 7.", actors2("human:priya", "human:jonas"), 0},
		{"one person's desk", "My desk is number 4.", "My desk is now number 7.", actors2("human:priya", "human:priya"), 1},
		{"a key with other tags", "redis.maxmemory: 2gb", "redis.maxmemory: 1gb", tags2([]string{"redis", "prod"}, []string{"redis", "staging"}), 0},
		{"a key with one tag more", "default branch: main", "default branch: develop", tags2([]string{"larkspur"}, []string{"larkspur", "web"}), 0},
		{"a key with the same tags", "default branch: main", "default branch: develop", tags2([]string{"larkspur"}, []string{"#Larkspur"}), 1},
		{"a change, and nothing more", "The port of the relay is 5433.", "The port of the relay is now 5434.", nil, 1},
		{"a change that is not made yet", "The port of the relay is 5433.", "The port of the relay is now 5434. Not deployed yet.", nil, 0},
		{"a change in one place", "The port of the relay is 5433.", "The port of the relay is now 5434. Only in staging.", nil, 0},
		{"a change that was taken back", "The port of the relay is 5433.", "The port of the relay is now 5434. That was a mistake, I reverted it.", nil, 0},
		{"a change for one thing", "The port of the relay is 5433.", "The port of the relay is now 5434.\n\nThis is for the blue box.", nil, 0},
		{"a change, and why", "The port of the relay is 5433.", "The port of the relay is now 5434. The old one was taken.", nil, 1},
		{"a change to come", "The port of the relay is 5433.", "From Monday the port of the relay is now 5434.", nil, 0},
	} {
		got := 0
		for _, d := range decide(t, said2(x.first, x.then, x.with), dream.Policy{}).Decisions {
			if d.Change.Op == memory.OpSupersede {
				got++
			}
		}
		if got != x.want {
			t.Errorf("%s: %d superseded, want %d", x.what, got, x.want)
		}
	}
}

func TestAKeyUnderOtherTagsAndAQualifiedChangeAreListed(t *testing.T) {
	for _, s := range []dream.Snapshot{
		said2("default branch: main", "default branch: develop", tags2([]string{"larkspur"}, []string{"larkspur", "web"})),
		said2("The port of the relay is 5433.", "The port of the relay is now 5434. Not deployed yet.", nil),
	} {
		if l := decide(t, s, dream.Policy{}).Listed; len(l) != 1 || l[0].Kind != dream.Disagree {
			t.Errorf("%s: got %+v", s.Notes[1].Body, l)
		}
	}
}
