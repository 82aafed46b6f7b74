package engine

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
	"mem/internal/vault"
)

// nonce returns sixteen random hex digits.
func nonce() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the program instead
	return hex.EncodeToString(b[:])
}

// isProbe reports whether a note is mem's question to itself, not a memory.
func isProbe(n *memory.Note) bool {
	return strings.HasPrefix(string(n.Slug), dream.ProbePrefix) && strings.HasPrefix(strings.TrimSpace(n.Body), dream.ProbePrefix)
}

// nightProbe begins the name of a night's probe. There is one night at a time, so that one
// which is there when a night begins is of a killed one.
const nightProbe = dream.ProbePrefix + "night-"

// dropProbes takes away the probe notes of processes that were killed while they asked. It
// is for a night that has not asked yet.
func (e *Engine) dropProbes(w *vault.Writer, listing vault.Listing) {
	for _, s := range listing.Notes {
		name := string(memory.Stem(s.Path))
		fresh := e.o.Clock.Sub(time.Unix(0, s.MTime)) < time.Hour && !strings.HasPrefix(name, nightProbe)
		if !strings.HasPrefix(name, dream.ProbePrefix) || fresh {
			continue
		}
		if n, _, err := e.vault.Read(s.Path); err == nil && isProbe(n) {
			if err := w.Discard(s.Path, n.Hash); err != nil {
				e.notice("a probe of a killed process stays: %v", err)
			}
		}
	}
}

// Probed is the outcome of a self-probe.
type Probed struct {
	OK     bool   `json:"ok"`
	Detail string `json:"detail"` // what failed, "" when all is well
}

// selfProbe writes a note with a nonce, asks for it as any process would, and takes it away
// again. It is never committed.
func (e *Engine) selfProbe(ctx context.Context) Probed {
	word := dream.ProbePrefix + nonce()
	name := word
	if e.dreaming {
		name = nightProbe + strings.TrimPrefix(word, dream.ProbePrefix)
	}
	path := memory.Shard(e.o.Now) + "/" + name + ".md"
	n := &memory.Note{Slug: memory.Slug(name), Path: path, Type: memory.Reference, Status: memory.Unfiled,
		Captured: e.o.Now, Actor: "process:mem", Body: word + "\n", HasBlock: true}
	data := vault.Encode(n)
	defer func() { // what stays behind is expired by the next night
		_ = e.vault.Update(ctx, func(w *vault.Writer) error { return w.Discard(path, memory.HashOf(data)) })
		_ = e.index.Update(ctx, nil, []string{path})
	}()
	err := e.vault.Update(ctx, func(w *vault.Writer) error {
		_, err := w.Apply(memory.Change{Op: memory.OpCapture, Files: []memory.FileEdit{memory.Create{Path: path, Data: data}}})
		return err
	})
	if err != nil {
		return Probed{Detail: fmt.Sprintf("a note cannot be written: %v", err)}
	}
	answer, err := e.Recall(ctx, Asked{Query: memory.Query{Text: word, Scope: memory.AllScopes}, NoCount: true, probe: true})
	switch {
	case err != nil:
		return Probed{Detail: fmt.Sprintf("a note cannot be recalled: %v", err)}
	case len(answer.Results) == 0 || answer.Results[0].Path != path:
		return Probed{Detail: "a note just written is not recalled"}
	}
	if err := e.vault.TryState(); err != nil {
		return Probed{Detail: fmt.Sprintf("what mem keeps beside the notes cannot be written: %v", err)}
	}
	return Probed{OK: true}
}

// barUnprobed holds back what takes notes out of recall while mem cannot write a note and
// recall it.
func (e *Engine) barUnprobed(ctx context.Context, policy *dream.Policy) (out []dream.Barred) {
	probed := e.selfProbe(ctx)
	if probed.OK {
		return nil
	}
	for _, job := range dream.Retiring() {
		if policy.Runs(job) && !policy.Allows(job) {
			out = append(out, dream.Barred{Guard: dream.GuardProbe, Job: job, Whole: true, Subjects: []string{}, Lost: []dream.Lost{},
				Why: "the self-probe failed: " + probed.Detail + "."})
		}
	}
	return out
}
