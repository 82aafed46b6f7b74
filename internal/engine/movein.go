package engine

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"mem/internal/foreign"
	"mem/internal/index"
	"mem/internal/judge"
	"mem/internal/memory"
	"mem/internal/secret"
	"mem/internal/vault"
)

// Move is memories of another system that are to be kept.
type Move struct {
	Items  iter.Seq[foreign.Item]
	Format string // as in foreign.Formats
	From   string // where they come from, for the commits: a folder's or a file's name
	Actor  memory.Actor
	Status memory.Status // "" = unfiled, and as mem's own files say
	Scope  *string       // nil = as the other system says
	Origin memory.Origin // "" = as the format says
	Since  time.Time     // leave out what was neither captured nor changed since; zero = nothing
	Limit  int           // most memories to take; 0 = all
	Update bool          // what was imported before and has changed there is stored anew
	DryRun bool          // say what would be done, and write nothing
}

// Moved is the reply to a Move, as `import FORMAT --json` prints it.
type Moved struct {
	Found     int         `json:"found"`   // memories that were read
	Stored    int         `json:"stored"`  // on a dry run those that would be
	Already   int         `json:"already"` // there already: imported before
	Older     int         `json:"older"`   // not since the date that was asked for, or beyond the limit
	Changed   []MovedName `json:"changed"` // imported before, and another text there now
	Renamed   []MovedName `json:"renamed"` // whose name another note has, or had
	Left      []LeftOut   `json:"-"`
	DryRun    bool        `json:"dry_run"`
	Commits   []string    `json:"commits"` // one a batch
	Committed bool        `json:"committed"`
	Indexed   bool        `json:"indexed"`
	Notes     []string    `json:"notes"` // what the caller should know, a sentence each
}

// MovedName is a memory and the note that it is, or was.
type MovedName struct {
	Place string      `json:"place"`
	Slug  memory.Slug `json:"slug"`
}

// ErrDouble says that another memory has the name and the text of this one.
var ErrDouble = errors.New("another memory with its name has the very same text")

// LeftOut is something that was not stored, and why.
type LeftOut struct {
	Place string
	Err   error
}

// Failed reports whether it was a memory that could not be kept, and not something that is
// none.
func (l LeftOut) Failed() bool {
	return !errors.Is(l.Err, ErrDouble) && !errors.Is(l.Err, foreign.ErrNotMemory) && !errors.Is(l.Err, foreign.ErrNoText) && !errors.Is(l.Err, foreign.ErrLink)
}

// moveWindow is how many memories are read and checked before they are written.
const moveWindow = 2048

// Move keeps memories of another system with their own dates and ids, each checked as a
// capture is, in batches of one commit. What was imported before is left as it is. What
// cannot be kept is in Left and stops nothing else. An error says how far it came; the same
// again does the rest.
func (e *Engine) Move(ctx context.Context, in Move) (Moved, error) {
	m := &mover{e: e, in: in, out: Moved{Changed: []MovedName{}, Renamed: []MovedName{}, DryRun: in.DryRun}, unkept: map[string]int{}}
	m.tally = Imported{Commits: []string{}, Committed: !in.DryRun, Indexed: !in.DryRun}
	m.im = importer{e: e, in: Import{From: in.Format + " " + in.From, Actor: in.Actor, DryRun: in.DryRun}, families: map[memory.Slug]*family{}}
	defer e.onceOnly()()
	defer keptGC()()
	if e.scanner == nil {
		e.scanner = secret.New() // before two goroutines want it
	}
	err := m.all(ctx)
	m.finish(ctx)
	return m.out, err
}

// mover is one Move on its way.
type mover struct {
	e      *Engine
	in     Move
	im     importer
	out    Moved
	tally  Imported
	known  *knownSources
	begun  bool
	taken  int
	long   int
	spans  int
	unkept map[string]int // what is told once, with a number
}

func (m *mover) all(ctx context.Context) error {
	var window []foreign.Note
	for item := range m.in.Items {
		if err := ctx.Err(); err != nil {
			return err
		}
		switch {
		case item.Left != nil:
			m.leave(item.Place, item.Left)
			continue
		case m.passedOver(item.Note):
			m.out.Found++
			m.out.Older++
			continue
		}
		m.out.Found++
		if m.taken++; m.taken == nightGCFrom {
			debug.SetGCPercent(nightGC) // until Move ends
		}
		if window = append(window, item.Note); len(window) == moveWindow {
			if err := m.window(ctx, window); err != nil {
				return err
			}
			window = window[:0]
		}
	}
	return m.window(ctx, window)
}

