package dream_test

import (
	"slices"
	"testing"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
)

func TestMergeRetiresTheWeakerCopy(t *testing.T) {
	const text = "The lathe needs oil every Monday."
	for _, row := range []struct {
		name  string
		notes []memory.Note
		want  []string
	}{
		{"of two active copies the older stays", []memory.Note{note("a", 2, text), note("b", 1, text)},
			[]string{"supersede: a by b"}},
		{"an active copy stays before an older unfiled one, which is not filed first", []memory.Note{note("a", 2, text), note("b", 1, text, unfiled)},
			[]string{"supersede: b by a"}},
		{"of two unfiled copies one is filed, the other retired", []memory.Note{note("a", 2, text, unfiled), note("b", 1, text, unfiled)},
			[]string{"file: b unfiled → active", "supersede: a by b"}},
		{"a verified copy stays", []memory.Note{note("a", 2, text, verified), note("b", 1, text)}, []string{"supersede: b by a"}},
		{"the more important copy stays", []memory.Note{note("a", 2, text, weighing(8)), note("b", 1, text)}, []string{"supersede: b by a"}},
		{"a copy that names its source stays", []memory.Note{note("a", 2, text, func(n *memory.Note) { n.Source = "session:1#2" }), note("b", 1, text)},
			[]string{"supersede: b by a"}},
		{"a copy with tags stays", []memory.Note{note("a", 2, text, func(n *memory.Note) { n.Tags = []string{"oil"} }), note("b", 1, text)},
			[]string{"supersede: b by a"}},
		{"a date that is a guess is no age", []memory.Note{note("a", 2, text), note("b", 1, text, bare, kind(memory.Fix), is(memory.Active))},
			[]string{"supersede: b by a"}},
		{"of three copies one stays", []memory.Note{note("a", 1, text), note("b", 2, text), note("c", 3, text)},
			[]string{"supersede: b by a", "supersede: c by a"}},
		{"white space and line ends make no difference", []memory.Note{note("a", 1, "one\ntwo"), note("b", 2, "\n one  \r\ntwo\r\n\r\n")},
			[]string{"supersede: b by a"}},
		{"the form of accents makes no difference", []memory.Note{note("a", 1, "Der T\u00fcrcode ist neu."), note("b", 2, "Der Tu\u0308rcode ist neu.")},
			[]string{"supersede: b by a"}},
		{"a copy without a type is a copy", []memory.Note{note("a", 1, text), note("b", 2, text, untyped)}, []string{"supersede: b by a"}},
		{"a copy that an own word stands against does not win from outside",
			[]memory.Note{note("a", 1, text, by(memory.OriginExternal)), note("b", 2, text)}, []string{"supersede: a by b"}},
	} {
		t.Run(row.name, func(t *testing.T) { expect(t, decide(t, vault(row.notes...), dream.Policy{}), row.want...) })
	}
}

func TestMergeLeavesWhatIsNoCopy(t *testing.T) {
	const text = "The lathe needs oil every Monday."
	for _, row := range []struct {
		name  string
		notes []memory.Note
		want  []string
	}{
		{"one number apart", []memory.Note{note("a", 1, "Bay 12 holds 40 crates."), note("b", 2, "Bay 13 holds 40 crates.")}, nil},
		{"a negation apart", []memory.Note{note("a", 1, "Fridays are allowed."), note("b", 2, "Fridays are not allowed.")},
			[]string{"listed disagree: a, b"}},
		{"a capital letter apart", []memory.Note{note("a", 1, "set GOFLAGS"), note("b", 2, "set goflags")}, []string{"listed near-copies: b, a"}},
		{"two scopes", []memory.Note{note("a", 1, text, scope("api")), note("b", 2, text)}, nil},
		{"two types", []memory.Note{note("a", 1, text), note("b", 2, text, kind(memory.Idea))},
			[]string{"listed same-text-typed: b, a"}},
		{"two windows of time", []memory.Note{note("a", 1, text, holding(1, 20)), note("b", 2, text, holding(2, 20))}, nil},
		{"one retired already", []memory.Note{note("a", 1, text, is(memory.Superseded)), note("b", 2, text)}, nil},
		{"an entity", []memory.Note{note("a", 1, text, kind(memory.Entity)), note("b", 2, text, kind(memory.Entity))}, nil},
		{"built by dream", []memory.Note{note("a", 1, text), note("b", 2, text, outOf("a"))}, nil},
		{"a status that somebody made up", []memory.Note{note("a", 1, text), note("b", 2, text, declares("draft"))},
			[]string{"listed status-unknown: b"}},
		{"a block that cannot be edited", []memory.Note{note("a", 1, text), note("b", 2, text, broken("line 2: not YAML"))},
			[]string{"problem frontmatter-unparsable: memory/2026/08/b.md"}},
		{"two titles", []memory.Note{note("a", 1, text, entitled("Lathe 1")), note("b", 2, text, entitled("Lathe 2"))},
			[]string{"listed same-text-titled: b, a"}},
		{"a title that only one of them has", []memory.Note{note("a", 1, text, weighing(7)), note("b", 2, text, entitled("Lathe 2"))},
			[]string{"listed same-text-titled: b, a"}},
		{"one slug twice", []memory.Note{note("a", 1, text), func() memory.Note {
			n := note("a", 2, text, unfiled)
			n.Path = "memory/2026/07/a.md"
			return n
		}()}, []string{"problem slug-not-unique: memory/2026/07/a.md", "problem slug-not-unique: memory/2026/08/a.md"}},
	} {
		t.Run(row.name, func(t *testing.T) { expect(t, decide(t, vault(row.notes...), dream.Policy{}), row.want...) })
	}
	t.Run("a type that was only guessed is none", func(t *testing.T) {
		s := vault(note("a", 1, text, kind(memory.Idea)), note("b", 2, text, kind(memory.Reference)))
		s.Guessed = map[memory.Slug]bool{"b": true}
		expect(t, decide(t, s, dream.Policy{}), "supersede: b by a")
	})
	t.Run("equal titles in another case are one title", func(t *testing.T) {
		expect(t, decide(t, vault(note("a", 1, text, entitled("The Lathe")), note("b", 2, text, entitled("the  lathe"))), dream.Policy{}),
			"supersede: b by a")
	})
}

