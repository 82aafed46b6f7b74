package dream

import "math"

// Everything is reckoned in whole numbers, in parts of a unit of the picture: the same vault
// has to give the same picture on every machine, and processors round fractions differently.
const (
	part   = 64
	rounds = 240       // of the forces
	room   = 70 * part // between two nodes
)

// spot is where a node lies, in parts of a unit.
type spot struct{ x, y int64 }

// lay finds a place within a frame for each of n nodes, so that those which an edge joins lie
// near each other and the others apart: each pushes every other away, and edges pull
// (Fruchterman and Reingold 1991). It begins on a spiral, in the order given, and has no
// chance in it.
func lay(n int, edges [][2]int, wide, deep int) []spot {
	at := spiral(n)
	for round := range rounds {
		push := make([]spot, n)
		for i := range n {
			for j := i + 1; j < n; j++ {
				dx, dy, d := between(at[i], at[j], i, j)
				f := room * room / d
				push[i].x, push[i].y = push[i].x+dx*f/d, push[i].y+dy*f/d
				push[j].x, push[j].y = push[j].x-dx*f/d, push[j].y-dy*f/d
			}
			// all are drawn to the middle, or what hangs on little would fly off
			push[i].x -= at[i].x * int64(n) / 60
			push[i].y -= at[i].y * int64(n) / 40
		}
		for _, e := range edges {
			dx, dy, d := between(at[e[0]], at[e[1]], e[0], e[1])
			f := d * d / room
			push[e[0]].x, push[e[0]].y = push[e[0]].x-dx*f/d, push[e[0]].y-dy*f/d
			push[e[1]].x, push[e[1]].y = push[e[1]].x+dx*f/d, push[e[1]].y+dy*f/d
		}
		heat := room * int64(rounds-round) / rounds
		for i := range at {
			d := max(1, isqrt(push[i].x*push[i].x+push[i].y*push[i].y))
			step := min(d, heat)
			at[i].x += push[i].x * step / d
			at[i].y += push[i].y * step / d
		}
	}
	return fitted(at, int64(wide)*part, int64(deep)*part)
}

// fitted moves and stretches places so that they fill a frame, but never to more than twice
// their distance.
func fitted(at []spot, wide, deep int64) []spot {
	if len(at) == 0 {
		return at
	}
	low, high := at[0], at[0]
	for _, p := range at {
		low = spot{min(low.x, p.x), min(low.y, p.y)}
		high = spot{max(high.x, p.x), max(high.y, p.y)}
	}
	across, down := max(1, high.x-low.x), max(1, high.y-low.y)
	toWide, toDeep := min(wide, 2*across), min(deep, 2*down)
	for i, p := range at {
		at[i].x = (wide-toWide)/2 + (p.x-low.x)*toWide/across
		at[i].y = (deep-toDeep)/2 + (p.y-low.y)*toDeep/down
	}
	return at
}

// spiral is where nodes begin: the first in the middle.
func spiral(n int) []spot {
	at := make([]spot, n)
	x, y, dx, dy := int64(0), int64(0), int64(part), int64(0)
	run, left, leg := int64(1), int64(1), 0
	for i := range at {
		at[i] = spot{x * 24, y * 18}
		x, y = x+dx, y+dy
		if left--; left == 0 {
			dx, dy = -dy, dx
			if leg++; leg%2 == 0 {
				run++
			}
			left = run
		}
	}
	return at
}

// between is the way from one node to another. Two in one place are moved apart by their numbers.
func between(a, b spot, i, j int) (dx, dy, d int64) {
	dx, dy = a.x-b.x, a.y-b.y
	if dx == 0 && dy == 0 {
		dx, dy = int64(i-j), int64((i+j)%3-1)
	}
	return dx, dy, max(1, isqrt(dx*dx+dy*dy))
}

// isqrt is the whole root of a number below 2^52, of which a float's root is exact enough on
// every machine.
func isqrt(v int64) int64 { return int64(math.Sqrt(float64(v))) }
