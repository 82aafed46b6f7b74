package dream_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mem/internal/dream"
	"mem/internal/memory"
	slugs "mem/internal/vault"
)

// nameable is a snapshot of a vault that can name notes.
func nameable(notes ...memory.Note) dream.Snapshot {
	s := vault(notes...)
	s.Name = func(title string) memory.Slug { return slugs.SlugFor(title, "") }
	return s
}

var onlyRollup = dream.Policy{Only: []dream.Job{dream.JobRollup}}

func by2(slug memory.Slug) func(*memory.Note) {
	return func(n *memory.Note) { n.Status, n.SupersededBy = memory.Superseded, slug }
}

// soundlyBuilt checks that a note that is built is new, or mem's own as it stands.
func soundlyBuilt(t *testing.T, s dream.Snapshot, b memory.Build, i int) {
	t.Helper()
	n := b.Note
	if n.Path != memory.Shard(n.Captured)+"/"+string(n.Slug)+".md" || n.Actor != memory.Dreamer || n.Title == "" || n.Type != memory.Entity && len(n.DerivedFrom) < 2 {
		t.Errorf("built without its parts: %+v", n)
	}
	if _, _, ok := memory.Unseal(n.Body); ok != (n.Type == memory.Entity) {
		t.Errorf("%s is not sealed as its type is:\n%s", n.Slug, n.Body)
	}
	if b.Want == "" && i >= 0 || b.Want != "" && (i < 0 || s.Notes[i].Hash != b.Want || s.Notes[i].Type != memory.Entity) {
		t.Errorf("%s is built over what stands there", n.Slug)
	}
}

// withBuilt are the notes with one that was built among them.
func withBuilt(t *testing.T, notes []memory.Note, b memory.Build) []memory.Note {
	t.Helper()
	n := b.Note
	n.Declared, n.HasBlock = string(n.Status), true
	n.Hash = stateOf(&n)
	i := slices.IndexFunc(notes, func(x memory.Note) bool { return x.Path == n.Path })
	if i < 0 {
		return append(notes, n)
	}
	n.Tags = notes[i].Tags
	n.Hash = stateOf(&n)
	notes[i] = n
	return notes
}

// said are notes of one text each, half of them a day later.
func said(texts ...string) []memory.Note {
	var out []memory.Note
	for i, text := range texts {
		out = append(out, note(fmt.Sprintf("n%d", i), 1+2*i/len(texts), text))
	}
	return out
}

// same are so many notes that say a text each, numbered.
func same(n int, text string) []memory.Note {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf(text, i)
	}
	return said(texts...)
}

func with(change func(*memory.Note), notes []memory.Note) []memory.Note {
	out := slices.Clone(notes)
	for i := range out {
		change(&out[i])
		out[i].Hash = stateOf(&out[i])
	}
	return out
}

func renamed(prefix string, notes []memory.Note) []memory.Note {
	return with(func(n *memory.Note) {
		n.Slug = memory.Slug(prefix) + n.Slug
		n.Path = memory.Shard(n.Captured) + "/" + string(n.Slug) + ".md"
	}, notes)
}

