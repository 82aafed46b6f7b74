package main

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestRows(t *testing.T) {
	for _, x := range []struct {
		says string
		row  row
		want string
	}{
		{"a ratio within its bound is ok",
			row{measure: "recall", reference: "version", found: 2.344, bound: bound{atMost, 2.5}, runs: 20},
			"| recall | version | 2.34 × | ≤ 2.50 × | ok | 20 |"},
		{"a ratio at its bound is ok",
			row{measure: "recall", reference: "version", found: 2.5, bound: bound{atMost, 2.5}, runs: 20},
			"| recall | version | 2.50 × | ≤ 2.50 × | ok | 20 |"},
		{"a ratio beyond its bound is not reached",
			row{measure: "recall", reference: "version", found: 12.51, bound: bound{atMost, 2.5}, runs: 5},
			"| recall | version | 12.5 × | ≤ 2.50 × | **not reached** | 5 |"},
		{"what is to be faster must be so at least",
			row{measure: "recall", reference: "rg", found: 19.9, unit: faster, bound: bound{atLeast, 20}, runs: 20},
			"| recall | rg | 19.9 × as fast | ≥ 20.0 × as fast | **not reached** | 20 |"},
		{"a small part is shown as a fraction",
			row{measure: "dream", reference: "git", found: 0.02, unit: part, bound: bound{atMost, 1.0 / 15}, runs: 4},
			"| dream | git | 1/50.0 | ≤ 1/15.0 | ok | 4 |"},
		{"without a bound there is no verdict",
			row{measure: "a note", reference: "", found: 912.4, unit: inBytes, runs: 1},
			"| a note | | 912 bytes | | | 1 |"},
		{"a failure is a verdict, in one line that cannot break the table",
			row{measure: "capture", reference: "git", bound: bound{atMost, 0.7}, failed: errors.New("mem: a|b\nc")},
			`| capture | git | | ≤ 0.70 × | FAILED: mem: a\|b c | |`},
	} {
		lines := strings.Split(strings.TrimSpace(table([]row{x.row})), "\n")
		if got := lines[len(lines)-1]; len(lines) != 3 || got != x.want {
			t.Errorf("%s:\n got %s\nwant %s", x.says, got, x.want)
		}
	}
}

func TestUnits(t *testing.T) {
	for _, x := range []struct {
		unit  unit
		value float64
		want  string
	}{
		{times, 0.987, "0.99 ×"}, {times, 1234.5, "1234 ×"}, {faster, 3.456, "3.46 × as fast"}, {part, 0, "0"},
		{percent, 12.34, "12.3 %"}, {count, 24, "24"}, {inKB, 1.9, "1.90 KB"}, {inMB, 79.6, "80 MB"},
	} {
		if got := x.unit.show(x.value); got != x.want {
			t.Errorf("unit %d shows %v as %q, want %q", x.unit, x.value, got, x.want)
		}
	}
}

func TestQuantiles(t *testing.T) {
	s := sample{}
	for i := range 20 {
		s = append(s, time.Duration(20-i))
	}
	if got := s.median(); got != 10 {
		t.Errorf("the median of 1 to 20 is %d, want 10", got)
	}
	if got := s.quantile(0.95); got != 19 {
		t.Errorf("95 of 100 of 1 to 20 are at most %d, want 19", got)
	}
	if got := (sample{7}).quantile(0.95); got != 7 {
		t.Errorf("of one run p95 is %d, want that run", got)
	}
	if got := (sample{}).median(); got != 0 {
		t.Errorf("the median of nothing is %d", got)
	}
}

func TestInTurn(t *testing.T) {
	var order strings.Builder
	thing := func(name string, took time.Duration) timed {
		return func(_ context.Context, run int) (time.Duration, error) {
			order.WriteString(name)
			return took * time.Duration(run), nil
		}
	}
	samples, err := inTurn(t.Context(), 3, thing("a", 1), thing("b", 10))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := order.String(), "abbaabba"; got != want {
		t.Errorf("the order is %s, want %s", got, want)
	}
	if len(samples[0]) != 3 || len(samples[1]) != 3 || samples[0].median() != 2 || samples[1].median() != 20 {
		t.Errorf("samples are %v, want three of each without the warm-up", samples)
	}
	fail := func(context.Context, int) (time.Duration, error) { return 0, errors.New("broken") }
	if _, err := inTurn(t.Context(), 3, fail); err == nil {
		t.Error("a thing that fails is no error")
	}
}
