package eval

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// tiny is the difference below which two figures are the same: they have twelve digits.
const tiny = 1e-11

// The seed is fixed, so that the same runs always give the same figures.
const seed = 20260803

// Resamples is how often Bootstrap draws.
const Resamples = 10_000

// Bootstrap returns the 95 % interval of the mean of differences: the 2.5th and the 97.5th
// percentile of the means of Resamples samples drawn from them with replacement (Efron &
// Tibshirani, "An Introduction to the Bootstrap", 1993, §13.3).
func Bootstrap(diffs []float64) (low, high float64) {
	if len(diffs) == 0 {
		return 0, 0
	}
	random := rand.New(rand.NewPCG(seed, 1))
	means := make([]float64, Resamples)
	for i := range means {
		total := 0.0
		for range diffs {
			total += diffs[random.IntN(len(diffs))]
		}
		means[i] = total / float64(len(diffs))
	}
	slices.SortFunc(means, cmp.Compare[float64])
	return means[Resamples*25/1000], means[Resamples*975/1000-1]
}

// Flips is how many random flips Permutation takes where there are too many to take all.
const Flips = 100_000

// Permutation returns the probability that a sum of differences is as far from 0 as this
// one, if each might as well have had the other sign: the paired permutation test, two-sided
// (Smucker, Allan & Carterette, "A comparison of statistical significance tests for IR
// evaluation", 2007). For differences of 0 and ±1 it is the sign test. It is exact for
// differences that are multiples of one unit, as of hits and reciprocal ranks, and for up to
// 20 others; where even that is too much it is estimated.
func Permutation(diffs []float64) (p float64, exact bool) {
	diffs = slices.DeleteFunc(slices.Clone(diffs), func(d float64) bool { return math.Abs(d) <= tiny })
	if len(diffs) == 0 {
		return 1, true
	}
	if units, ok := inUnits(diffs); ok {
		total := 0
		for _, u := range units {
			total += abs(u)
		}
		if len(units)*total <= mostSteps {
			return bySums(units, total), true
		}
	}
	if len(diffs) <= mostListed {
		return byListing(diffs), true
	}
	return byFlips(diffs), false
}

// mostSteps bounds the work of bySums to about half a second, mostListed that of byListing.
const (
	mostSteps  = 400_000_000
	mostListed = 20
)

// finest is a unit of which 1 and all reciprocals of ranks up to Depth are multiples:
// 1/2520, 2520 being the least common multiple of 1 to 10.
const finest = 2520

// inUnits gives the differences as multiples of their largest common unit, if they are
// multiples of 1/finest.
func inUnits(diffs []float64) (units []int, ok bool) {
	common := 0
	for _, d := range diffs {
		u := math.Round(d * finest)
		if math.Abs(u-d*finest) > 1e-6 || u == 0 { // figures have twelve digits
			return nil, false
		}
		units = append(units, int(u))
		common = gcd(common, abs(int(u)))
	}
	for i := range units {
		units[i] /= common
	}
	return units, true
}

// bySums works out how probable each sum is, one difference after another: chance[s] is the
// probability that those with a plus add up to s, whatever the others.
func bySums(units []int, total int) float64 {
	chance := make([]float64, total+1)
	chance[0] = 1
	reach, observed := 0, 0
	for _, u := range units {
		observed += u
		step := abs(u)
		reach += step
		for s := reach; s >= 0; s-- {
			with := 0.0
			if s >= step {
				with = chance[s-step]
			}
			chance[s] = (chance[s] + with) / 2
		}
	}
	p := 0.0
	for plus, c := range chance {
		if abs(2*plus-total) >= abs(observed) {
			p += c
		}
	}
	return min(1, p)
}

// byListing goes through all combinations of signs.
func byListing(diffs []float64) float64 {
	observed, far := math.Abs(sum(diffs)), 0
	all := 1 << len(diffs)
	for signs := range all {
		total := 0.0
		for i, d := range diffs {
			if signs>>i&1 == 1 {
				d = -d
			}
			total += d
		}
		if math.Abs(total) >= observed-tiny {
			far++
		}
	}
	return float64(far) / float64(all)
}

// byFlips is an estimate that counts the observed signs as one more draw, so that it is
// never 0 (Phipson & Smyth, "Permutation p-values should never be zero", 2010).
func byFlips(diffs []float64) float64 {
	random := rand.New(rand.NewPCG(seed, 2))
	observed, far := math.Abs(sum(diffs)), 0
	for range Flips {
		total, bits := 0.0, uint64(0)
		for i, d := range diffs {
			if i%64 == 0 {
				bits = random.Uint64()
			}
			if bits>>(i%64)&1 == 1 {
				d = -d
			}
			total += d
		}
		if math.Abs(total) >= observed-tiny {
			far++
		}
	}
	return float64(far+1) / float64(Flips+1)
}

func sum(list []float64) (total float64) {
	for _, x := range list {
		total += x
	}
	return total
}

func abs(n int) int { return max(n, -n) }

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
