package dream

import (
	"fmt"
	"strings"

	"mem/internal/memory"
)

// Graph returns the picture beside the brief, as SVG: the notes and how they hang together
// after the night, and the figures of the last days. It has no script, no foreign font and no
// address, brings its own ground so that it can be read on light and dark pages, and is the
// same for the same vault on the same day, on every machine.
func Graph(r Report) []byte {
	c := chosen(&r)
	var s svg
	s.open(&r, c)
	s.counts(&r)
	s.graph(c)
	s.legend(c)
	s.trend(append(earlierThan(r.Snapshot.Scores, r.day()), r.Score()), trendTop(c))
	s.WriteString("</svg>\n")
	return []byte(s.String())
}

func earlierThan(scores []Score, day string) []Score {
	var out []Score
	for _, s := range scores {
		if s.Day < day {
			out = append(out, s)
		}
	}
	return out
}

// svg is a picture in the making.
type svg struct{ strings.Builder }

// The measures of the picture, in its own units.
const (
	width    = 768
	left     = 24 // of text
	margin   = 32 // of the graph
	graphTop = 56
	columns  = 3  // of notes that hang on nothing
	rowPitch = 20 // between their rows
)

// depth is how much room the graph takes.
func (c choice) depth() int {
	if len(c.nodes) == 0 {
		return 0
	}
	return min(520, 2*margin+80+10*len(c.nodes))
}

// below is where the graph ends, with what hangs on nothing.
func below(c choice) int {
	return graphTop + c.depth() + (len(c.alone)+columns-1)/columns*rowPitch + 8
}

func trendTop(c choice) int { return below(c) + 62 }

func (s *svg) open(r *Report, c choice) {
	height := trendTop(c) + 84
	fmt.Fprintf(s, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">`+"\n", width, height, width, height)
	fmt.Fprintf(s, "<title>%s</title>\n", text("The memory after the night of "+r.day()))
	s.WriteString(`<style>
.ground{fill:#fbfaf7}.ink{fill:#2b2b2b}.soft{fill:#6a6a6a}.line{stroke:#cfcabd}.from{stroke:#cfcabd;stroke-dasharray:3 3}
.unfiled{fill:#d08a2e}.active{fill:#3d7ea6}.superseded{fill:#9a9a9a}.expired{fill:#c9c5bb}.entity{fill:#5b8c5a}
.day{stroke:#2b2b2b;stroke-width:2}.by{stroke:#b4553f;stroke-width:1.5}
.spark{fill:none;stroke:#3d7ea6;stroke-width:1.5}.dot{fill:#3d7ea6}
text{font:13px system-ui,sans-serif}.big{font-size:18px}.small{font-size:11px}
.halo{paint-order:stroke;stroke:#fbfaf7;stroke-width:3;stroke-linejoin:round}
@media (prefers-color-scheme:dark){.ground{fill:#1f2022}.ink{fill:#e6e4df}.soft{fill:#a5a29b}
.line,.from{stroke:#4a4843}.day{stroke:#e6e4df}.expired{fill:#55534e}.halo{stroke:#1f2022}}
</style>
`)
	fmt.Fprintf(s, `<rect class="ground" width="%d" height="%d" rx="8"/>`+"\n", width, height)
}

func (s *svg) text(x, y int, class, anchor, what string) {
	fmt.Fprintf(s, `<text class="%s" x="%d" y="%d" text-anchor="%s">%s</text>`+"\n", class, x, y, anchor, text(what))
}

// counts tells how many notes there are of each status; the colours are those of the graph.
func (s *svg) counts(r *Report) {
	of := map[memory.Status]int{}
	for _, n := range r.after() {
		of[n.Status]++
	}
	s.text(left, 38, "ink big", "start", fmt.Sprintf("%s · %s", r.day(), count(len(r.after()), "note", "notes")))
	x := 300
	for _, st := range memory.Statuses {
		fmt.Fprintf(s, `<circle class="%s" cx="%d" cy="33" r="6"/>`+"\n", st, x)
		label := fmt.Sprintf("%d %s", of[st], st)
		s.text(x+12, 38, "soft", "start", label)
		x += 32 + 7*len(label)
	}
}

// legend says what the marks mean, and what is not there.
func (s *svg) legend(c choice) {
	y := below(c) + 20
	words := "ringed: new or retired on this day · red: replaced by · square: an entity · dashed: made of"
	s.text(left, y, "soft small", "start", words)
	if c.hidden > 0 {
		s.text(width-left, y, "soft small", "end", count(c.hidden, "note", "notes")+" not drawn")
	}
}

// text is what stands between tags: in one line, escaped, without what XML does not allow.
func text(what string) string {
	what = strings.NewReplacer("\uFFFE", "\uFFFD", "\uFFFF", "\uFFFD").Replace(flat(what))
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;").Replace(what)
}
