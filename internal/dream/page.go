package dream

import (
	"fmt"
	"strings"

	"mem/internal/memory"
)

// longest is how many lines a list in a brief has: the whole is to be read in two minutes.
const longest = 20

// page is markdown in the making.
type page struct{ strings.Builder }

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

func (p *page) section(format string, args ...any) { p.line("\n## "+format+"\n", args...) }

func (p *page) heading(format string, args ...any) { p.line("\n### "+format+"\n", args...) }

// items writes a list, cut where it gets long; more is the command that shows the rest.
func (p *page) items(n int, more string, item func(int) string) { p.cut(n, longest, more, item) }

// cut writes a list of at most so many items.
func (p *page) cut(n, most int, more string, item func(int) string) {
	shown := n
	if n > most {
		shown = most - 1
	}
	for i := range shown {
		p.line("- %s", item(i))
	}
	switch {
	case shown == n:
	case more == "":
		p.line("- and %d more", n-shown)
	default:
		p.line("- and %d more: %s", n-shown, typed(more))
	}
}

// few is how many notes are named where many are meant.
const few = 5

// some names the first of some notes, and how many more there are.
func some(notes []memory.Slug) string {
	named := make([]string, 0, few)
	for _, s := range notes[:min(few, len(notes))] {
		named = append(named, link(s))
	}
	line := strings.Join(named, ", ")
	if more := len(notes) - few; more > 0 {
		line += fmt.Sprintf(" and %d more", more)
	}
	return line
}

// problems writes what is wrong. What is wrong in many places alike is one line.
func (p *page) problems(all []memory.Finding) {
	if len(all) == 0 {
		return
	}
	of := map[string]int{}
	for _, f := range all {
		of[f.Code]++
	}
	var lines []string
	told := map[string]bool{}
	for _, f := range all {
		switch {
		case of[f.Code] <= few:
			lines = append(lines, problem(f))
		case !told[f.Code]:
			told[f.Code] = true
			lines = append(lines, fmt.Sprintf("%d times %s, the first: %s", of[f.Code], prose(f.Code), problem(f)))
		}
	}
	p.section("Problems")
	p.items(len(lines), "mem check", func(i int) string { return lines[i] })
}

// problem is a finding in a line.
func problem(f memory.Finding) string {
	where := ""
	switch {
	case f.Path != "" && f.Line > 0:
		where = code(fmt.Sprintf("%s:%d", f.Path, f.Line)) + ": "
	case f.Path != "":
		where = code(f.Path) + ": "
	}
	return where + sentence(f.Detail) + " " + sentence(f.Remedy) + " (" + prose(f.Code) + ")"
}
