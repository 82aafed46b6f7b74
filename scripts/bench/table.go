package main

import (
	"fmt"
	"strings"
)

// unit says how a figure is read. All but counts and sizes are ratios of mem to its reference.
type unit int

const (
	times   unit = iota // 2.5 × as long as the reference
	faster              // 2.5 × as fast as the reference
	part                // 1/15 of the reference
	percent             // of the reference
	count               // a plain number
	inBytes             // a plain number of bytes
	inKB                // 1,000 bytes
	inMB                // 1,000,000 bytes
)

func (u unit) show(x float64) string {
	switch u {
	case times:
		return digits(x) + " ×"
	case faster:
		return digits(x) + " × as fast"
	case part:
		if x <= 0 {
			return "0"
		}
		return "1/" + digits(1/x)
	case percent:
		return fmt.Sprintf("%.1f %%", x)
	case count:
		return fmt.Sprintf("%.0f", x)
	case inBytes:
		return fmt.Sprintf("%.0f bytes", x)
	case inKB:
		return digits(x) + " KB"
	case inMB:
		return fmt.Sprintf("%.0f MB", x)
	}
	panic(fmt.Sprintf("bench: unknown unit %d", u)) // unreachable: the set is closed
}

// digits shows three digits that count, and no more than two after the point.
func digits(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	default:
		return fmt.Sprintf("%.2f", x)
	}
}

// bound is what a figure is to reach. The zero value asks for nothing.
type bound struct {
	sense sense
	limit float64
}

type sense int

const (
	unbounded sense = iota
	atMost
	atLeast
)

func (b bound) show(u unit) string {
	switch b.sense {
	case unbounded:
		return ""
	case atMost:
		return "≤ " + u.show(b.limit)
	case atLeast:
		return "≥ " + u.show(b.limit)
	}
	panic(fmt.Sprintf("bench: unknown sense %d", b.sense)) // unreachable: the set is closed
}

func (b bound) met(x float64) bool {
	return b.sense == unbounded || b.sense == atMost && x <= b.limit || b.sense == atLeast && x >= b.limit
}

// row is one line of a table.
type row struct {
	measure   string
	reference string
	found     float64
	unit      unit
	bound     bound
	runs      int   // how many times each side was run; the figure is of the medians
	failed    error // why there is no figure, or none that counts
}

func (r row) cells() []string {
	if r.failed != nil {
		found := ""
		if r.found > 0 { // it was measured, but what ran did not do what it should
			found = r.unit.show(r.found)
		}
		return []string{r.measure, r.reference, found, r.bound.show(r.unit), "FAILED: " + oneLine(r.failed.Error()), ""}
	}
	verdict := ""
	if r.bound.sense != unbounded {
		verdict = "ok"
		if !r.bound.met(r.found) {
			verdict = "**not reached**"
		}
	}
	return []string{r.measure, r.reference, r.unit.show(r.found), r.bound.show(r.unit), verdict, fmt.Sprint(r.runs)}
}

// table renders rows as markdown.
func table(rows []row) string {
	var b strings.Builder
	b.WriteString("| measure | reference, same run | found | bound | | runs |\n|---|---|---|---|---|---|\n")
	for _, r := range rows {
		b.WriteString("|")
		for _, cell := range r.cells() {
			if cell != "" {
				cell = " " + strings.ReplaceAll(cell, "|", `\|`)
			}
			b.WriteString(cell + " |")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// oneLine keeps an error within its cell.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 300 {
		s = string(r[:300]) + " …"
	}
	return s
}