func TestMergeKnowsThatTheSameWordsAfterAContraryStatementAreANewFact(t *testing.T) {
	again, disagree := []string{"listed same-text-again: a, c"}, []string{"listed disagree: b, c", "listed same-text-again: a, c"}
	for _, row := range []struct {
		name          string
		text, between string
		want          []string
	}{
		{"a negation between", "Deploying on Fridays is allowed.", "Deploying on Fridays is not allowed.", disagree},
		{"an opposite between", "The annex heating is on.", "The annex heating is off.", disagree},
		{"another value between", "The standup is at ten.", "The standup is at nine.", disagree},
		{"a change between", "Ada signs the invoices of the mill.", "The invoices of the mill Ben now signs.", again},
		{"a negation in Chinese between", "周五可以部署到生产环境。", "周五不可以部署到生产环境。", disagree},
		{"another thing of the kind between", "Locker 1 holds the spare pump.", "Locker 2 holds the spare pump.", []string{"supersede: c by a"}},
		{"something else between", "The annex heating is on.", "Ben has the van key.", []string{"supersede: c by a"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			expect(t, decide(t, vault(note("a", 1, row.text), note("b", 2, row.between), note("c", 3, row.text)), dream.Policy{}), row.want...)
		})
		t.Run(row.name+", but later", func(t *testing.T) {
			var later []string
			if len(row.want) == len(disagree) {
				later = []string{"listed disagree: a, b"}
			}
			expect(t, decide(t, vault(note("a", 1, row.text), note("b", 4, row.between), note("c", 3, row.text)), dream.Policy{}),
				slices.Concat([]string{"supersede: c by a"}, later)...)
		})
	}
	t.Run("a note that declared itself the successor of the first", func(t *testing.T) {
		s := vault(note("a", 1, "Gate code 7."), note("b", 2, "Everything on gates is void.", over("a"), by(memory.OriginExternal)), note("c", 3, "Gate code 7."))
		expect(t, decide(t, s, dream.Policy{}), "listed same-text-again: a, c", "listed supersedes-doubted: a, b")
	})
}

