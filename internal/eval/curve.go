package eval

import (
	"bytes"
	"fmt"
)

// Curve says what other bounds of abstention would do, judged by the best coverage alone.
// Swapped questions are in neither share.
type Curve struct {
	Points     []Point // by threshold, from 0 to 1
	Answerable int     // questions
	Refuse     int     // questions that have to be refused
	Missed     float64 // as the run itself did
	Invented   float64
}

// Point is one bound. A question is answered if a note has a word of it, and its best
// coverage is at least Threshold.
type Point struct {
	Threshold float64
	Missed    float64 // share of the answerable questions that are refused
	Invented  float64 // share of the questions to be refused that are answered
}

// thresholds is how many steps there are from 0 to 1.
const thresholds = 100

// CurveOf draws the curve of a run.
func CurveOf(records []Record) Curve {
	var answerable, refuse []Record
	for _, r := range records {
		switch {
		case r.Category == Swapped:
		case r.Answerable:
			answerable = append(answerable, r)
		default:
			refuse = append(refuse, r)
		}
	}
	c := Curve{Answerable: len(answerable), Refuse: len(refuse)}
	c.Missed = mean(answerable, func(r Record) float64 { return one(r.Abstained) })
	c.Invented = mean(refuse, func(r Record) float64 { return one(!r.Abstained) })
	for i := range thresholds + 1 {
		at := float64(i) / thresholds
		answered := func(r Record) bool { return r.Coverage > 0 && r.Coverage >= at }
		c.Points = append(c.Points, Point{
			Threshold: at,
			Missed:    mean(answerable, func(r Record) float64 { return one(!answered(r)) }),
			Invented:  mean(refuse, func(r Record) float64 { return one(answered(r)) }),
		})
	}
	return c
}

// CSV returns the points, a line each under a head.
func (c Curve) CSV() []byte {
	var b bytes.Buffer
	b.WriteString("threshold,missed,invented\n")
	for _, p := range c.Points {
		fmt.Fprintf(&b, "%.2f,%.6f,%.6f\n", p.Threshold, p.Missed, p.Invented)
	}
	return b.Bytes()
}
