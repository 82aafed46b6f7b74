package main

import (
	"fmt"
	"strings"
)

// The measures of the picture, in its own units.
const (
	width, left, right = 720, 56, 600
	top, middle, base  = 76, 300, 400
)

// line is one series of the picture.
type line struct {
	class, name string
	of          func(figures) int
}

func lines() []line {
	return []line{
		{"facts", "distinct facts", func(f figures) int { return f.Facts }},
		{"live", "live notes", func(f figures) int { return f.Live }},
		{"old", "superseded", func(f figures) int { return f.Superseded }},
		{"gone", "expired", func(f figures) int { return f.Expired }},
		{"unfiled", "unfiled", func(f figures) int { return f.Unfiled }},
	}
}

// draw shows the year: what there was above, what each night decided below. It has no script,
// no foreign font and no address, and is the same for the same year.
func (y *year) draw() []byte {
	var s strings.Builder
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="440" viewBox="0 0 %d 440" role="img">
<title>A simulated year: notes, facts and decisions, night by night</title>
<style>
.ground{fill:#fbfaf7}.ink{fill:#2b2b2b}.soft{fill:#6a6a6a}.axis{stroke:#b9b4a8;fill:none}
path.facts,path.live,path.old,path.gone,path.unfiled{fill:none;stroke-width:1.6}
path.facts{stroke:#2b2b2b;stroke-dasharray:3 3}path.live{stroke:#3d7ea6}path.old{stroke:#b4553f}path.gone{stroke:#d08a2e}path.unfiled{stroke:#7a5ea8}
text.facts{fill:#2b2b2b}text.live{fill:#3d7ea6}text.old{fill:#b4553f}text.gone{fill:#d08a2e}text.unfiled{fill:#7a5ea8}
.bar{stroke:#6a6a6a;fill:none}
text{font:12px system-ui,sans-serif}.big{font-size:16px}
@media (prefers-color-scheme:dark){.ground{fill:#1f2022}.ink,text.facts{fill:#e6e4df}.soft{fill:#a5a29b}.axis{stroke:#55534e}.bar{stroke:#a5a29b}path.facts{stroke:#e6e4df}}
</style>
<rect class="ground" width="%d" height="440" rx="8"/>
`, width, width, width)
	text := func(x, at float64, class, anchor, what string) {
		fmt.Fprintf(&s, `<text class="%s" x="%.1f" y="%.1f" text-anchor="%s">%s</text>`+"\n", class, x, at, anchor, what)
	}
	most, busiest := 1, 1
	for _, f := range y.days {
		busiest = max(busiest, f.Decisions)
		for _, l := range lines() {
			most = max(most, l.of(f))
		}
	}
	across := func(i int) float64 { return left + float64(i)*float64(right-left)/float64(max(1, len(y.days)-1)) }
	high := func(v int) float64 { return middle - float64(v)*(middle-top)/float64(most) }
	text(24, 36, "ink big", "start", fmt.Sprintf("%d nights: %d texts captured, %d facts hold, %d notes are live", len(y.days), y.total.Captures, y.last().Facts, y.last().Live))
	text(24, 56, "soft", "start", "what there was after each night")
	fmt.Fprintf(&s, `<path class="axis" d="M%d %dV%dH%d"/><path class="axis" d="M%d %dH%d"/>`+"\n", left, top, middle, right, left, base, right)
	text(left-6, top+4, "soft", "end", fmt.Sprint(most))
	text(left-6, middle+4, "soft", "end", "0")
	at := float64(top) - 100
	for _, l := range lines() {
		var d strings.Builder
		for i, f := range y.days {
			fmt.Fprintf(&d, "%s%.1f %.1f", map[bool]string{true: "M", false: "L"}[i == 0], across(i), high(l.of(f)))
		}
		fmt.Fprintf(&s, `<path class="%s" d="%s"/>`+"\n", l.class, d.String())
		at = max(at+16, high(l.of(y.last()))+4)
		text(right+8, at, l.class, "start", fmt.Sprintf("%s %d", l.name, l.of(y.last())))
	}
	for i, f := range y.days {
		if f.Decisions > 0 {
			fmt.Fprintf(&s, `<path class="bar" d="M%.1f %dV%.1f"/>`+"\n", across(i), base, base-float64(f.Decisions)*64/float64(busiest))
		}
	}
	text(right+8, base, "soft", "start", "decisions a night,")
	text(right+8, base+16, "soft", "start", fmt.Sprintf("%d at most", busiest))
	text(left, base+24, "soft", "start", "night 1")
	text(right, base+24, "soft", "end", fmt.Sprintf("night %d", len(y.days)))
	s.WriteString("</svg>\n")
	return []byte(s.String())
}

func (y *year) last() figures {
	if len(y.days) == 0 {
		return figures{}
	}
	return y.days[len(y.days)-1]
}

// table tells the year in the lines of a document's table.
func (y *year) table() string {
	f, t := y.last(), y.total
	decisions := 0
	for _, d := range y.days {
		decisions += d.Decisions
	}
	var s strings.Builder
	row := func(name string, value any) { fmt.Fprintf(&s, "| %s | %v |\n", name, value) }
	s.WriteString("| | |\n|---|---|\n")
	row("nights, each dreamt twice", f.Night)
	row("texts captured", t.Captures)
	row("of these copies", t.Copies)
	row("of these changes", t.Changes)
	row("of these noise", t.Junk)
	row("facts that nobody used, and that were let go", t.Aged)
	row("facts that hold", f.Facts)
	row("live notes", f.Live)
	row("of these what has changed, kept by a person", f.Stale)
	row("of these unfiled", f.Unfiled)
	row("superseded", f.Superseded)
	row("expired", f.Expired)
	row("entities", f.Entities)
	row("insights", f.Insights)
	row("decisions", decisions)
	row("edits and deletions by hand", t.Edits)
	row("decisions taken back", t.Undos)
	row("nights on which a guard held something back", t.Held)
	row("questions found among five, before and after their night", fmt.Sprintf("%d and %d of %d", t.FoundBefore, t.Found, t.Questions))
	return s.String()
}
