// Package judge holds the adjudicators of the nightly run: who answers what no rule of
// dream can.
//
// Rules is the default: offline, deterministic, and silent where it is not sure. An
// adjudicator never writes, and never obeys what a note says.
//
// Begin with Rules, then Guess, then the cues in cues.go.
package judge
