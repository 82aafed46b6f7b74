package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"mem/internal/index"
	"mem/internal/jsonl"
	"mem/internal/judge"
	"mem/internal/memory"
	"mem/internal/secret"
	"mem/internal/vault"
)

// Import is notes of another system that are to be kept.
type Import struct {
	Notes  []jsonl.Note
	From   string        // where they come from, for the commits: a file's name
	Actor  memory.Actor  // who imports
	DryRun bool          // say what would be done, and write nothing
	Status memory.Status // "" = as the line says, else unfiled
	Scope  *string       // nil = as the line says
}

// Imported is the reply to an import, as `import jsonl --json` prints it.
type Imported struct {
	Stored    int            `json:"stored"`
	Already   int            `json:"already"` // the very note is there: the same slug, scope and text
	Renamed   []Renamed      `json:"renamed"` // whose slug another text has, or had
	Failed    []ImportFailed `json:"-"`       // by line
	DryRun    bool           `json:"dry_run"`
	Commits   []string       `json:"commits"` // one a batch
	Committed bool           `json:"committed"`
	Indexed   bool           `json:"indexed"`
	Notes     []string       `json:"notes"` // what the caller should know, a sentence each
}

// Renamed is a note that got another slug than its line asks for.
type Renamed struct {
	Line int         `json:"line"`
	From memory.Slug `json:"from"`
	Slug memory.Slug `json:"slug"`
}

// ImportFailed is a line whose note was not stored, and why.
type ImportFailed struct {
	Line int
	Err  error
}

// A batch is written under one hold of the lock and is one commit: at most this many notes,
// and about this many bytes of text. Others who write wait for it.
const (
	importNotes = 256
	importBytes = 8 << 20
)

// Import keeps notes of another system with their own dates, each checked as a capture is.
// One that is there already, with the same slug, scope and text, is left as it is; where
// another text has the slug the note gets a numbered one. What fails is in Failed and stops
// nothing else. An error says how far it came; the same import done again does the rest.
func (e *Engine) Import(ctx context.Context, in Import) (Imported, error) {
	out := Imported{Renamed: []Renamed{}, Failed: []ImportFailed{}, DryRun: in.DryRun, Commits: []string{}, Committed: !in.DryRun, Indexed: !in.DryRun}
	defer e.onceOnly()()
	defer keptGC()()
	if len(in.Notes) >= nightGCFrom {
		debug.SetGCPercent(nightGC) // until Import ends
	}
	drafts := e.importable(in, &out)
	im := importer{e: e, in: in, all: len(drafts), families: map[memory.Slug]*family{}}
	im.rebuild = !in.DryRun && e.worthRebuilding(ctx, len(drafts))
	for len(drafts) > 0 {
		n := batchOf(drafts)
		if err := im.batch(ctx, drafts[:n], &out); err != nil {
			return out, fmt.Errorf("import the notes of lines %d to %d: %w; %d notes are stored, the same import again does the rest",
				drafts[0].line, drafts[n-1].line, err, out.Stored)
		}
		drafts = drafts[n:]
		e.step(im.all-len(drafts), im.all)
	}
	if im.rebuild && out.Stored > 0 {
		if err := e.renew(ctx, e.index.Generation(), index.ErrAbsent); err != nil {
			out.Indexed = false
			e.notice("not indexed yet: %v; the next recall builds the index", err)
		}
	}
	return out, nil
}

// onceOnly lets no notice be given twice, until the function that it returns is called: what
// keeps one batch from being committed does so with all.
func (e *Engine) onceOnly() (end func()) {
	tell, said := e.o.Notice, map[string]bool{}
	if tell == nil {
		return func() {}
	}
	e.o.Notice = func(text string) {
		if !said[text] {
			said[text] = true
			tell(text)
		}
	}
	return func() { e.o.Notice = tell }
}

// importDraft is a note that may be stored.
type importDraft struct {
	memory.Draft
	line    int
	place   string    // of what is no line
	at      time.Time // when it was captured there; zero = not said
	updated time.Time // zero = then
	retired memory.Status
	base    memory.Slug
	file    *movedFile // the note is this file; nil = it is made of the draft
	lasting bool       // the source stays with the memory
}

// importable checks every line as a capture would be checked.
func (e *Engine) importable(in Import, out *Imported) []importDraft {
	if e.scanner == nil {
		e.scanner = secret.New() // before two goroutines want it
	}
	drafts, errs, cuts := make([]importDraft, len(in.Notes)), make([]error, len(in.Notes)), make([]int, len(in.Notes))
	e.each(len(in.Notes), func(i int) { drafts[i], cuts[i], errs[i] = e.importDraft(in, in.Notes[i]) })
	var ready []importDraft
	long, spans, unknown := 0, 0, map[string]int{}
	for i, d := range drafts {
		for _, key := range in.Notes[i].Unknown {
			unknown[key]++
		}
		if errs[i] != nil {
			out.Failed = append(out.Failed, ImportFailed{in.Notes[i].Line, errs[i]})
			continue
		}
		if len(d.Text) > memory.LongText {
			long++
		}
		spans += cuts[i]
		ready = append(ready, d)
	}
	out.Notes = orEmpty(importRemarks(long, spans, unknown))
	return ready
}

