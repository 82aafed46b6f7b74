package dream

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"mem/internal/memory"
)

// most is how many notes the picture shows as a graph; a larger vault shows those that
// changed on the day, and their neighbours as far as there is room.
const most = 22

// Graph returns the picture beside the brief, as SVG: how many notes stand where after
// the night, and how they hang together. It has no script, no foreign font and no
// address, brings its own ground so that it can be read on light and dark pages, and is
// the same for the same vault on the same day.
func Graph(r Report) []byte {
	v := viewAfter(r)
	var s svg
	s.open(v, r.day())
	s.bars(v)
	s.graph(v)
	s.WriteString("</svg>\n")
	return []byte(s.String())
}

// view is a vault as the night leaves it.
type view struct {
	notes   []memory.Note // by path, with the statuses that the night gave
	touched map[memory.Slug]bool
	counts  map[memory.Status]int
	shown   []*memory.Note
}

func viewAfter(r Report) view {
	v := view{notes: r.after(), touched: map[memory.Slug]bool{}, counts: map[memory.Status]int{}}
	day, done := r.Now.UTC().Truncate(24*time.Hour), map[memory.Slug]bool{}
	for _, d := range r.Applied {
		if len(d.Notes) > 0 && d.Op != memory.OpFile {
			done[d.Notes[0]] = true
		}
	}
	for i := range v.notes {
		n := &v.notes[i]
		v.touched[n.Slug] = done[n.Slug] || on(day, n.Updated) || on(day, n.Captured)
		v.counts[n.Status]++
	}
	v.shown = v.choose()
	return v
}

func on(day, t time.Time) bool { return !t.Before(day) && t.Before(day.Add(24*time.Hour)) }

// choose picks the notes of the graph: all, or those of the day and then what they are linked with.
func (v *view) choose() []*memory.Note {
	var all, day []*memory.Note
	for i := range v.notes {
		n := &v.notes[i]
		all = append(all, n)
		if v.touched[n.Slug] {
			day = append(day, n)
		}
	}
	if len(all) <= most {
		return all
	}
	chosen := map[memory.Slug]bool{}
	for _, n := range day[:min(most, len(day))] {
		chosen[n.Slug] = true
	}
	for _, n := range day {
		for _, to := range neighbours(n) {
			if len(chosen) < most {
				chosen[to] = true
			}
		}
	}
	return slices.DeleteFunc(all, func(n *memory.Note) bool { return !chosen[n.Slug] })
}

func neighbours(n *memory.Note) []memory.Slug {
	out := append(slices.Clone(n.Supersedes), memory.Links(n.Body)...)
	if n.SupersededBy != "" {
		out = append(out, n.SupersededBy)
	}
	return out
}

// svg is a picture in the making.
type svg struct{ strings.Builder }

// The measures of the picture, in its own units.
const (
	width  = 720
	left   = 24  // of text and bars
	top    = 72  // of the bars
	pitch  = 26  // from bar to bar
	barAt  = 120 // where bars begin
	barMax = 480 // the longest
	centre = 410 // of the graph, from the top
	circle = 170 // its radius
)

