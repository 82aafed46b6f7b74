package foreign

import (
	"cmp"
	"fmt"
	"iter"
	"strings"

	"mem/internal/jsonl"
	"mem/internal/memory"
)

// graphLine is an entity or a relation; some versions of the server write other names for
// the keys.
type graphLine struct {
	Type         string   `json:"type"`
	Name         string   `json:"name"`
	EntityName   string   `json:"entityName"`
	EntityType   string   `json:"entityType"`
	Observations []string `json:"observations"`
	From         string   `json:"from"`
	FromID       string   `json:"from_id"`
	To           string   `json:"to"`
	ToID         string   `json:"to_id"`
	RelationType string   `json:"relationType"`
	Relation     string   `json:"relation_type"`
}

// entity is a node of the graph with what leads from it.
type entity struct {
	line      int
	name      string
	kind      string
	says      []string
	relations []string
}

// MCPMemory reads the memory.jsonl of the MCP reference server, as of November 2026. An
// entity is a note: its name, a line for each observation, and a line with a [[link]] for
// each relation that leads from it.
func MCPMemory(p Place) iter.Seq[Item] {
	return func(yield func(Item) bool) {
		if p.File == "" {
			p.File = "memory.jsonl"
		}
		data, err := whole(p)
		if err != nil {
			yield(left(p.File, err))
			return
		}
		g := graph{at: map[string]*entity{}}
		g.read(data)
		for _, item := range append(g.items(), g.bad...) {
			if !yield(item) {
				return
			}
		}
	}
}

// graph is what the lines say together.
type graph struct {
	order []*entity
	at    map[string]*entity
	bad   []Item
}

func (g *graph) read(data []byte) {
	type relation struct {
		line           int
		from, to, kind string
	}
	var relations []relation
	for number, line := range jsonl.Lines(data) {
		place := fmt.Sprintf("line %d", number)
		var l graphLine
		if err := decode(line, &l); err != nil {
			g.bad = append(g.bad, left(place, err))
			continue
		}
		name := cmp.Or(l.Name, l.EntityName)
		from, to, kind := cmp.Or(l.From, l.FromID), cmp.Or(l.To, l.ToID), cmp.Or(l.RelationType, l.Relation)
		switch {
		case name != "":
			e := g.at[name]
			if e == nil {
				e = &entity{line: number, name: name, kind: l.EntityType}
				g.at[name], g.order = e, append(g.order, e)
			}
			e.says = append(e.says, l.Observations...)
		case from != "" && to != "":
			relations = append(relations, relation{number, from, to, kind})
		default:
			g.bad = append(g.bad, left(place, fmt.Errorf("%w: neither an entity nor a relation", ErrShape)))
		}
	}
	for _, r := range relations {
		e := g.at[r.from]
		if e == nil {
			g.bad = append(g.bad, left(fmt.Sprintf("line %d", r.line), fmt.Errorf("a relation of %q, which is no entity: %w", r.from, ErrNotMemory)))
			continue
		}
		e.relations = append(e.relations, fmt.Sprintf("- %s [[%s]]", cmp.Or(strings.TrimSpace(r.kind), "relates to"), r.to))
	}
}

func (g *graph) items() (out []Item) {
	for _, e := range g.order {
		place := fmt.Sprintf("line %d", e.line)
		var b strings.Builder
		fmt.Fprintf(&b, "# %s\n\n", strings.Join(strings.Fields(e.name), " "))
		said := 0
		for _, o := range e.says {
			if o = strings.TrimSpace(o); o != "" {
				said++
				b.WriteString("- " + strings.ReplaceAll(o, "\n", "\n  ") + "\n")
			}
		}
		for _, r := range e.relations {
			b.WriteString(r + "\n")
		}
		if said+len(e.relations) == 0 {
			out = append(out, left(place, fmt.Errorf("nothing is said of %q: %w", e.name, ErrNoText)))
			continue
		}
		n := Note{Place: place, Source: "mcp-memory:" + e.name, Lasting: true, Name: e.name, Text: b.String(), Type: memory.Reference}
		if kind := strings.TrimSpace(e.kind); kind != "" {
			n.Tags = []string{strings.Join(strings.Fields(kind), "-")}
		}
		out = append(out, Item{Note: n})
	}
	return out
}