func importRemarks(long, spans int, unknown map[string]int) []string {
	var notes []string
	for _, key := range slices.Sorted(maps.Keys(unknown)) {
		notes = append(notes, fmt.Sprintf("unknown key %q, on %d line(s): left out", memory.Cut(key, 40), unknown[key]))
	}
	if spans > 0 {
		notes = append(notes, fmt.Sprintf("%d private span(s) cut out before anything was stored", spans))
	}
	if long > 0 {
		notes = append(notes, fmt.Sprintf("%d note(s) of over %d bytes: a memory is one concept; several short ones are recalled better", long, memory.LongText))
	}
	return notes
}

func (e *Engine) importDraft(in Import, line jsonl.Note) (importDraft, int, error) {
	if line.File != "" {
		return e.importFile(in, line)
	}
	d := importDraft{Draft: draftOf(line), line: line.Line, at: line.Captured}
	text, err := memory.NormalText([]byte(line.Text))
	if err != nil {
		return d, 0, err
	}
	var cut int
	d.Text, cut = secret.CutPrivate(text)
	cut += cutPrivate(&d.Draft)
	if strings.TrimSpace(d.Text) == "" {
		return d, cut, ErrPrivate
	}
	d.Actor = in.Actor
	if in.Scope != nil {
		d.Scope = *in.Scope
	}
	if in.Status != "" {
		d.Status = in.Status
	}
	if d.Status == "" {
		d.Status = memory.Unfiled // a night files it, as all that moves in
	}
	if d.Slug != "" {
		if err := CheckSlug(string(d.Slug)); err != nil {
			return d, cut, fmt.Errorf("%w; write %q, or leave the slug out", err, vault.SlugFor(string(d.Slug), d.Text))
		}
	}
	if err := d.Check(e.settings); err != nil {
		return d, cut, err
	}
	if err := e.refuseSecrets([]named{
		{"text", d.Text}, {"title", d.Title}, {"source", d.Source}, {"scope", d.Scope}, {"session", d.Session},
		{"tags", strings.Join(d.Tags, "\n")}, {"aliases", strings.Join(d.Aliases, "\n")}, {"slug", string(d.Slug)},
	}); err != nil {
		return d, cut, err
	}
	if d.Type == "" {
		guess, sure := judge.Guess(d.Title, d.Text)
		if d.Type = guess; !sure {
			d.Type = memory.Reference
		}
	}
	if d.base = d.Slug; d.base == "" {
		d.base = vault.SlugFor(d.Title, d.Text)
	}
	return d, cut, nil
}

// batchOf is how many of the drafts are written at once.
func batchOf(drafts []importDraft) int {
	bytes := 0
	for i, d := range drafts[:min(importNotes, len(drafts))] {
		if bytes += len(d.Text); bytes > importBytes && i > 0 {
			return i
		}
	}
	return min(importNotes, len(drafts))
}

// worthRebuilding reports whether building the index anew costs less than telling it of so
// many notes: it takes some 5,000 notes a second, a batch told some hundred milliseconds.
func (e *Engine) worthRebuilding(ctx context.Context, notes int) bool {
	if notes <= 2*importNotes {
		return false
	}
	listing, err := e.vault.List(ctx)
	return err == nil && notes > len(listing.Notes)/4
}

// importer is one import on its way.
type importer struct {
	e        *Engine
	in       Import
	all      int
	rebuild  bool // the index is built anew at the end, and told nothing before
	families map[memory.Slug]*family
	renamed  []chosenNote // those that did not get the name that they asked for
	doubles  []string     // places of what another memory is already, by name and text
	names    *vault.Names // of the batch; of all batches on a dry run
}

// family is the notes base, base-2, base-3, …, as far as they were looked at.
type family struct {
	texts map[memory.Hash]bool // texts with their scopes
	next  int                  // the first that was not looked at, from 1
}

// batch stores some drafts with one commit.
func (im *importer) batch(ctx context.Context, drafts []importDraft, out *Imported) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if im.in.DryRun {
		chosen, err := im.choose(drafts)
		im.report(chosen, len(drafts), nil, out)
		return err
	}
	var chosen []chosenNote
	receipts, told, err := im.e.write(ctx, !im.rebuild, func(*vault.Writer) (_ []memory.Change, err error) {
		if chosen, err = im.choose(drafts); err != nil || len(chosen) == 0 {
			return nil, err
		}
		return []memory.Change{im.change(chosen)}, nil
	})
	if !im.rebuild {
		im.e.tellIndex(ctx, receipts, told)
	}
	if len(receipts) == 0 && len(chosen) > 0 {
		if err == nil {
			err = errors.New("nothing was written") // unreachable: a change has a receipt or an error
		}
		return err
	}
	im.report(chosen, len(drafts), receipts, out)
	return err
}

