package dream

import (
	"fmt"
	"strings"
)

// trend draws the figures of the last days, a small line each: what waits, what the vault
// finds of its own questions, what is there twice, how much there is.
func (s *svg) trend(scores []Score, y int) {
	type figure struct {
		name  string
		value func(Score) (float64, bool)
		show  func(float64) string
	}
	whole := func(v float64) string { return fmt.Sprint(int(v)) }
	figures := []figure{
		{"unfiled", func(s Score) (float64, bool) { return float64(s.Unfiled), true }, whole},
		{"found again", func(s Score) (float64, bool) { return 100 * s.Recall, s.Recall > 0 },
			func(v float64) string { return fmt.Sprintf("%d %%", int(v)) }}, // 100 is all
		{"near copies", func(s Score) (float64, bool) { return float64(s.Copies), true }, whole},
		{"live notes", func(s Score) (float64, bool) { return float64(s.Notes), true }, whole},
	}
	wide := (width - 2*left) / len(figures)
	for i, f := range figures {
		values := make([]float64, 0, len(scores))
		known := false
		for _, sc := range scores {
			v, ok := f.value(sc)
			if !ok {
				v = -1
			}
			known = known || ok
			values = append(values, v)
		}
		x := left + i*wide
		s.text(x, y, "soft", "start", f.name)
		if !known {
			s.text(x, y+22, "soft", "start", "not asked")
			continue
		}
		last := values[len(values)-1]
		now := "–"
		if last >= 0 {
			now = f.show(last)
		}
		s.text(x, y+22, "ink big", "start", now)
		s.spark(values, x, y+30, wide-24)
	}
}

// sparkDepth is the height of a small line.
const sparkDepth = 34

// spark draws values from left to right as a line from 0 or the least to the most; a value
// below 0 is not known.
func (s *svg) spark(values []float64, x, y, wide int) {
	low, high := -1.0, 0.0
	for _, v := range values {
		if v >= 0 && (low < 0 || v < low) {
			low = v
		}
		high = max(high, v)
	}
	if high-low < 1 {
		low, high = max(0, low-1), high+1
	}
	place := func(i int) (int, int) {
		across := wide
		if len(values) > 1 {
			across = i * wide / (len(values) - 1)
		}
		return x + across, y + sparkDepth - int((values[i]-low)*sparkDepth/(high-low))
	}
	var line []string
	flush := func() {
		if len(line) > 1 {
			fmt.Fprintf(s, `<polyline class="spark" points="%s"/>`+"\n", strings.Join(line, " "))
		}
		line = nil
	}
	for i, v := range values {
		if v < 0 {
			flush()
			continue
		}
		px, py := place(i)
		line = append(line, fmt.Sprintf("%d,%d", px, py))
	}
	flush()
	if last := len(values) - 1; values[last] >= 0 {
		px, py := place(last)
		fmt.Fprintf(s, `<circle class="dot" cx="%d" cy="%d" r="3"/>`+"\n", px, py)
	}
}