func (m *mover) leave(place string, err error) { m.out.Left = append(m.out.Left, LeftOut{place, err}) }

// passedOver reports whether a memory is older than was asked for, or one too many.
func (m *mover) passedOver(n foreign.Note) bool {
	if m.in.Limit > 0 && m.taken >= m.in.Limit {
		return true
	}
	newest := n.Captured
	if n.Updated.After(newest) {
		newest = n.Updated
	}
	return !m.in.Since.IsZero() && !newest.IsZero() && newest.Before(m.in.Since)
}

// window checks some memories and writes them.
func (m *mover) window(ctx context.Context, notes []foreign.Note) error {
	if len(notes) == 0 {
		return nil
	}
	if !m.begun {
		m.begun = true
		m.im.rebuild = !m.in.DryRun && m.e.worthRebuilding(ctx, len(notes))
		var err error
		if m.known, err = m.e.knownSources(ctx, m.in.Format); err != nil {
			return err
		}
	}
	drafts, errs, cuts := make([]importDraft, len(notes)), make([]error, len(notes)), make([]int, len(notes))
	m.e.each(len(notes), func(i int) { drafts[i], cuts[i], errs[i] = m.draft(notes[i]) })
	var ready []importDraft
	for i, d := range drafts {
		if errs[i] != nil {
			m.leave(notes[i].Place, errs[i])
			continue
		}
		m.spans += cuts[i]
		if !m.fresh(&d) {
			continue
		}
		if len(d.Text) > memory.LongText {
			m.long++
		}
		if len(notes[i].File) > 0 && d.file == nil {
			m.unkept["file(s) whose frontmatter cannot be edited: each is whole the text of a note"]++
		}
		ready = append(ready, d)
	}
	for len(ready) > 0 {
		n := batchOf(ready)
		if err := m.im.batch(ctx, ready[:n], &m.tally); err != nil {
			return fmt.Errorf("import from %s to %s: %w; %d notes are stored, the same import again does the rest",
				ready[0].place, ready[n-1].place, err, m.tally.Stored)
		}
		ready = ready[n:]
		m.e.step(m.tally.Stored+m.tally.Already, 0)
	}
	return nil
}

// fresh reports whether a memory is to be stored: it was not imported before, or has changed
// there and changes are wanted.
func (m *mover) fresh(d *importDraft) bool {
	same, changed := m.known.find(d)
	switch {
	case same:
		m.out.Already++
		return false
	case len(changed) == 0:
		m.known.add(d)
		return true
	case m.in.Update:
		d.Supersedes = changed
		m.known.add(d)
		return true
	}
	m.out.Changed = append(m.out.Changed, MovedName{d.place, changed[0]})
	return false
}

// draft makes what may be stored of a memory.
func (m *mover) draft(n foreign.Note) (importDraft, int, error) {
	d := importDraft{place: n.Place, at: n.Captured, updated: n.Updated, lasting: n.Lasting}
	d.Draft = memory.Draft{
		Title: oneLineOf(n.Title), Type: n.Type, Status: memory.Unfiled, Source: n.Source, Scope: n.Scope, Session: n.Session,
		Importance: n.Importance, ValidUntil: n.ValidUntil, Origin: n.Origin, Actor: m.in.Actor,
	}
	if n.Status != "" && !n.Status.Live() {
		d.retired = n.Status
	} else if m.in.Status != "" && n.Status == "" {
		d.Status = m.in.Status
	}
	if m.in.Origin != "" {
		d.Origin = m.in.Origin
	}
	if m.in.Scope != nil {
		d.Scope = *m.in.Scope
	}
	for _, tag := range n.Tags {
		if tag = strings.Join(strings.Fields(strings.TrimLeft(tag, "#")), "-"); tag != "" && !slices.Contains(d.Tags, tag) {
			d.Tags = append(d.Tags, tag)
		}
	}
	for _, name := range n.Aliases {
		if name = oneLineOf(name); name != "" && !slices.Contains(d.Aliases, name) {
			d.Aliases = append(d.Aliases, name)
		}
	}
	if len(n.File) > 0 {
		return m.file(d, n)
	}
	return m.text(d, n, n.Text)
}

func oneLineOf(text string) string { return strings.Join(strings.Fields(text), " ") }