func (im *importer) report(chosen []chosenNote, drafts int, receipts []Receipt, out *Imported) {
	out.Stored += len(chosen)
	out.Already += drafts - len(chosen)
	for _, c := range chosen {
		if c.asked != "" && c.note.Slug != c.asked {
			im.renamed = append(im.renamed, chosenNote{note: &memory.Note{Slug: c.note.Slug}, place: c.place})
			out.Renamed = append(out.Renamed, Renamed{c.line, c.asked, c.note.Slug})
		}
	}
	for _, r := range receipts {
		if r.Commit != "" {
			out.Commits = append(out.Commits, r.Commit)
		}
		out.Committed = out.Committed && r.Committed
		out.Indexed = out.Indexed && (r.Indexed || im.rebuild)
	}
}

// chosenNote is a note with the name that it gets.
type chosenNote struct {
	note  *memory.Note
	data  []byte      // its file
	asked memory.Slug // by its line; "" = none
	line  int
	place string
}

// choose names the drafts that are not there yet. It runs under the vault's lock, but for a
// dry run.
func (im *importer) choose(drafts []importDraft) ([]chosenNote, error) {
	if im.names == nil || !im.in.DryRun {
		im.names = im.e.vault.Names()
	}
	gone := map[memory.Slug]bool{}
	for _, s := range im.e.retired() {
		gone[s] = true
	}
	var out []chosenNote
	for _, d := range drafts {
		if d.at.IsZero() {
			d.at = im.e.o.Now
		}
		slug, err := im.name(d, memory.Shard(d.at), gone)
		if err != nil {
			return nil, err
		}
		if slug == "" {
			if d.lasting && (d.file == nil || !d.file.own) {
				im.doubles = append(im.doubles, d.place)
			}
			continue
		}
		chosen, err := d.chosen(slug)
		if err != nil {
			return nil, err
		}
		out = append(out, chosen)
	}
	return out, nil
}

// name gives a draft the first name of its family that no note has, or had; "" when the
// very note is among the family.
func (im *importer) name(d importDraft, shard string, gone map[memory.Slug]bool) (memory.Slug, error) {
	f := im.families[d.base]
	if f == nil {
		f = &family{map[memory.Hash]bool{}, 1}
		im.families[d.base] = f
	}
	same := textOf(d.Text, d.Scope)
	for !f.texts[same] {
		slug := vault.Numbered(d.base, f.next)
		files, taken, err := im.names.Holder(slug)
		if err != nil {
			return "", err
		}
		f.next++
		for _, path := range files {
			if n, _, err := im.e.vault.Read(path); err == nil {
				f.texts[textOf(n.Body, n.Scope)] = true
			}
		}
		if !taken && !gone[slug] && !im.had(shard, slug) {
			f.texts[same] = true
			im.names.Take(slug)
			return slug, nil
		}
	}
	return "", nil
}

// had reports whether the history's newest commit has a note of a name that is not on disk.
func (im *importer) had(shard string, slug memory.Slug) bool {
	repo, err := im.e.history()
	if err != nil {
		return false
	}
	_, had, _ := repo.FileAtHead(shard + "/" + string(slug) + ".md")
	return had
}

func textOf(text, scope string) memory.Hash {
	return memory.HashOf([]byte(scope + "\x00" + memory.Canonical(text)))
}

// chosen is the note that a draft becomes, with its file.
func (d importDraft) chosen(slug memory.Slug) (chosenNote, error) {
	c := chosenNote{asked: d.Slug, line: d.line, place: d.place}
	if d.file != nil {
		var err error
		c.note, c.data, err = d.file.named(d, slug)
		return c, err
	}
	c.note = d.Note(slug, d.at)
	if !d.updated.IsZero() {
		c.note.Updated = d.updated
	}
	if d.retired != "" {
		c.note.Status, c.note.Declared = d.retired, string(d.retired)
	}
	c.data = vault.Encode(c.note)
	return c, nil
}

// span says which part of what is imported some notes are.
func (im *importer) span(chosen []chosenNote) string {
	first, last := chosen[0], chosen[len(chosen)-1]
	if first.place == "" {
		return fmt.Sprintf("lines %d to %d", first.line, last.line)
	}
	name := func(place string) string {
		return memory.Cut(strings.Join(strings.Fields(im.e.harmless("place", place)), " "), 60)
	}
	return name(first.place) + " to " + name(last.place)
}

// change makes one change of a batch.
func (im *importer) change(chosen []chosenNote) memory.Change {
	from := memory.Cut(strings.Join(strings.Fields(im.e.harmless("source", im.in.From)), " "), 40)
	c := memory.Change{
		Op: memory.OpImport, Detail: fmt.Sprintf("%d notes from %s", len(chosen), from), Actor: im.in.Actor,
		Reason: fmt.Sprintf("Imported from %s, %s: notes of another system, with their own dates.", from, im.span(chosen)),
	}
	ledger := im.e.captures()
	for _, x := range chosen {
		c.Notes = append(c.Notes, x.note.Slug)
		c.Files = append(c.Files, memory.Create{Path: x.note.Path, Data: x.data})
		if age := im.e.o.Now.Sub(x.note.Captured); age <= retryWindow && age >= -retryWindow {
			ledger.add(x.note)
		}
	}
	return c
}