func (s *svg) open(v view, day string) {
	height := top + len(memory.Statuses)*pitch + 16
	if len(v.shown) > 0 {
		height = centre + circle + 70
	}
	fmt.Fprintf(s, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">`+"\n", width, height, width, height)
	fmt.Fprintf(s, "<title>%s</title>\n", text("The memory after the night of "+day))
	s.WriteString(`<style>
.ground{fill:#fbfaf7}.ink{fill:#2b2b2b}.soft{fill:#6a6a6a}.line{stroke:#b9b4a8}
.unfiled{fill:#d08a2e}.active{fill:#3d7ea6}.superseded{fill:#9a9a9a}.expired{fill:#c9c5bb}
.day{stroke:#2b2b2b;stroke-width:2}.by{stroke:#b4553f}
text{font:13px system-ui,sans-serif}.big{font-size:18px}.small{font-size:11px}
@media (prefers-color-scheme:dark){.ground{fill:#1f2022}.ink{fill:#e6e4df}.soft{fill:#a5a29b}
.line{stroke:#55534e}.day{stroke:#e6e4df}.expired{fill:#55534e}}
</style>
`)
	fmt.Fprintf(s, `<rect class="ground" width="%d" height="%d" rx="8"/>`+"\n", width, height)
	s.text(left, 38, "ink big", "start", fmt.Sprintf("%s · %s", day, count(len(v.notes), "note", "notes")))
}

func (s *svg) text(x, y int, class, anchor, what string) {
	fmt.Fprintf(s, `<text class="%s" x="%d" y="%d" text-anchor="%s">%s</text>`+"\n", class, x, y, anchor, text(what))
}

// bars draws one bar a status, each with its number.
func (s *svg) bars(v view) {
	largest := 1
	for _, n := range v.counts {
		largest = max(largest, n)
	}
	for i, st := range memory.Statuses {
		y, n := top+i*pitch, v.counts[st]
		long := n * barMax / largest
		if n > 0 {
			long = max(long, 2)
		}
		s.text(left, y+13, "ink", "start", string(st))
		fmt.Fprintf(s, `<rect class="%s" x="%d" y="%d" width="%d" height="16" rx="2"/>`+"\n", st, barAt, y, long)
		s.text(barAt+long+8, y+13, "soft", "start", fmt.Sprint(n))
	}
}

// graph draws the chosen notes on a circle, in the order of their paths. Changed today
// is ringed; a line is a link, a red one leads from a note to what replaced it.
func (s *svg) graph(v view) {
	if len(v.shown) == 0 {
		return
	}
	at := map[memory.Slug][2]int{}
	for i, n := range v.shown {
		at[n.Slug] = onCircle(i, len(v.shown), circle)
	}
	for _, n := range v.shown {
		for _, to := range memory.Links(n.Body) {
			s.edge("line", at, n.Slug, to)
		}
		s.edge("by", at, n.Slug, n.SupersededBy)
	}
	for i, n := range v.shown {
		p, class := at[n.Slug], string(n.Status)
		if v.touched[n.Slug] {
			class += " day"
		}
		fmt.Fprintf(s, `<circle class="%s" cx="%d" cy="%d" r="6"/>`+"\n", class, p[0], p[1])
		label, anchor := onCircle(i, len(v.shown), circle+14), "start"
		switch aside := label[0] - width/2; {
		case aside < -9:
			anchor = "end"
		case aside <= 9:
			anchor = "middle"
			label[1] += (label[1] - centre) / 24 // clear of its neighbours' labels
		}
		s.text(label[0], label[1]+4, "soft small", anchor, memory.Cut(flat(string(n.Slug)), 26))
	}
	legend := "ringed: new or retired on this day · red: replaced by"
	if hidden := len(v.notes) - len(v.shown); hidden > 0 {
		legend += fmt.Sprintf(" · %s not drawn", count(hidden, "note", "notes"))
	}
	s.text(left, centre+circle+50, "soft small", "start", legend)
}

func (s *svg) edge(class string, at map[memory.Slug][2]int, from, to memory.Slug) {
	a, here := at[from]
	b, there := at[to]
	if here && there && from != to {
		fmt.Fprintf(s, `<line class="%s" x1="%d" y1="%d" x2="%d" y2="%d"/>`+"\n", class, a[0], a[1], b[0], b[1])
	}
}

// onCircle is place i of n, from the top clockwise, in whole units.
func onCircle(i, n, radius int) [2]int {
	angle := 2 * math.Pi * float64(i) / float64(n)
	return [2]int{width/2 + int(math.Round(float64(radius)*math.Sin(angle))), centre - int(math.Round(float64(radius)*math.Cos(angle)))}
}

// text is what stands between tags: in one line, escaped, without what XML does not allow.
func text(what string) string {
	what = strings.NewReplacer("\uFFFE", "\uFFFD", "\uFFFF", "\uFFFD").Replace(flat(what))
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;").Replace(what)
}
