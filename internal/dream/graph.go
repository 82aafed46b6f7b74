package dream

import (
	"cmp"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"mem/internal/memory"
)

// most is how many notes the graph shows: a larger vault shows those that changed on the
// day, and those that hang together with most others.
const most = 60

// mostOfDay is how many of them may be there for having changed on the day.
const mostOfDay = 24

// mostAlone is how many notes that hang on nothing are named.
const mostAlone = 12

// choice is what the graph shows.
type choice struct {
	nodes  []node // that an edge joins to another
	edges  []edge
	alone  []node // that hang on nothing, those of the day first
	hidden int    // notes that are not drawn
}

type node struct {
	note   *memory.Note
	day    bool // new or retired on the day
	degree int  // in the whole vault
}

type edge struct {
	from, to int // of the nodes
	class    string
}

// bond is an edge before anything is chosen.
type bond struct {
	from, to memory.Slug
	class    string
}

// chosen picks the notes of the graph.
func chosen(r *Report) choice {
	notes := r.after()
	bySlug := map[memory.Slug]*memory.Note{}
	for i := range notes {
		bySlug[notes[i].Slug] = &notes[i]
	}
	bonds := bondsOf(notes, bySlug)
	degree := map[memory.Slug]int{}
	for _, t := range bonds {
		degree[t.from]++
		degree[t.to]++
	}
	changed := r.changed()
	var c choice
	var tied []node
	for i := range notes {
		n := node{note: &notes[i], day: changed[notes[i].Slug], degree: degree[notes[i].Slug]}
		if n.degree > 0 {
			tied = append(tied, n)
		} else if n.note.Status.Live() || n.day {
			c.alone = append(c.alone, n)
		}
	}
	at := map[memory.Slug]int{}
	for _, n := range picked(tied) {
		at[n.note.Slug] = len(c.nodes)
		c.nodes = append(c.nodes, n)
	}
	for _, t := range bonds {
		from, here := at[t.from]
		to, there := at[t.to]
		if here && there {
			c.edges = append(c.edges, edge{from, to, t.class})
		}
	}
	slices.SortStableFunc(c.alone, func(a, b node) int { return yesFirst(a.day, b.day) })
	c.alone = c.alone[:min(mostAlone, len(c.alone))]
	c.hidden = len(notes) - len(c.nodes) - len(c.alone)
	return c
}

// picked is at most so many of the nodes, those with most edges first: among them what changed
// on the day, unless that is nearly all.
func picked(all []node) []node {
	byDegree := func(a, b node) int { return cmp.Compare(b.degree, a.degree) }
	slices.SortStableFunc(all, byDegree)
	if len(all) <= most {
		return all
	}
	day := 0
	for _, n := range all {
		if n.day {
			day++
		}
	}
	var first, rest []node
	for _, n := range all {
		if n.day && len(first) < mostOfDay && day < len(all)/2 {
			first = append(first, n)
		} else {
			rest = append(rest, n)
		}
	}
	out := append(first, rest[:most-len(first)]...)
	slices.SortStableFunc(out, byDegree)
	return out
}

// changed are the notes that are new on the day, or that it retired. To be filed is no change
// that anybody would look for.
func (r *Report) changed() map[memory.Slug]bool {
	out := map[memory.Slug]bool{}
	day := r.Now.UTC().Truncate(24 * time.Hour)
	for _, n := range r.after() {
		out[n.Slug] = on(day, n.Updated) || on(day, n.Captured)
	}
	for _, d := range r.Applied {
		if len(d.Notes) > 0 && d.Op != memory.OpFile {
			out[d.Notes[0]] = true
		}
	}
	return out
}

func on(day, t time.Time) bool { return !t.Before(day) && t.Before(day.Add(24*time.Hour)) }

// bondsOf lists what joins notes, each pair once: replacement before origin before link.
func bondsOf(notes []memory.Note, bySlug map[memory.Slug]*memory.Note) []bond {
	var out []bond
	seen := map[[2]memory.Slug]bool{}
	add := func(class string, from, to memory.Slug) {
		if from > to && class == "line" {
			from, to = to, from
		}
		if bySlug[to] == nil || from == to || seen[[2]memory.Slug{from, to}] || seen[[2]memory.Slug{to, from}] {
			return
		}
		seen[[2]memory.Slug{from, to}] = true
		out = append(out, bond{from, to, class})
	}
	for i := range notes {
		add("by", notes[i].Slug, notes[i].SupersededBy)
	}
	for i := range notes {
		for _, to := range notes[i].DerivedFrom {
			add("from", notes[i].Slug, to)
		}
	}
	for i := range notes {
		for _, to := range memory.Links(notes[i].Body) {
			add("line", notes[i].Slug, to)
		}
	}
	return out
}

