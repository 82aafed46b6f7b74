package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"mem/internal/frame"
	"mem/internal/index"
	"mem/internal/judge"
	"mem/internal/memory"
	"mem/internal/secret"
	"mem/internal/vault"
)

// Captured is the reply to a capture, as `capture --json` prints it.
type Captured struct {
	Slug      memory.Slug   `json:"slug"`
	Path      string        `json:"path"`
	Type      memory.Type   `json:"type"`
	Status    memory.Status `json:"status"`
	Captured  string        `json:"captured"`
	Scope     string        `json:"scope"`
	Duplicate bool          `json:"duplicate"` // the text was there already: nothing was written
	Similar   []Likeness    `json:"similar"`
	Committed bool          `json:"committed"`
	Commit    string        `json:"commit"`
	Indexed   bool          `json:"indexed"`
	Notes     []string      `json:"notes"` // what the caller should know, a sentence each
}

// Likeness names a note that says much the same.
type Likeness struct {
	Slug       memory.Slug `json:"slug"`
	Similarity float64     `json:"similarity"` // Jaccard of the words' stems, 0 to 1
}

// ErrSecret says that a text holds a credential; it names kinds and places, never values.
type ErrSecret struct{ Findings []secret.Finding }

func (e *ErrSecret) Error() string {
	var parts []string
	for _, f := range e.Findings {
		place := f.Field
		if f.Field == "text" { // the others have one line, or are a list
			place = fmt.Sprintf("text, line %d", f.Line)
		}
		if part := f.Kind + " in " + place; !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return "not stored, it holds a credential: " + strings.Join(parts, "; ")
}

// ErrPrivate says that nothing is left of a text once its private spans are cut out.
var ErrPrivate = errors.New("the whole text is private")

// ErrEcho says that a text is nothing but what mem itself had put before an agent.
var ErrEcho = errors.New("nothing but what memory itself had returned: nothing was kept")

// Capture makes a memory of a draft whose Text is still as it came in. When it returns
// without an error the note is on disk and the next process that asks finds it.
func (e *Engine) Capture(ctx context.Context, raw []byte, d memory.Draft) (Captured, error) {
	var notes []string
	text, err := memory.NormalText(raw)
	if err != nil {
		return Captured{}, err
	}
	text, cut := secret.CutPrivate(text)
	if cut += cutPrivate(&d); cut > 0 {
		notes = append(notes, fmt.Sprintf("%d private span(s) cut out before anything was stored", cut))
		if strings.TrimSpace(text) == "" {
			return Captured{}, ErrPrivate
		}
	}
	text, echoes := frame.CutFences(text)
	if echoes > 0 {
		notes = append(notes, fmt.Sprintf("%d passage(s) that mem itself had put before an agent cut out: they are notes already", echoes))
		if strings.TrimSpace(text) == "" {
			return Captured{}, ErrEcho
		}
	}
	if len(text) > memory.LongText {
		notes = append(notes, fmt.Sprintf("%d bytes: a memory is one concept; several short ones are recalled better", len(text)))
	}
	d.Text = text
	if err := d.Check(e.settings); err != nil {
		return Captured{}, err
	}
	if err := e.refuseSecrets([]named{
		{"text", d.Text}, {"title", d.Title}, {"source", d.Source}, {"scope", d.Scope}, {"session", d.Session},
		{"tags", strings.Join(d.Tags, "\n")}, {"aliases", strings.Join(d.Aliases, "\n")},
		{"actor", string(d.Actor)}, {"slug", string(d.Slug)},
	}); err != nil {
		return Captured{}, err
	}
	var evidence []string
	if d.Type == "" {
		guess, sure := judge.Guess(d.Title, d.Text)
		if d.Type = guess; !sure {
			d.Type, evidence = memory.Reference, append(evidence, typeGuessed)
		}
	}
	var similar []Likeness
	var look sync.WaitGroup
	look.Go(func() { similar = e.similar(ctx, d.Text, d.Scope) })
	out, err := e.store(ctx, d, evidence)
	look.Wait()
	if err != nil {
		return Captured{}, err
	}
	out.Notes = append(notes, out.Notes...)
	if !out.Duplicate {
		out.Notes = append(out.Notes, e.lostNames("supersedes", d.Supersedes, out.Slug)...)
		out.Notes = append(out.Notes, e.lostNames("derived_from", d.DerivedFrom, out.Slug)...)
	}
	similar = slices.DeleteFunc(similar, func(s Likeness) bool { return s.Slug == out.Slug })
	out.Similar, out.Notes = orEmpty(similar[:min(3, len(similar))]), orEmpty(out.Notes)
	return out, nil
}

// lostNames says which of the names that a key of a new note holds lead nowhere, or to the
// note itself.
func (e *Engine) lostNames(key string, names []memory.Slug, self memory.Slug) []string {
	var out []string
	for _, s := range names {
		if s == self {
			out = append(out, fmt.Sprintf("%s %s: that is the note itself", key, s))
		} else if _, err := e.vault.Resolve(string(s)); errors.Is(err, vault.ErrNoNote) {
			out = append(out, fmt.Sprintf("%s %s: no such note", key, s))
		}
	}
	return out
}

// named is a text with the name of the field that it is for.
type named struct{ field, text string }

// refuseSecrets looks for credentials in everything that is about to be written.
func (e *Engine) refuseSecrets(parts []named) error {
	if e.scanner == nil {
		e.scanner = secret.New()
	}
	var found []secret.Finding
	for _, p := range parts {
		if p.text != "" {
			found = append(found, e.scanner.Scan(p.field, p.text)...)
		}
	}
	if len(found) > 0 {
		return &ErrSecret{Findings: found}
	}
	return nil
}

// store claims a name and writes the note, unless the very same text was captured within
// the last day: then that note is named, and the occurrence counted. The evidence is what
// the night should know of the capture.
func (e *Engine) store(ctx context.Context, d memory.Draft, evidence []string) (Captured, error) {
	var n, twin *memory.Note
	ledger := e.captures()
	receipts, err := e.apply(ctx, func(w *vault.Writer) ([]memory.Change, error) {
		if twin = ledger.twin(&d); twin != nil {
			return nil, nil
		}
		base := d.Slug
		if base == "" {
			base = vault.SlugFor(d.Title, d.Text)
		}
		slug, err := e.claim(w, base, memory.Shard(e.o.Now))
		if err != nil {
			return nil, err
		}
		if d.Slug != "" && slug != d.Slug {
			return nil, fmt.Errorf("%w: %s", vault.ErrTaken, d.Slug)
		}
		n = d.Note(slug, e.o.Now)
		change := memory.Change{
			Op: memory.OpCapture, Notes: []memory.Slug{slug}, Actor: d.Actor, Session: d.Session, Evidence: evidence,
			Reason: "Captured: " + strings.TrimSuffix(memory.Cut(memory.TitleOf(d.Text), 100), ".") + ".",
			Files:  []memory.FileEdit{memory.Create{Path: n.Path, Data: vault.Encode(n)}},
		}
		if change.Reason == "Captured: ." {
			change.Reason = "Captured."
		}
		ledger.add(n)
		return []memory.Change{change}, nil
	})
	if twin != nil {
		if err := e.addUse(use{Op: "again", Slugs: []memory.Slug{twin.Slug}, Session: d.Session}); err != nil {
			e.notice("not counted: %v", err)
		}
		out := captured(twin)
		out.Duplicate, out.Indexed = true, true
		out.Notes = []string{"the same text was captured within the last day: nothing written"}
		return out, nil
	}
	if n == nil || len(receipts) == 0 {
		return Captured{}, err
	}
	out := captured(n)
	out.Commit, out.Committed, out.Indexed = receipts[0].Commit, receipts[0].Committed, receipts[0].Indexed
	return out, err
}

func captured(n *memory.Note) Captured {
	return Captured{Slug: n.Slug, Path: n.Path, Type: n.Type, Status: n.Status, Captured: instant(n.Captured), Scope: n.Scope}
}

// alike is the likeness from which a note is named in the reply. Paraphrases of labelled
// pairs lie at 0.67 in the mean, contradictions at 1.00: naming is all that it may lead to.
const alike = 0.5

// leastShare is how much of the weight of a text's rarest words a note must have to be read
// and compared. A note that is alike has half of all its words at least; most matches have
// one rare word of twelve.
const leastShare = 0.2

// similar names live notes of a scope that say much the same as a text, most alike first.
// The note that is being made of it may be among them.
func (e *Engine) similar(ctx context.Context, text, scope string) []Likeness {
	matches, err := e.index.Similar(ctx, text, 20, nil)
	if err != nil {
		return nil // a courtesy: the notes are found by dream all the same
	}
	var out []Likeness
	for _, m := range matches { // those with the largest share first
		if m.Share < leastShare {
			break
		}
		n, _, err := e.vault.Read(m.Path)
		if err != nil || !n.Status.Live() || n.Scope != scope || isProbe(n) {
			continue
		}
		if s := index.Likeness(text, n.Body); s >= alike {
			out = append(out, Likeness{Slug: n.Slug, Similarity: round(s)})
		}
	}
	slices.SortStableFunc(out, func(a, b Likeness) int {
		switch {
		case a.Similarity > b.Similarity:
			return -1
		case a.Similarity < b.Similarity:
			return 1
		}
		return strings.Compare(string(a.Slug), string(b.Slug))
	})
	return out
}
