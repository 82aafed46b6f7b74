package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"mem/internal/engine"
	"mem/internal/jsonl"
	"mem/internal/memory"
)

// mostBroken is how many invariants may fail before the year is broken off.
const mostBroken = 40

// live lives so many days and nights; each is told to see.
func (y *year) live(nights int, see func(figures)) {
	for len(y.days) < nights && len(y.broken) < mostBroken {
		y.day()
		see(y.night())
	}
}

// day is what people and agents do between two nights.
func (y *year) day() {
	y.now = time.Date(2026, 1, 1+len(y.days), 8, 0, 0, 0, time.UTC)
	weekday := y.now.Weekday()
	for range y.rng.IntN(4) {
		y.fact()
	}
	if y.chance(60) {
		y.copy()
	}
	if y.chance(40) {
		y.changed()
	}
	if y.chance(50) {
		y.junk()
	}
	if y.chance(8) {
		y.disagree()
	}
	if y.chance(8) {
		y.outside()
	}
	if y.chance(8) {
		y.twoScopes()
	}
	if y.chance(10) {
		y.dropped()
	}
	for range 2 {
		y.asked()
	}
	if y.now.Day() == 15 {
		y.imported()
	}
	if weekday == time.Sunday {
		y.settled()
	}
	y.hands()
}

func (y *year) chance(percent int) bool { return y.rng.IntN(100) < percent }

func (y *year) later() { y.now = y.now.Add(time.Duration(5+y.rng.IntN(20)) * time.Minute) }

// capture keeps a text, and notes whose it is.
func (y *year) capture(text string, k *kept, d memory.Draft) memory.Slug {
	y.later()
	d.Actor, d.Session, d.Status = "agent:porter", fmt.Sprintf("day-%d", len(y.days)), memory.Unfiled
	var got engine.Captured
	if !y.do("capture", func(e *engine.Engine) (err error) { got, err = e.Capture(y.ctx, []byte(text), d); return err }) {
		return ""
	}
	y.total.Captures++
	if got.Duplicate {
		y.notes[got.Slug].seen = y.now
		return got.Slug // a retry of today: the one that is there stands for both
	}
	k.body, k.at = strings.TrimRight(text, "\n"), y.now
	y.keep(got.Slug, k)
	return got.Slug
}

func (y *year) keep(slug memory.Slug, k *kept) {
	k.seen = y.now
	y.notes[slug] = k
	y.order = append(y.order, slug)
}

// typed is the type that an agent states; one in ten leaves it to be guessed.
func (y *year) typed(f *fact) memory.Type {
	if y.chance(10) {
		return ""
	}
	return f.form.kind
}

func (y *year) fact() {
	f := y.newFact()
	y.capture(f.text(), &kept{fact: f}, memory.Draft{Type: y.typed(f), Tags: f.people, Importance: f.weight})
}

// copy says once more what is there, in other letters.
func (y *year) copy() {
	f := y.someFact(func(f *fact) bool { return f.origin == "" && f.scope == "" })
	if f == nil {
		return
	}
	text := f.text()
	switch y.rng.IntN(4) {
	case 0:
		text = strings.ToUpper(text[:1]) + text[1:] + "\n"
	case 1:
		text = strings.TrimSuffix(text, ".")
	case 2:
		text = strings.Replace(text, " ", "  ", 2) + "\n\n"
	case 3:
		text = strings.ToLower(text[:1]) + text[1:]
	}
	y.total.Copies++
	y.capture(text, &kept{fact: f, version: len(f.texts) - 1, again: true}, memory.Draft{Type: f.form.kind, Tags: f.people, Importance: f.weight})
}

// someFact chooses a fact that holds, is told, and is nobody's hands' business.
func (y *year) someFact(fits func(*fact) bool) *fact {
	for range 40 {
		if len(y.facts) == 0 {
			return nil
		}
		if f := pick(y, y.facts); !f.gone && !f.loose && fits(f) {
			return f
		}
	}
	return nil
}

// changed says that something is otherwise now. What was said of it today is left alone.
func (y *year) changed() {
	f := y.someFact(func(f *fact) bool { return f.form.change != "" && f.origin == "" && f.scope == "" && y.filed(f) })
	if f == nil {
		return
	}
	text := y.change(f)
	y.total.Changes++
	y.capture(text, &kept{fact: f, version: len(f.texts) - 1}, memory.Draft{Type: f.form.kind, Tags: f.people, Importance: f.weight})
}

// filed reports whether what holds of a fact was captured before today.
func (y *year) filed(f *fact) bool {
	today := y.now.Truncate(24 * time.Hour)
	return !slices.ContainsFunc(y.order, func(s memory.Slug) bool {
		k := y.notes[s]
		return k.fact == f && (k.at.After(today) || k.dropped)
	})
}

// disagree says otherwise without saying that anything has changed: both have to stay.
func (y *year) disagree() {
	f := y.someFact(func(f *fact) bool {
		return f.form.change != "" && f.origin == "" && f.scope == "" && len(f.people) == 0
	})
	if f == nil {
		return
	}
	value := f.form.values(y)
	if slices.Contains(f.says, value) {
		return
	}
	other := &fact{id: len(y.facts), subject: f.subject, form: f.form, texts: []string{fmt.Sprintf(f.form.say, f.subject, value)}, says: []string{value}}
	y.facts = append(y.facts, other)
	f.loose, other.loose = true, true // which of them holds only a person knows
	y.capture(other.text(), &kept{fact: other}, memory.Draft{Type: f.form.kind})
}