func TestMergeCarriesOutWhatIsDeclared(t *testing.T) {
	for _, row := range []struct {
		name  string
		notes []memory.Note
		want  []string
	}{
		{"a correction in other words", []memory.Note{note("mon", 1, "Water on Mondays."), note("thu", 5, "Thursday is the new day.", unfiled, over("mon"))},
			[]string{"file: thu unfiled → active", "supersede: mon by thu"}},
		{"a chain, each link by its own successor", []memory.Note{note("a", 3, "three", over("b")), note("b", 2, "two", over("c")), note("c", 1, "one")},
			[]string{"supersede: b by a", "supersede: c by b"}},
		{"of two successors the newer", []memory.Note{note("a", 1, "one"), note("b", 2, "two", over("a")), note("c", 3, "three", over("a"))},
			[]string{"supersede: a by c"}},
		{"the target is retired already", []memory.Note{note("a", 1, "one", is(memory.Expired)), note("b", 2, "two", over("a"))}, nil},
		{"the successor is retired itself", []memory.Note{note("a", 1, "one"), note("b", 2, "two", over("a"), is(memory.Expired))}, nil},
		{"the successor does not hold yet", []memory.Note{note("a", 1, "one"), note("b", 2, "two", over("a"), holding(20, 30))}, nil},
		{"the successor was built by dream", []memory.Note{note("a", 1, "one"), note("b", 2, "two", over("a"), outOf("c"))}, nil},
		{"the target is newer", []memory.Note{note("a", 5, "one"), note("b", 2, "two", over("a"))}, []string{"listed supersedes-doubted: a, b"}},
		{"the target is newer by the day from which it holds", []memory.Note{note("a", 1, "one", holding(7, 30)), note("b", 2, "two", over("a"), holding(3, 30))},
			[]string{"listed supersedes-doubted: a, b"}},
		{"the target is in another scope", []memory.Note{note("a", 1, "one", scope("x")), note("b", 2, "two", over("a"))}, []string{"listed supersedes-doubted: a, b"}},
		{"the successor is from outside", []memory.Note{note("a", 1, "one"), note("b", 2, "two", over("a"), by(memory.OriginExternal))}, []string{"listed supersedes-doubted: a, b"}},
		{"the target cannot be edited", []memory.Note{note("a", 1, "one", broken("two keys")), note("b", 2, "two", over("a"))},
			[]string{"listed supersedes-doubted: a, b", "problem frontmatter-unparsable: memory/2026/08/a.md"}},
		{"two that supersede each other", []memory.Note{note("a", 1, "one", over("b")), note("b", 1, "two", over("a"))},
			[]string{"problem supersede-loop: memory/2026/08/a.md"}},
		{"three in a circle", []memory.Note{note("a", 1, "one", over("b")), note("b", 2, "two", over("c")), note("c", 3, "three", over("a"))},
			[]string{"problem supersede-loop: memory/2026/08/a.md"}},
		{"a circle that is settled already", []memory.Note{note("a", 1, "one", over("b"), is(memory.Superseded)), note("b", 1, "two", over("a"))}, nil},
		{"a circle, and a note that ends it", []memory.Note{note("a", 1, "one", over("b")), note("b", 1, "two", over("a")), note("d", 2, "four", over("a"))},
			[]string{"supersede: a by d", "problem supersede-loop: memory/2026/08/a.md"}},
		{"two circles with a bridge", []memory.Note{note("a", 1, "one", over("b")), note("b", 1, "two", over("a")), note("c", 1, "three", over("d", "b")), note("d", 1, "four", over("c"))},
			[]string{"supersede: b by c", "problem supersede-loop: memory/2026/08/a.md", "problem supersede-loop: memory/2026/08/c.md"}},
		{"itself", []memory.Note{note("c", 1, "three", over("c"))}, []string{"problem supersede-self: memory/2026/08/c.md"}},
		{"nobody", []memory.Note{note("d", 1, "four", over("nobody-here", "nobody-here"))}, []string{"problem supersedes-unknown: memory/2026/08/d.md"}},
		{"a copy that declares more than its twin goes when its word is kept",
			[]memory.Note{note("a", 2, "The new rule."), note("b", 3, "The new rule.", over("old")), note("old", 1, "Something quite different.")},
			[]string{"supersede: b by a", "supersede: old by b"}},
	} {
		t.Run(row.name, func(t *testing.T) { expect(t, decide(t, vault(row.notes...), dream.Policy{}), row.want...) })
	}
}

func TestMergeEditsTheLoserAloneAndNamesTheWinner(t *testing.T) {
	p := decide(t, vault(note("old", 1, "one"), note("new", 2, "two", over("old"))), dream.Policy{Run: "r1"})
	c := p.Changes()[0]
	keys := c.Files[0].(memory.Keys)
	if keys.Path != "memory/2026/08/old.md" || len(keys.Set) != 4 || keys.Set[0] != (memory.KeyEdit{Key: "status", Value: memory.Text("superseded")}) ||
		keys.Set[1] != (memory.KeyEdit{Key: "superseded_by", Value: memory.Text("new")}) ||
		keys.Set[2] != (memory.KeyEdit{Key: "valid_until", Value: memory.Instant(time.Date(2026, 8, 2, 10, 0, 0, 0, time.UTC))}) ||
		keys.Set[3] != (memory.KeyEdit{Key: "updated", Value: memory.Instant(tonight)}) {
		t.Errorf("got edit %+v", keys)
	}
	if len(c.Reads) != 1 || c.Reads[0].Path != "memory/2026/08/new.md" || c.Evidence[0] != "new" || c.Run != "r1" {
		t.Errorf("got reads %v, evidence %v, run %q", c.Reads, c.Evidence, c.Run)
	}
}