// text finishes a draft whose note is made of a text.
func (m *mover) text(d importDraft, n foreign.Note, raw string) (importDraft, int, error) {
	text, err := memory.NormalText([]byte(raw))
	if err != nil {
		return d, 0, err
	}
	cut := 0
	d.Text, cut = secret.CutPrivate(text)
	if d.base = m.base(n, d); n.Name != "" && string(d.base) != n.Name && !slices.Contains(d.Aliases, oneLineOf(n.Name)) {
		d.Aliases = append([]string{oneLineOf(n.Name)}, d.Aliases...)
	}
	if n.Name != "" {
		d.Slug = d.base // so that it is told if another note has it
	}
	cut += cutPrivate(&d.Draft)
	if strings.TrimSpace(d.Text) == "" {
		return d, cut, ErrPrivate
	}
	if err := d.Check(m.e.settings); err != nil {
		return d, cut, err
	}
	if err := m.e.refuseSecrets([]named{
		{"text", d.Text}, {"title", d.Title}, {"source", d.Source}, {"scope", d.Scope}, {"session", d.Session},
		{"tags", strings.Join(d.Tags, "\n")}, {"aliases", strings.Join(d.Aliases, "\n")}, {"slug", string(d.base)},
	}); err != nil {
		return d, cut, err
	}
	if d.Type == "" {
		guess, sure := judge.Guess(d.Title, d.Text)
		if d.Type = guess; !sure {
			d.Type = memory.Reference
		}
	}
	return d, cut, nil
}

// base is the name that a note asks for: that of its file or its own where it can be one.
func (m *mover) base(n foreign.Note, d importDraft) memory.Slug {
	if CheckSlug(n.Name) == nil {
		return memory.Slug(n.Name)
	}
	if n.Name != "" {
		return vault.SlugFor(n.Name, d.Text)
	}
	return vault.SlugFor(d.Title, d.Text)
}

// file finishes a draft whose note is a whole file.
func (m *mover) file(d importDraft, n foreign.Note) (importDraft, int, error) {
	f, text, cuts, err := m.e.readFile(n.File, n.Name, n.Captured, n.Own)
	if err != nil {
		return d, cuts, err
	}
	if f == nil {
		return m.text(d, n, text)
	}
	if err := m.e.refuseSecrets([]named{{"source", d.Source}, {"aliases", strings.Join(d.Aliases, "\n")}, {"tags", strings.Join(d.Tags, "\n")}}); err != nil {
		return d, cuts, err
	}
	f.tags, f.aliases, f.scope, f.status, f.origin = d.Tags, d.Aliases, m.in.Scope, d.Status, d.Origin
	f.forced = m.in.Status != "" || m.in.Origin != ""
	if f.own && m.in.Status == "" {
		f.status = ""
	}
	d.Slug = m.base(n, importDraft{Draft: memory.Draft{Text: text}})
	d.adopt(f)
	if own := f.note.Source; own != "" {
		d.Source = own
	}
	if _, _, err := f.named(d, d.base); err != nil {
		whole, err := memory.NormalText(n.File)
		if err != nil {
			return d, cuts, err
		}
		d.file = nil
		return m.text(d, n, whole)
	}
	return d, cuts, nil
}

// finish turns what the importer counted into the reply.
func (m *mover) finish(ctx context.Context) {
	if m.im.rebuild && m.tally.Stored > 0 {
		if err := m.e.renew(ctx, m.e.index.Generation(), index.ErrAbsent); err != nil {
			m.tally.Indexed = false
			m.e.notice("not indexed yet: %v; the next recall builds the index", err)
		}
	}
	o := &m.out
	o.Stored, o.Already = m.tally.Stored, o.Already+m.tally.Already-len(m.im.doubles)
	for _, place := range m.im.doubles {
		m.leave(place, ErrDouble)
	}
	o.Commits, o.Committed, o.Indexed = m.tally.Commits, m.tally.Committed, m.tally.Indexed
	for _, c := range m.im.renamed {
		o.Renamed = append(o.Renamed, MovedName{c.place, c.note.Slug})
	}
	o.Notes = orEmpty(importRemarks(m.long, m.spans, nil))
	for what, n := range m.unkept {
		o.Notes = append(o.Notes, fmt.Sprintf("%d %s", n, what))
	}
	if len(o.Changed) > 0 {
		o.Notes = append(o.Notes, fmt.Sprintf("%d note(s) have another text there now: --update stores it as a new note that supersedes the old one", len(o.Changed)))
	}
}
