package main

import (
	"fmt"
	"strings"

	"mem/internal/memory"
)

// fact is one thing that is true in the simulated year: what is said of it, the newest last.
type fact struct {
	id      int
	subject string
	form    *form
	texts   []string // each value that it had, as a sentence; the last one holds
	says    []string // the value alone
	scope   string
	weight  int // importance; 0 = not said
	origin  memory.Origin
	people  []string // tags of those whom it is about

	outside bool // a page from outside says otherwise

	gone  bool // a person forgot or deleted it
	loose bool // a person took a hand in it: how many notes tell it is theirs to say
}

func (f *fact) text() string { return f.texts[len(f.texts)-1] }

// form is a way to say something of a subject. A form whose sentences look alike for two
// subjects is the rule: two facts of a kind are what a night must not take for copies.
type form struct {
	kind   memory.Type
	say    string // subject, value
	change string // subject, new value, old value; "" = it never changes
	ask    string // subject
	values func(y *year) string
	unsure bool // whether a change is one no rule can tell: the owner says so
}

func forms() []*form {
	number := func(from, to int) func(*year) string {
		return func(y *year) string { return fmt.Sprint(from + y.rng.IntN(to-from)) }
	}
	one := func(of ...string) func(*year) string {
		return func(y *year) string { return of[y.rng.IntN(len(of))] }
	}
	return []*form{
		{kind: memory.Reference, say: "The %s listens on port %s.", change: "The %s now listens on port %s.", ask: "On which port does the %s listen?", values: number(2000, 9900)},
		{kind: memory.Reference, say: "The %s stands in hall %s.", change: "The %[1]s moved from hall %[3]s to hall %[2]s.", ask: "In which hall does the %s stand?", values: number(2, 99)},
		{kind: memory.Reference, say: "The %s weighs %s kg.", change: "", ask: "How much does the %s weigh?", values: number(11, 999)},
		{kind: memory.Reference, say: "The %s was delivered on 2025-%s.", change: "", ask: "When was the %s delivered?", values: func(y *year) string { return fmt.Sprintf("%02d-%02d", 1+y.rng.IntN(12), 1+y.rng.IntN(28)) }},
		{kind: memory.Fix, say: "When the %s stops with error E%s, clear its cache and start it again.", change: "", ask: "What helps when the %s stops with an error?", values: number(100, 999)},
		{kind: memory.Convention, say: "Always check the %s for leaks every %s days.", change: "", ask: "How often is the %s checked for leaks?", values: number(3, 60)},
		{kind: memory.Reference, say: "The backup of the %s runs at %s.", change: "The backup of the %s now runs at %s.", ask: "At what time does the backup of the %s run?", values: func(y *year) string { return fmt.Sprintf("%02d:%02d", y.rng.IntN(24), 5*y.rng.IntN(12)) }},
		{kind: memory.Reference, say: "The default branch of the %s is %s.", change: "The default branch of the %s is now %s.", ask: "What is the default branch of the %s?", values: one("main", "trunk", "stable", "develop", "release"), unsure: true},
		{kind: memory.Reference, say: "The %s is not allowed to run on line %s.", change: "", ask: "On which line may the %s not run?", values: number(2, 40)},
		{kind: memory.Preference, say: "I prefer the %s in setting %s.", change: "", ask: "Which setting of the %s do I prefer?", values: number(2, 90)},
	}
}

// subjects are made of two words each; no two facts of a form have the same.
func subjects() []string {
	var out []string
	for _, a := range strings.Fields("copper northern spare upper amber quiet double narrow coastal portable pale granite silver inner heavy winter hollow cobalt rapid woolen dusty polar marble crooked shallow") {
		for _, b := range strings.Fields("relay boiler crane printer lathe scanner kiln pump router freezer loom turbine press mixer furnace sorter welder compressor gauge conveyor") {
			out = append(out, a+" "+b)
		}
	}
	return out
}

// people are those whom notes tell of. Two have a name in common.
func people() []string {
	return []string{"Ada Lindqvist", "Sam Ito", "Sam Okafor", "Mireille Dupont", "Jonas Weber", "Priya Raman"}
}

// tells are facts about people; they change now and then.
func tells() []*form {
	return []*form{
		{kind: memory.Reference, say: "%s sits in room %s.", change: "%s now sits in room %s.", ask: "In which room does %s sit?", values: func(y *year) string { return fmt.Sprint(100 + y.rng.IntN(400)) }},
		{kind: memory.Reference, say: "%s has the key of cabinet %s.", change: "", ask: "Who has the key of which cabinet, %s?", values: func(y *year) string { return fmt.Sprint(10 + y.rng.IntN(800)) }},
		{kind: memory.Reference, say: "%s repaired machine number %s.", change: "", ask: "Which machine did %s repair?", values: func(y *year) string { return fmt.Sprint(1000 + y.rng.IntN(8000)) }},
	}
}

// newFact makes something true that was not said yet.
func (y *year) newFact() *fact {
	if y.rng.IntN(8) == 0 {
		who := pick(y, people())
		form := pick(y, tells())
		f := &fact{subject: who, form: form, people: []string{"person/" + strings.ReplaceAll(strings.ToLower(who), " ", "-")}}
		return y.state(f)
	}
	form := pick(y, y.forms)
	return y.state(&fact{subject: pick(y, y.subjects), form: form})
}

// state gives a fact its first value, one that nobody has said of this subject, and keeps it. A
// subject of which the form has been said already, with a form that changes, would be a contradiction.
func (y *year) state(f *fact) *fact {
	for {
		key := fmt.Sprintf(f.form.say, f.subject, "")
		value := f.form.values(y)
		if taken := y.said[key]; taken == 0 || f.form.change == "" && len(f.people) > 0 && !y.told[key+value] {
			y.said[key]++
			y.told[key+value] = true
			f.texts, f.says = []string{fmt.Sprintf(f.form.say, f.subject, value)}, []string{value}
			f.weight = pick(y, []int{0, 0, 0, 2, 7, 7, 9, 9, 9, 9})
			f.id = len(y.facts)
			y.facts = append(y.facts, f)
			return f
		}
		if len(f.people) > 0 {
			f.form = tells()[1+y.rng.IntN(2)]
		} else {
			f.subject, f.form = pick(y, y.subjects), pick(y, y.forms)
		}
	}
}

// change gives a fact another value and returns the sentence that says so.
func (y *year) change(f *fact) string {
	old := f.says[len(f.says)-1]
	value := f.form.values(y)
	for value == old {
		value = f.form.values(y)
	}
	args := []any{f.subject, value, old}
	text := fmt.Sprintf(f.form.change, args[:strings.Count(f.form.change, "%")]...)
	f.texts, f.says = append(f.texts, text), append(f.says, value)
	return text
}

func pick[T any](y *year, of []T) T { return of[y.rng.IntN(len(of))] }
