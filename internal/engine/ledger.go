package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"mem/internal/memory"
)

// capturesState lists what was captured lately, so that a retry is known for one without
// reading the shard. It is a cache: deleted, it is made again from the newest shards.
const capturesState = "captures.jsonl"

// retryWindow is how long the same text counts as sent again.
const retryWindow = 24 * time.Hour

type ledgerLine struct {
	At   time.Time   `json:"at"`
	Hash memory.Hash `json:"hash"` // of the canonical body
	Path string      `json:"path"`
}

type ledger struct{ e *Engine }

// captures reads the ledger; it is asked and added to under the vault's lock.
func (e *Engine) captures() *ledger { return &ledger{e: e} }

// twin returns the live note of the same scope with exactly the draft's text that was
// captured within the last day, or nil. What came from outside is no twin of what did not: a
// page that says the same must not stand for the word of an agent or a person.
func (l *ledger) twin(d *memory.Draft) *memory.Note {
	want := memory.HashOf([]byte(memory.Canonical(d.Text)))
	lines := l.load(want)
	for i := len(lines) - 1; i >= 0; i-- {
		line := lines[i]
		age := l.e.o.Now.Sub(line.At)
		if line.Hash != want || age > retryWindow || age < -retryWindow {
			continue
		}
		n, _, err := l.e.vault.Read(line.Path)
		if err == nil && n.Status.Live() && n.Scope == d.Scope && memory.Same(n.Body, d.Text) &&
			(n.OwnedBy() != memory.OriginExternal || d.Origin == memory.OriginExternal) {
			return n
		}
	}
	return nil
}

// add notes a capture that is about to be written.
func (l *ledger) add(n *memory.Note) {
	line, err := json.Marshal(ledgerLine{At: n.Captured, Hash: memory.HashOf([]byte(memory.Canonical(n.Body))), Path: n.Path})
	if err == nil {
		err = l.e.vault.AppendState(capturesState, line)
	}
	if err != nil {
		l.e.lost("a retry of this capture may be stored twice: %v", err)
	}
}

// ledgerSize is the length at which lines older than the window are dropped.
const ledgerSize = 512 << 10

// load returns the lines of one hash.
func (l *ledger) load(want memory.Hash) []ledgerLine {
	data, err := l.e.vault.ReadState(capturesState)
	if err != nil {
		return l.rebuild()
	}
	if len(data) > ledgerSize {
		l.trim(ledgerLines(data, ""))
	}
	return ledgerLines(data, want)
}

// ledgerLines decodes the lines that have a text in them: thousands of others need no look.
func ledgerLines(data []byte, text memory.Hash) []ledgerLine {
	var out []ledgerLine
	for line := range bytes.Lines(data) {
		var x ledgerLine
		if bytes.Contains(line, []byte(text)) && json.Unmarshal(bytes.TrimSpace(line), &x) == nil {
			out = append(out, x)
		}
	}
	return out
}

// rebuild makes the ledger from the notes captured within the window: they lie in the
// shards of today and yesterday.
func (l *ledger) rebuild() []ledgerLine {
	var lines []ledgerLine
	now := l.e.o.Now
	shards := []string{memory.Shard(now)}
	if s := memory.Shard(now.Add(-retryWindow)); s != shards[0] {
		shards = append(shards, s)
	}
	for _, shard := range shards {
		listing, err := l.e.vault.ListShard(context.Background(), shard)
		if err != nil {
			continue
		}
		for _, s := range listing.Notes {
			n, _, err := l.e.vault.Read(s.Path)
			if err == nil && !n.CapturedGuessed {
				lines = append(lines, ledgerLine{At: n.Captured, Hash: memory.HashOf([]byte(memory.Canonical(n.Body))), Path: n.Path})
			}
		}
	}
	l.trim(lines)
	return lines
}

// trim rewrites the ledger with the lines that may still matter.
func (l *ledger) trim(lines []ledgerLine) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, line := range lines {
		if age := l.e.o.Now.Sub(line.At); age <= 2*retryWindow {
			_ = enc.Encode(line) // always marshals: strings and a time
		}
	}
	if err := l.e.vault.WriteState(capturesState, b.Bytes()); err != nil {
		l.e.lost("a retry of this capture may be stored twice: %v", err)
	}
}