// graph draws the chosen notes. New or retired on the day is ringed; a line is a link, a red
// one leads from a note to what replaced it.
func (s *svg) graph(c choice) {
	pairs := make([][2]int, len(c.edges))
	for i, e := range c.edges {
		pairs[i] = [2]int{e.from, e.to}
	}
	at := make([][2]int, len(c.nodes))
	for i, p := range lay(len(c.nodes), pairs, width-2*margin, c.depth()-2*margin) {
		at[i] = [2]int{margin + int(p.x/part), graphTop + margin + int(p.y/part)}
	}
	for _, e := range c.edges {
		a, b := at[e.from], at[e.to]
		fmt.Fprintf(s, `<line class="%s" x1="%d" y1="%d" x2="%d" y2="%d"/>`+"\n", e.class, a[0], a[1], b[0], b[1])
	}
	for i, n := range c.nodes {
		s.node(n, at[i][0], at[i][1])
	}
	s.labels(c, at)
	for i, n := range c.alone {
		x, y := left+6+i%columns*(width-2*left)/columns, graphTop+c.depth()+14+i/columns*rowPitch
		s.node(n, x, y)
		s.text(x+12, y+4, "soft small", "start", memory.Cut(flat(string(n.note.Slug)), 34))
	}
}

// node draws a note: a square for an entity, a disc for another.
func (s *svg) node(n node, x, y int) {
	class := string(n.note.Status)
	if n.note.Type == memory.Entity && n.note.Status.Live() {
		class = "entity"
	}
	if n.day {
		class += " day"
	}
	name := text(memory.Cut(flat(string(n.note.Slug)), titleLength))
	if n.note.Type == memory.Entity {
		fmt.Fprintf(s, `<rect class="%s" x="%d" y="%d" width="13" height="13" rx="2"><title>%s</title></rect>`+"\n", class, x-6, y-6, name)
		return
	}
	fmt.Fprintf(s, `<circle class="%s" cx="%d" cy="%d" r="6"><title>%s</title></circle>`+"\n", class, x, y, name)
}

// box is a part of the picture that is taken.
type box struct{ x1, y1, x2, y2 int }

func (b box) meets(o box) bool { return b.x1 < o.x2 && o.x1 < b.x2 && b.y1 < o.y2 && o.y1 < b.y2 }

// The measures of a label.
const (
	labelLetters = 28
	letterWidth  = 6 // about, in the small letters
)

// labels names the nodes, the weightiest first, where there is room: beside, below or above.
// A node without a label tells its name when it is pointed at.
func (s *svg) labels(c choice, at [][2]int) {
	var taken []box
	order := make([]int, len(c.nodes))
	for i, p := range at {
		order[i] = i
		taken = append(taken, box{p[0] - 8, p[1] - 8, p[0] + 8, p[1] + 8})
	}
	rank := func(n node) int {
		switch {
		case n.note.Type == memory.Entity:
			return 0
		case n.day:
			return 1
		default:
			return 2
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rank(c.nodes[a]), rank(c.nodes[b])) })
	for _, i := range order {
		name := memory.Cut(flat(string(c.nodes[i].note.Slug)), labelLetters)
		long := utf8.RuneCountInString(name) * letterWidth
		x, y := at[i][0], at[i][1]
		for _, o := range []struct {
			x, y   int
			anchor string
			box    box
		}{
			{x + 10, y + 4, "start", box{x + 9, y - 6, x + 10 + long, y + 7}},
			{x - 10, y + 4, "end", box{x - 10 - long, y - 6, x - 9, y + 7}},
			{x, y + 19, "middle", box{x - long/2, y + 9, x + long/2, y + 22}},
			{x, y - 11, "middle", box{x - long/2, y - 22, x + long/2, y - 9}},
		} {
			if o.box.x1 < 4 || o.box.x2 > width-4 || slices.ContainsFunc(taken, o.box.meets) {
				continue
			}
			taken = append(taken, o.box)
			ink := "soft"
			if c.nodes[i].note.Type == memory.Entity {
				ink = "ink"
			}
			s.text(o.x, o.y, ink+" small halo", o.anchor, name)
			break
		}
	}
}
