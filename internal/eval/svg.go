package eval

import (
	"fmt"
	"math"
	"strings"
)

// SVG draws the curve twice: both shares over the threshold, and one against the other. It
// has no script, no foreign font and no address, brings its own ground so that it can be
// read on light and dark pages, and is the same for the same run.
func (c Curve) SVG() []byte {
	s := &drawing{}
	s.open(c)
	over := plot{s, 64, "threshold of the best coverage", "share of the questions"}
	over.axes()
	var missed, invented, against []spot
	for _, p := range c.Points {
		missed = append(missed, spot{p.Threshold, p.Missed})
		invented = append(invented, spot{p.Threshold, p.Invented})
		against = append(against, spot{p.Invented, p.Missed})
	}
	over.line("missed", missed)
	over.line("invented", invented)
	s.text(64, 66, "missed-ink", "start", "missed: answerable, refused")
	s.text(64, 84, "invented-ink", "start", "invented: to be refused, answered")

	beside := plot{s, 424, "invented", "missed"}
	beside.axes()
	beside.line("both", against)
	last := spot{-1, -1}
	for i := 0; i <= thresholds; i += thresholds / 10 {
		label := fmt.Sprintf("%.1f", c.Points[i].Threshold)
		if math.Hypot(against[i].x-last.x, against[i].y-last.y) < 0.05 {
			label = "" // it would stand on the one before
		} else {
			last = against[i]
		}
		beside.dot("both-ink", against[i], label)
	}
	beside.dot("run", spot{c.Invented, c.Missed}, "")
	s.text(424, 66, "run", "start", fmt.Sprintf("this run: missed %.3f, invented %.3f", c.Missed, c.Invented))
	s.text(424, 84, "both-ink", "start", "other thresholds, by coverage alone")
	s.WriteString("</svg>\n")
	return []byte(s.String())
}

// spot is a place in a plot, both shares 0 to 1.
type spot struct{ x, y float64 }

// The measures of the picture, in its own units.
const (
	height = 400
	width  = 720
	ground = 352 // y of the axes
	side   = 240 // of a plot
)

type drawing struct{ strings.Builder }

func (s *drawing) open(c Curve) {
	fmt.Fprintf(s, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">`+"\n", width, height, width, height)
	s.WriteString(`<title>Refusal: missed against invented</title>
<style>
.ground{fill:#fbfaf7}.ink{fill:#2b2b2b}.soft{fill:#6a6a6a}.axis{stroke:#b9b4a8;fill:none}
.missed,.invented,.both{fill:none;stroke-width:2}
.missed{stroke:#3d7ea6}.invented{stroke:#b4553f}.both{stroke:#6a6a6a}
.missed-ink{fill:#3d7ea6}.invented-ink{fill:#b4553f}.both-ink{fill:#6a6a6a}.run{fill:#d08a2e}
text{font:12px system-ui,sans-serif}.big{font-size:16px}.small{font-size:11px}
@media (prefers-color-scheme:dark){.ground{fill:#1f2022}.ink{fill:#e6e4df}.soft,.both-ink{fill:#a5a29b}.axis{stroke:#55534e}.both{stroke:#a5a29b}}
</style>
`)
	fmt.Fprintf(s, `<rect class="ground" width="%d" height="%d" rx="8"/>`+"\n", width, height)
	s.text(24, 36, "ink big", "start", fmt.Sprintf("%d answerable questions, %d to be refused", c.Answerable, c.Refuse))
}

func (s *drawing) text(x, y float64, class, anchor, what string) {
	fmt.Fprintf(s, `<text class="%s" x="%.1f" y="%.1f" text-anchor="%s">%s</text>`+"\n", class, x, y, anchor, what)
}

// plot is one of the two: a square whose left side is at x.
type plot struct {
	s             *drawing
	x             float64
	across, above string // what its axes are
}

func (p plot) at(s spot) (x, y float64) { return p.x + s.x*side, ground - s.y*side }

func (p plot) axes() {
	fmt.Fprintf(p.s, `<path class="axis" d="M%.1f %.1fV%.1fH%.1f"/>`+"\n", p.x, float64(ground-side), float64(ground), p.x+side)
	for i := 0; i <= 4; i++ {
		v := float64(i) / 4
		x, y := p.at(spot{v, v})
		p.s.text(x, ground+16, "soft small", "middle", fmt.Sprintf("%.2f", v))
		p.s.text(p.x-6, y+4, "soft small", "end", fmt.Sprintf("%.2f", v))
	}
	p.s.text(p.x+side/2, ground+34, "ink", "middle", p.across)
	p.s.text(p.x-40, ground-side-12, "ink", "start", p.above)
}

func (p plot) line(class string, spots []spot) {
	var d strings.Builder
	for i, s := range spots {
		x, y := p.at(s)
		fmt.Fprintf(&d, "%s%.1f %.1f", map[bool]string{true: "M", false: "L"}[i == 0], x, y)
	}
	fmt.Fprintf(p.s, `<path class="%s" d="%s"/>`+"\n", class, d.String())
}

// dot marks a place, with a label, unless it is "", to its right, or to its left where there is no room.
func (p plot) dot(class string, s spot, label string) {
	x, y := p.at(s)
	fmt.Fprintf(p.s, `<circle class="%s" cx="%.1f" cy="%.1f" r="3.5"/>`+"\n", class, x, y)
	if label == "" {
		return
	}
	at, anchor := x+7, "start"
	if at > width-60 {
		at, anchor = x-7, "end"
	}
	p.s.text(math.Round(at), y-6, class+" small", anchor, label)
}
