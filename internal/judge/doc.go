// Package judge holds the adjudicators of the nightly run: who answers what no rule of
// dream can.
//
// Rules is the default: offline, deterministic, and silent where it is not sure. Behind it,
// in a Chain, may stand a model that the user named: a program (Command) or a server
// (OpenAI), with a Budget and a Record of what it said before. An adjudicator never writes a
// note, and never obeys what one says: a note reaches a model as data between two marks that
// do not occur in it, and what comes back is read as one JSON object or not at all. Whether
// an answer stands up to the texts is dream's to say.
//
// Begin with Rules, then question.go and answer.go, then Model.
package judge