// outside keeps what a page from outside says: it contradicts what is known, and must end nothing.
func (y *year) outside() {
	f := y.someFact(func(f *fact) bool { return f.form.change != "" && f.origin == "" && f.scope == "" && !f.outside })
	if f == nil {
		return
	}
	value := f.form.values(y)
	if slices.Contains(f.says, value) {
		return
	}
	text := fmt.Sprintf(f.form.change, []any{f.subject, value, f.says[len(f.says)-1]}[:strings.Count(f.form.change, "%")]...)
	other := &fact{id: len(y.facts), subject: f.subject, form: f.form, texts: []string{text}, says: []string{value}, origin: memory.OriginExternal}
	y.facts = append(y.facts, other)
	f.outside = true // a second page would end what the first one says
	y.capture(text, &kept{fact: other}, memory.Draft{Type: f.form.kind, Origin: memory.OriginExternal, Source: "https://example.invalid/page"})
}

// twoScopes says the same in two places: they are two facts.
func (y *year) twoScopes() {
	f := y.newFact()
	for _, scope := range []string{"site-a", "site-b"} {
		g := *f
		g.scope = scope
		if scope == "site-b" {
			g.id = len(y.facts)
			y.facts = append(y.facts, &g)
		} else {
			y.facts[f.id] = &g
		}
		y.capture(g.text(), &kept{fact: &g}, memory.Draft{Type: g.form.kind, Scope: scope, Tags: g.people, Importance: g.weight})
	}
}

// junk keeps what is no memory.
func (y *year) junk() {
	y.total.Junk++
	text := pick(y, []string{"---", "- [ ]\n- [ ]", "<!-- nothing -->", "***", "ok thanks", "Thank you!", "please fix the tests", "continue",
		fmt.Sprintf("/tmp/build-%d/out.log", y.rng.IntN(9000)), fmt.Sprintf("%d passed in 0.%ds", 2+y.rng.IntN(90), 1+y.rng.IntN(9))})
	y.capture(text, &kept{}, memory.Draft{Type: memory.Reference, Slug: memory.Slug(fmt.Sprintf("scrap-%d", len(y.order)))})
}

// dropped puts a file into the vault as an editor does.
func (y *year) dropped() {
	f := y.newFact()
	y.later()
	slug := memory.Slug(fmt.Sprintf("dropped-%d", f.id))
	path := filepath.Join(y.root, filepath.FromSlash(memory.Shard(y.now)), string(slug)+".md")
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = os.WriteFile(path, []byte(f.text()+"\n"), 0o600)
	}
	if err == nil {
		err = os.Chtimes(path, y.now, y.now)
	}
	if err != nil {
		y.breaks("drop a file: %v", err)
		return
	}
	f.people = nil // no tag says whom it is about
	y.keep(slug, &kept{fact: f, body: f.text(), at: y.now, dropped: true})
}

// imported moves in what another tool knew, with its own dates.
func (y *year) imported() {
	y.later()
	var lines []jsonl.Note
	var facts []*fact
	for i := range 8 {
		f := y.newFact()
		facts = append(facts, f)
		lines = append(lines, jsonl.Note{Line: i + 1, Slug: fmt.Sprintf("imported-%d", f.id), Text: f.text(), Type: string(f.form.kind),
			Captured: y.now.AddDate(0, 0, -100-i), Tags: f.people, Importance: f.weight})
	}
	y.do("import", func(e *engine.Engine) error {
		got, err := e.Import(y.ctx, engine.Import{Notes: lines, From: "other.jsonl", Actor: "human:Ada", Status: memory.Active})
		if err == nil && got.Stored != len(lines) {
			err = fmt.Errorf("stored %d of %d: %v", got.Stored, len(lines), got.Failed)
		}
		return err
	})
	for i, f := range facts {
		y.keep(memory.Slug(lines[i].Slug), &kept{fact: f, body: f.text(), at: y.now})
	}
}

// asked recalls something, and says what became of it.
func (y *year) asked() {
	f := y.someFact(func(f *fact) bool { return f.scope == "" })
	if f == nil {
		return
	}
	y.later()
	session := fmt.Sprintf("day-%d", len(y.days))
	y.do("recall", func(e *engine.Engine) error {
		got, err := e.Recall(y.ctx, engine.Asked{Query: memory.Query{Text: fmt.Sprintf(f.form.ask, f.subject)}, Session: session})
		if err != nil || got.Abstained || len(got.Results) == 0 {
			return err
		}
		for _, r := range got.Results {
			if k := y.notes[r.Slug]; k != nil {
				k.seen = y.now
			}
		}
		outcome := "success"
		if y.chance(15) {
			outcome = "failure"
		}
		_, err = e.Used(y.ctx, []string{string(got.Results[0].Slug)}, outcome, session)
		return err
	})
	if y.chance(20) {
		y.do("recall", func(e *engine.Engine) error {
			_, err := e.Recall(y.ctx, engine.Asked{Query: memory.Query{Text: "who feeds the zebra?"}, Session: session})
			return err
		})
	}
}
