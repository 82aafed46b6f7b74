package dream

import (
	"fmt"
	"strconv"
	"strings"

	"mem/internal/memory"
)

// Score is the figures of a day, as its brief keeps them in a line that people do not see:
//
//	<!-- mem:score unfiled=3 notes=414 copies=2 eye=7 kib=812 recall=0.970 -->
//
// The briefs are the only place where they are kept.
type Score struct {
	Day     string  // 2026-08-03
	Unfiled int     // after the night
	Notes   int     // live ones
	Copies  int     // near copies that are listed
	Eye     int     // all that is listed
	KiB     int     // of the texts of all notes
	Waits   int     // decisions over the limit of the night
	Recall  float64 // share of the vault's own questions that it answers; 0 = not asked
}

const scoreLine = "<!-- mem:score "

// String is the line of the brief.
func (s Score) String() string {
	line := fmt.Sprintf("%sunfiled=%d notes=%d copies=%d eye=%d kib=%d", scoreLine, s.Unfiled, s.Notes, s.Copies, s.Eye, s.KiB)
	if s.Waits > 0 {
		line += fmt.Sprintf(" waits=%d", s.Waits)
	}
	if s.Recall > 0 {
		line += fmt.Sprintf(" recall=%.3f", s.Recall)
	}
	return line + ending
}

// ScoreOf reads the line from a day's brief, the last where there are several; what is no
// figure, or a word that is not known, does not count.
func ScoreOf(day string, page []byte) (s Score, ok bool) {
	for at := 0; at < len(page); {
		line, next := lineAt(page, at)
		at = next
		words, found := strings.CutPrefix(line, scoreLine)
		words, ended := strings.CutSuffix(words, ending)
		if !found || !ended {
			continue
		}
		s, ok = Score{Day: day}, true
		for _, word := range strings.Fields(words) {
			key, value, _ := strings.Cut(word, "=")
			if key == "recall" {
				if f, err := strconv.ParseFloat(value, 64); err == nil && f >= 0 && f <= 1 {
					s.Recall = f
				}
				continue
			}
			if n, err := strconv.ParseInt(value, 10, 32); err == nil && n >= 0 {
				s.set(key, int(n))
			}
		}
	}
	return s, ok
}

func (s *Score) set(key string, n int) {
	switch key {
	case "unfiled":
		s.Unfiled = n
	case "notes":
		s.Notes = n
	case "copies":
		s.Copies = n
	case "eye":
		s.Eye = n
	case "kib":
		s.KiB = n
	case "waits":
		s.Waits = n
	}
}

// Score returns the figures of the vault as the night leaves it.
func (r *Report) Score() Score {
	s := Score{Day: r.day(), Waits: len(r.Plan.Dropped), Recall: r.Probe.After}
	if was, ok := ScoreOf(s.Day, r.Before); ok && (s.Recall == 0 || r.quiet()) {
		s.Recall = was.Recall // as an earlier run of the day found it: what that wrote may be asked for now
	}
	bytes := 0
	for _, n := range r.after() {
		bytes += len(n.Body)
		if n.Status.Live() {
			s.Notes++
		}
		if n.Status == memory.Unfiled {
			s.Unfiled++
		}
	}
	s.KiB = (bytes + 1023) >> 10
	for _, l := range r.Plan.Listed {
		if l.Kind.Passing() {
			continue
		}
		s.Eye++
		if l.Kind == NearCopies {
			s.Copies++
		}
	}
	return s
}