func TestRollupMakesAnEntityOnlyOfWhatIsNamedOftenEnough(t *testing.T) {
	lovelace := said("The kiln is Ada Lovelace's.", "We asked Ada Lovelace about clay.", "Tea for Ada Lovelace at nine.", "The key is with Ada Lovelace.", "So said Ada Lovelace.")
	for _, row := range []struct {
		what  string
		notes []memory.Note
		want  []string
	}{
		{"a name in five notes of two days", lovelace, []string{"ada-lovelace"}},
		{"a name that begins every note", said("Ada Lovelace keeps bees.", "Ada Lovelace has the key.", "Ada Lovelace moved to Turin.", "Ada Lovelace paints.", "Ada Lovelace runs."), []string{"ada-lovelace"}},
		{"a single name that begins every note", said("Marta keeps bees.", "Marta has the key.", "Marta moved to Turin.", "Marta paints.", "Marta wants tea."), []string{"marta"}},
		{"in four", lovelace[:4], nil},
		{"on one day", with(func(n *memory.Note) { n.Captured = lovelace[0].Captured }, lovelace), nil},
		{"words that only begin sentences", same(6, "Yesterday lasted long, number %d. However, nobody left. Deploying helps."), nil},
		{"months, days, languages, well-known things", same(6, "On Monday in March the English put Python on Linux, number %d."), nil},
		{"a word that is written small too", append(same(6, "We met at the Mill by Rose, number %d."), note("m", 3, "A rose and a mill.")), nil},
		{"German nouns", same(6, "Der Ofen ist nicht im Keller und die Werkstatt auch nicht, Nummer %d."), nil},
		{"code, headings, labels and abbreviations", same(6, "# Quartz Notes Number %d\n\n`Quartz` by API and HTTP.\n\nOwner: nobody.\n```\nthe Quartz\n```"), nil},
		{"an @name in two notes", said("Ask @ada.", "Pay @ada."), []string{"ada"}},
		{"an @name in one", said("Ask @ada."), nil},
		{"an @word that calls all", said("@here the freeze begins.", "@here pizza.", "@channel lunch", "@channel tea", "Use @media print.", "And @media screen."), nil},
		{"tags", []memory.Note{note("a", 1, "one", tagged("person/ada-lovelace", "project/atlas")), note("b", 2, "two", tagged("person/ada-lovelace", "project/atlas"))}, []string{"ada-lovelace", "atlas"}},
		{"a tag that is a person's and a project's", []memory.Note{note("a", 1, "one", tagged("person/atlas")), note("b", 2, "two", tagged("project/atlas"))}, nil},
		{"links to no note", said("See [[Ada Lovelace]].", "And [[ada-lovelace|her]]."), []string{"ada-lovelace"}},
		{"links to a note", append(said("See [[kiln]].", "And [[kiln]]."), note("kiln", 1, "The kiln.")), nil},
		{"links to days", said("See [[2026-08-01]].", "And [[2026-08-01]]."), nil},
		{"two people of one first name", slices.Concat(renamed("ito", same(5, "The tin is Sam Ito's, number %d.")), renamed("oka", same(5, "The mill is Sam Okafor's, number %d.")), renamed("bare", same(5, "The van is Sam's, number %d."))),
			[]string{"sam-ito", "sam-okafor"}},
		{"one person, in full and by the first name", slices.Concat(renamed("full", said("It is Ada Lovelace's.", "With Ada Lovelace.")), renamed("bare", same(4, "The van is Ada's, number %d."))), []string{"ada-lovelace"}},
		{"a first name that is hardly ever the full one's", slices.Concat(renamed("full", said("We saw John Williams on stage.", "By John Williams.")), renamed("bare", same(30, "The van is John's, number %d."))), []string{"john"}},
		{"a house and the person it is named after", slices.Concat(renamed("house", same(5, "We met in the old Hopper Library, number %d.")), renamed("bare", same(5, "The van is Hopper's, number %d."))), []string{"hopper-library", "hopper"}},
		{"unfiled, expired, superseded and private notes", slices.Concat(lovelace[:2], with(unfiled, lovelace[2:3]), with(is(memory.Expired), lovelace[3:4]), with(func(n *memory.Note) { n.Body += "<private>x</private>\n" }, lovelace[4:])), nil},
		{"what came from outside", with(by(memory.OriginExternal), lovelace), nil},
		{"what is out of its time", with(holding(1, 5), lovelace), nil},
		{"what dream made itself", with(outOf("x"), lovelace), nil},
		{"a note of a person's that has the name", append(slices.Clone(lovelace), note("ada-lovelace", 1, "My own page.")), nil},
		{"a retired note that had the name", append(slices.Clone(lovelace), note("ada-lovelace", 1, "Nothing.", is(memory.Expired))), []string{"ada-lovelace-2"}},
		{"two scopes, each by itself", slices.Concat(with(scope("mill"), lovelace), renamed("x", with(scope("kiln"), lovelace))), []string{"ada-lovelace-mill", "ada-lovelace"}},
		{"too few in each of two scopes", slices.Concat(with(scope("mill"), lovelace[:3]), lovelace[3:]), nil},
	} {
		t.Run(row.what, func(t *testing.T) {
			var want []string
			for _, slug := range row.want {
				want = append(want, "rollup: "+slug)
			}
			expect(t, decide(t, nameable(row.notes...), onlyRollup), want...)
		})
	}
}

