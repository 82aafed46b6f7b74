package vault

import (
	"fmt"
	"slices"
	"strings"

	"mem/internal/memory"
)

// checkReferences finds mentions of notes that are not there. A [[link]] may go by an alias,
// as those of an imported vault do.
func checkReferences(cards []card, besides map[string]bool) []memory.Finding {
	there := map[string]bool{}
	aliases := map[string]bool{}
	for _, c := range cards {
		there[FoldKey(c.slug)] = true
		for _, name := range c.aliases {
			aliases[FoldKey(memory.Stem(name))] = true
		}
	}
	var out []memory.Finding
	for _, c := range cards {
		for _, m := range c.named {
			key := FoldKey(m.slug)
			switch {
			case there[key]:
			case m.key != "":
				out = append(out, finding("reference-unknown", c.path, m.line, fmt.Sprintf("%s names %q, and there is no such note.", m.key, m.slug)))
			case !besides[key] && !aliases[key]:
				out = append(out, finding("link-unknown", c.path, m.line, fmt.Sprintf("[[%s]] leads to no note.", m.slug)))
			}
		}
	}
	return out
}

// checkLoops finds notes that, one by another, supersede themselves. Each loop is reported
// once, at the note of it whose path comes first.
func checkLoops(cards []card) []memory.Finding {
	g := supersedeGraph(cards)
	var out []memory.Finding
	state := make([]visit, len(cards))
	for i := range cards {
		if slices.Contains(g[i], i) {
			out = append(out, finding("supersede-self", cards[i].path, lineNaming(cards[i]), ""))
		}
		if state[i] == unseen {
			for _, loop := range loopsFrom(g, state, i) {
				out = append(out, loopFinding(cards, loop))
			}
		}
	}
	return out
}

// supersedeGraph has an edge from each note to those that it supersedes, whichever of the
// two says so.
func supersedeGraph(cards []card) [][]int {
	at := map[string]int{}
	for i, c := range cards {
		at[FoldKey(c.slug)] = i
	}
	g := make([][]int, len(cards))
	add := func(winner, loser int) {
		if !slices.Contains(g[winner], loser) {
			g[winner] = append(g[winner], loser)
		}
	}
	for i, c := range cards {
		for _, s := range c.supersedes {
			if loser, ok := at[FoldKey(s)]; ok {
				add(i, loser)
			}
		}
		if winner, ok := at[FoldKey(c.by)]; ok && c.by != "" {
			add(winner, i)
		}
	}
	return g
}

type visit uint8

const (
	unseen visit = iota
	onPath       // on the path that is being walked
	closed
)

// loopsFrom walks everything that can be reached from a note, without recursion, as a
// chain may be as long as the vault, and returns the loops that it closes.
func loopsFrom(g [][]int, state []visit, start int) [][]int {
	type frame struct{ node, next int }
	var loops [][]int
	path := []frame{{start, 0}}
	state[start] = onPath
	for len(path) > 0 {
		top := &path[len(path)-1]
		if top.next == len(g[top.node]) {
			state[top.node] = closed
			path = path[:len(path)-1]
			continue
		}
		to := g[top.node][top.next]
		top.next++
		switch state[to] {
		case unseen:
			state[to] = onPath
			path = append(path, frame{to, 0})
		case onPath:
			var loop []int
			for i := len(path) - 1; i >= 0; i-- {
				loop = append(loop, path[i].node)
				if path[i].node == to {
					break
				}
			}
			if len(loop) > 1 { // a note that supersedes itself is reported as such
				loops = append(loops, loop)
			}
		case closed:
		}
	}
	return loops
}

func loopFinding(cards []card, loop []int) memory.Finding {
	first := slices.Min(loop) // cards are sorted by path
	names := make([]string, len(loop))
	for i, at := range loop {
		names[i] = string(cards[at].slug)
	}
	slices.Sort(names)
	return finding("supersede-loop", cards[first].path, lineNaming(cards[first]), "These notes supersede each other in a circle: "+strings.Join(names, ", ")+".")
}

func lineNaming(c card) int {
	for _, m := range c.named {
		if m.key == "supersedes" || m.key == "superseded_by" {
			return m.line
		}
	}
	return 0
}
