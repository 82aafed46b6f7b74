package engine

import (
	"strings"
	"testing"
)

func TestTheSubjectOfANightIsCutBetweenTwoCounts(t *testing.T) {
	for _, test := range []struct{ summary, subject, body string }{
		{"12 filed, 3 superseded", "dream: 2026-08-03 · 12 filed, 3 superseded", ""},
		{"3 filed, 1 superseded, 1 expired, 2 proofs by use, 1 rollup", "dream: 2026-08-03 · 3 filed, 1 superseded, 1 expired, 2 proofs by use, …",
			"In all: 3 filed, 1 superseded, 1 expired, 2 proofs by use, 1 rollup."},
	} {
		m := nightMessage(evening, "20260803T220000Z-abcd", test.summary)
		if m.Subject != test.subject || strings.Contains(m.Body, "In all") != (test.body != "") || !strings.HasSuffix(m.Body, test.body) {
			t.Errorf("%s: %q, %q", test.summary, m.Subject, m.Body)
		}
	}
}
