package engine

import (
	"context"

	"mem/internal/gitlog"
	"mem/internal/memory"
)

// Shown is one note with what was asked for about it.
type Shown struct {
	Brief
	Updated    string        `json:"updated"`
	Source     string        `json:"source"`
	Importance int           `json:"importance"`
	Trust      memory.Trust  `json:"trust"`
	Origin     memory.Origin `json:"origin"`
	Actor      memory.Actor  `json:"actor"`
	Aliases    []string      `json:"aliases"`
	Links      []memory.Slug `json:"links"`
	Problem    string        `json:"problem"` // why mem would not edit it, "" when it would
	Text       string        `json:"text"`
	Raw        string        `json:"raw,omitempty"`     // with Raw: the whole file
	History    []Event       `json:"history,omitempty"` // with History
	Why        []Ground      `json:"why,omitempty"`     // with Why
	data       []byte
}

// Bytes returns the file as it is on disk.
func (s *Shown) Bytes() []byte { return s.data }

// Showing says what to show besides the note itself.
type Showing struct{ Raw, History, Why bool }

// Show reads a note by its slug or path.
func (e *Engine) Show(ctx context.Context, name string, s Showing) (Shown, error) {
	n, err := e.open(name)
	if err != nil {
		return Shown{}, err
	}
	_, data, err := e.vault.Read(n.Path)
	if err != nil {
		return Shown{}, err
	}
	out := Shown{
		Brief: brief(n), Updated: instant(n.Updated), Source: n.Source, Importance: n.Importance, Trust: n.Trust,
		Origin: n.OwnedBy(), Actor: n.Actor, Aliases: orEmpty(n.Aliases), Links: orEmpty(memory.Links(n.Body)),
		Problem: n.Broken, Text: n.Body, data: data,
	}
	if out.Trust == "" {
		out.Trust = memory.Candidate
	}
	if s.Raw {
		out.Raw = string(data)
	}
	if s.History {
		if out.History, err = e.historyOf(ctx, n.Path); err != nil {
			return Shown{}, err
		}
	}
	if s.Why {
		out.Why = e.why(n)
	}
	return out, nil
}

func (e *Engine) historyOf(ctx context.Context, path string) ([]Event, error) {
	repo, err := e.history()
	if err != nil {
		return nil, err
	}
	entries, err := repo.History(ctx, path)
	if err != nil {
		return nil, err
	}
	out := []Event{}
	for _, x := range entries {
		out = append(out, eventOf(x))
	}
	return out, nil
}

// Ground is one step from a note towards its evidence.
type Ground struct {
	Depth  int           `json:"depth"` // 0 is the note itself
	Link   string        `json:"link"`  // how the step above names it: source, derived_from, supersedes, superseded_by
	Slug   memory.Slug   `json:"slug"`  // "" for a source outside the vault
	Status memory.Status `json:"status"`
	Says   string        `json:"says"` // its title, or the source
}

// why follows derived_from, supersedes and superseded_by down to sources. A loop is
// walked once; a name that leads nowhere is said to.
func (e *Engine) why(n *memory.Note) []Ground {
	var out []Ground
	seen := map[memory.Slug]bool{}
	var walk func(n *memory.Note, link string, depth int)
	walk = func(n *memory.Note, link string, depth int) {
		seen[n.Slug] = true
		out = append(out, Ground{Depth: depth, Link: link, Slug: n.Slug, Status: n.Status, Says: n.Title})
		if n.Source != "" {
			out = append(out, Ground{Depth: depth + 1, Link: "source", Says: n.Source})
		}
		step := func(link string, targets ...memory.Slug) {
			for _, s := range targets {
				if s == "" {
					continue
				}
				next, err := e.open(string(s))
				switch {
				case err != nil:
					out = append(out, Ground{Depth: depth + 1, Link: link, Slug: s, Says: "(no such note)"})
				case seen[s]:
					out = append(out, Ground{Depth: depth + 1, Link: link, Slug: s, Status: next.Status, Says: "(named above)"})
				default:
					walk(next, link, depth+1)
				}
			}
		}
		step("derived_from", n.DerivedFrom...)
		step("supersedes", n.Supersedes...)
		step("superseded_by", n.SupersededBy)
	}
	walk(n, "", 0)
	return out
}

// Event is one commit, as `mem log` lists it.
type Event struct {
	Commit   string        `json:"commit"`
	When     string        `json:"when"`
	Op       string        `json:"op"`
	Subject  string        `json:"subject"`
	Actor    string        `json:"actor"` // who decided; the author's name for a commit that mem did not make
	Reason   string        `json:"reason"`
	Notes    []memory.Slug `json:"notes"`
	Run      string        `json:"run"`
	Evidence []string      `json:"evidence"`
}

func eventOf(x gitlog.Entry) Event {
	ev := Event{Commit: x.Hash, When: instant(x.When), Subject: x.Subject, Actor: x.Author.Name, Notes: []memory.Slug{}, Evidence: []string{}}
	for _, t := range x.Trailers {
		switch t.Key {
		case "Mem-Op":
			ev.Op = t.Value
		case "Mem-Actor":
			ev.Actor = t.Value
		case "Mem-Reason":
			ev.Reason = t.Value
		case "Mem-Note":
			ev.Notes = append(ev.Notes, memory.Slug(t.Value))
		case "Mem-Run":
			ev.Run = t.Value
		case "Mem-Evidence":
			ev.Evidence = append(ev.Evidence, t.Value)
		}
	}
	return ev
}

// key identifies the decision that a commit carried out.
func (ev Event) key() memory.DecisionKey {
	c := memory.Change{Op: memory.Op(ev.Op), Notes: ev.Notes, Reason: ev.Reason, Evidence: ev.Evidence}
	return c.Key()
}
