package memory

import "math"

// Words that stand no farther apart than together in a note, and no farther than apartAsked
// in the question, are near.
const (
	together   = 5
	apartAsked = 3
)

// nearness tells which share of the pairs of neighbouring words of a question, by the lighter
// of each, stand close together in a note, and in the question's order: 0 to 1.
func nearness(places [][]int, must []float64) (near, ordered float64) {
	all := 0.0
	for a := range places {
		for b := a + 1; b < len(places) && b-a <= apartAsked; b++ {
			if must[a] == 0 || must[b] == 0 {
				continue
			}
			weight := min(must[a], must[b])
			all += weight
			if apart, forward := closest(places[a], places[b]); apart <= together {
				near += weight
				if forward {
					ordered += weight
				}
			}
		}
	}
	if all == 0 {
		return 0, 0
	}
	return near / all, ordered / all
}

// closest returns the smallest distance of two places, each of one ascending list, and
// whether the second comes after the first there. One place has no distance from itself.
func closest(first, second []int) (apart int, forward bool) {
	apart = math.MaxInt
	behind := 0 // second[:behind] lie before or at the place
	for _, at := range first {
		for behind < len(second) && second[behind] <= at {
			behind++
		}
		if behind < len(second) && second[behind]-at <= apart {
			apart, forward = second[behind]-at, true
		}
		before := behind - 1
		if before >= 0 && second[before] == at {
			before--
		}
		if before >= 0 && at-second[before] < apart {
			apart, forward = at-second[before], false
		}
	}
	return apart, forward
}