func TestRollupIsTheSameHoweverItIsReached(t *testing.T) {
	s := nameable(append(same(7, "The kiln of Ada Lovelace is of clay %d."), note("late", 9, "Ask @ada in Turin."), note("filed", 9, "Ada Lovelace has moved to Turin.", unfiled))...)
	first := carryOut(t, s, decide(t, s, dream.Policy{}))
	page := entity(t, first, "ada-lovelace")
	if want := s.Notes[4].Captured; !page.Captured.Equal(want) || !page.Updated.Equal(s.Notes[8].Captured) || len(page.DerivedFrom) != 9 || page.DerivedFrom[8] != "late" {
		t.Errorf("got %v, %v, derived from %v", page.Captured, page.Updated, page.DerivedFrom)
	}
	first.Now = first.Now.AddDate(0, 3, 0)
	expect(t, decide(t, first, onlyRollup))
	gone := first
	gone.Notes = slices.DeleteFunc(slices.Clone(first.Notes), func(n memory.Note) bool { return n.Type == memory.Entity })
	for seed := range uint64(5) {
		again := shuffled(gone, seed)
		again = carryOut(t, again, decide(t, again, onlyRollup))
		if got := entity(t, again, "ada-lovelace"); got.Hash != page.Hash {
			t.Errorf("deleted and dreamt again: got\n%+v\nwant\n%+v", got, page)
		}
	}
}

func TestRollupFollowsItsFacts(t *testing.T) {
	s := nameable(append(same(5, "The kiln of Ada Lovelace is of clay %d."), note("new", 9, "Ada Lovelace sold the kiln."))...)
	s = carryOut(t, s, decide(t, s, onlyRollup))
	for _, step := range []struct {
		what   string
		change func(notes []memory.Note)
		want   []memory.Slug
		status memory.Status
		text   string
	}{
		{"one is superseded", func(n []memory.Note) { by2("new")(&n[0]) }, []memory.Slug{"n1", "n2", "n3", "n4", "new"}, memory.Active,
			"What changed. Until 2026-08-09: The kiln of Ada Lovelace is of clay 0. [[n0]] Since then: [[new]]."},
		{"all but one expire", func(n []memory.Note) {
			for i := range 5 {
				is(memory.Expired)(&n[i])
			}
		}, []memory.Slug{"new"}, memory.Active, "1 note tells of Ada Lovelace: of 2026-08-09."},
		{"the last too", func(n []memory.Note) { is(memory.Expired)(&n[5]) }, nil, memory.Expired, "Nothing is known of Ada Lovelace now."},
		{"they come back", func(n []memory.Note) {
			for i := range 6 {
				is(memory.Active)(&n[i])
			}
		}, []memory.Slug{"n0", "n1", "n2", "n3", "n4", "new"}, memory.Active, "6 notes tell of Ada Lovelace: from 2026-08-01 to 2026-08-09."},
	} {
		step.change(s.Notes)
		for i := range s.Notes {
			s.Notes[i].Hash = stateOf(&s.Notes[i])
		}
		expect(t, decide(t, s, onlyRollup), "rollup: ada-lovelace")
		s = carryOut(t, s, decide(t, s, onlyRollup))
		page := entity(t, s, "ada-lovelace")
		if !slices.Equal(page.DerivedFrom, step.want) || page.Status != step.status || !strings.Contains(page.Body, step.text) {
			t.Errorf("%s: got %s of %v\n%s", step.what, page.Status, page.DerivedFrom, page.Body)
		}
		expect(t, decide(t, s, onlyRollup))
	}
}

// entity returns the note of an entity.
func entity(t *testing.T, s dream.Snapshot, slug memory.Slug) *memory.Note {
	t.Helper()
	for i := range s.Notes {
		if n := &s.Notes[i]; n.Slug == slug && n.Type == memory.Entity {
			return n
		}
	}
	t.Fatalf("there is no entity %s", slug)
	return nil
}
