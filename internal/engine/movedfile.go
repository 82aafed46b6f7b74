package engine

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"mem/internal/frontmatter"
	"mem/internal/jsonl"
	"mem/internal/judge"
	"mem/internal/memory"
	"mem/internal/secret"
	"mem/internal/vault"
)

// movedFile is a file of another system that becomes a note whole, with its frontmatter.
// What mem adds goes line by line; every other byte stays.
type movedFile struct {
	data   []byte
	fields frontmatter.Fields
	note   *memory.Note // as the file says it
	own    bool         // it has all that mem writes: nothing is added
	name   string       // its file's name there

	tags, aliases []string // to be added
	scope         *string  // to be set; nil = as the file says
	status        memory.Status
	origin        memory.Origin // to be set; "" = as the file says
	forced        bool          // status and origin were asked for, and count for mem's own files too
}

// errMixed says that a line's keys and its file are not the same note.
var errMixed = errors.New(`"text" is not the text of "file": leave one of them out`)

// ownFile reports whether a file is as mem writes notes: then it is kept to the byte.
func ownFile(n *memory.Note, f frontmatter.Fields, name string) bool {
	_, known := memory.ParseStatus(n.Declared)
	return known && n.Type != "" && !n.CapturedGuessed && f.String("slug") == name && vault.CheckSlug(name) == nil
}

// readFile checks the bytes of a file as a capture's text is checked, cuts what is private
// out of them, and reads them. A file whose frontmatter cannot be edited has no movedFile:
// it can only be the text of a note, unless it is one of mem's own.
func (e *Engine) readFile(data []byte, name string, at time.Time, own bool) (f *movedFile, text string, cuts int, err error) {
	switch {
	case !utf8.Valid(data):
		return nil, "", 0, fmt.Errorf("%w: it is not UTF-8", memory.ErrNotText)
	case bytes.IndexByte(data, 0) >= 0:
		return nil, "", 0, fmt.Errorf("%w: it has a NUL byte", memory.ErrNotText)
	}
	doc := frontmatter.Split(data)
	head := len(data) - len(doc.Body())
	block, inBlock := secret.CutPrivate(string(data[:head]))
	body, inBody := secret.CutPrivate(string(data[head:]))
	cuts = inBlock + inBody
	switch data = []byte(block + body); {
	case strings.TrimSpace(body) == "" && cuts > 0:
		return nil, "", cuts, ErrPrivate
	case strings.TrimSpace(body) == "":
		return nil, "", cuts, memory.ErrBlank
	case memory.TooLong(body):
		return nil, "", cuts, fmt.Errorf("%w: %d bytes, at most %d can be one memory", memory.ErrTooLong, len(body), memory.MaxText)
	}
	if err := e.refuseSecrets([]named{{"text", string(data)}, {"slug", name}}); err != nil {
		return nil, "", cuts, err
	}
	doc = frontmatter.Split(data)
	if doc.Editable() != nil && !own {
		text, err = memory.NormalText(data)
		return nil, text, cuts, err
	}
	f = &movedFile{data: data, fields: doc.Fields(), name: name, note: vault.Decode("memory/"+name+".md", data, at)}
	f.own = own || ownFile(f.note, f.fields, name)
	return f, f.note.Body, cuts, nil
}

// importFile makes a draft of a line that has the whole file.
func (e *Engine) importFile(in Import, line jsonl.Note) (importDraft, int, error) {
	d := importDraft{Draft: draftOf(line), line: line.Line, at: line.Captured}
	d.Actor = in.Actor
	if err := CheckSlug(line.Slug); err != nil {
		return d, 0, fmt.Errorf("%w; a line with a file names its slug", err)
	}
	f, text, cuts, err := e.readFile([]byte(line.File), line.Slug, line.Captured, true)
	switch {
	case err != nil:
		return d, cuts, err
	case cuts == 0 && !memory.Same(text, line.Text):
		return d, cuts, errMixed
	}
	f.scope, f.status, f.forced = in.Scope, in.Status, in.Status != ""
	d.adopt(f)
	return d, cuts, nil
}

// adopt takes what a draft needs to know from its file.
func (d *importDraft) adopt(f *movedFile) {
	d.file, d.Text, d.base = f, f.note.Body, d.Slug
	if !f.note.CapturedGuessed {
		d.at = f.note.Captured
	}
	if d.Scope = f.note.Scope; f.scope != nil {
		d.Scope = *f.scope
	}
	if f.note.Type != "" {
		d.Type = f.note.Type
	} else if d.Type == "" {
		guess, sure := judge.Guess(f.note.Title, f.note.Body)
		if d.Type = guess; !sure {
			d.Type = memory.Reference
		}
	}
}

// named is the note of a given slug, and its file.
func (f *movedFile) named(d importDraft, slug memory.Slug) (*memory.Note, []byte, error) {
	at := d.at.UTC().Truncate(time.Second)
	data := f.data
	if edits := f.edits(d, slug, at); len(edits) > 0 {
		var err error
		if data, err = frontmatter.Apply(data, edits...); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", d.place, err)
		}
	}
	return vault.Decode(memory.Shard(d.at)+"/"+string(slug)+".md", data, at), data, nil
}

// edits are the lines that mem adds to a file, or sets.
func (f *movedFile) edits(d importDraft, slug memory.Slug, at time.Time) (out []frontmatter.Edit) {
	set := func(key string, v frontmatter.Value) { out = append(out, frontmatter.Set(key, v)) }
	text := func(key, value string) {
		if value != "" && strings.TrimSpace(f.fields.String(key)) == "" {
			set(key, frontmatter.Text(value))
		}
	}
	if f.scope != nil && *f.scope != f.note.Scope {
		if *f.scope == "" {
			out = append(out, frontmatter.Remove("scope"))
		} else {
			set("scope", frontmatter.Text(*f.scope))
		}
	}
	if f.own && !f.forced {
		if said := f.fields.String("slug"); said != "" && said != string(slug) && f.name != string(slug) {
			set("slug", frontmatter.Text(string(slug)))
		}
		return out
	}
	if f.note.Type == "" {
		set("type", frontmatter.Text(string(d.Type)))
	}
	if status := f.statusFor(d); f.note.Declared != string(status) {
		set("status", frontmatter.Text(string(status)))
		if f.note.Declared != "" && !f.own {
			text("status_before", f.note.Declared)
		}
	}
	if !f.fields.Has("captured") {
		set("captured", frontmatter.Time(at))
	}
	if !f.fields.Has("updated") {
		updated := at
		if d.updated.After(at) {
			updated = d.updated
		}
		set("updated", frontmatter.Time(updated))
	}
	was := strings.TrimSpace(f.fields.String("slug"))
	if was != string(slug) {
		set("slug", frontmatter.Text(string(slug)))
	}
	out = append(out, f.lists(slug, was)...)
	text("source", d.Source)
	if len(d.Supersedes) > 0 {
		for _, s := range d.Supersedes {
			out = append(out, frontmatter.Append("supersedes", string(s)))
		}
	}
	if !d.ValidUntil.IsZero() && f.note.ValidUntil.IsZero() {
		set("valid_until", untilValue(d.ValidUntil))
	}
	text("actor", string(d.Actor))
	if f.origin != "" && (f.forced || f.note.Origin == "") && f.origin != f.note.OwnedBy() {
		set("origin", frontmatter.Text(string(f.origin)))
	}
	return out
}

// untilValue is the end of a window as a file says it: the midnight after a day is that day.
func untilValue(t time.Time) frontmatter.Value {
	if t.Truncate(24 * time.Hour).Equal(t) {
		return frontmatter.Date(t.UTC().AddDate(0, 0, -1))
	}
	return frontmatter.Time(t)
}

// statusFor is the status that the note gets: what was retired there stays so.
func (f *movedFile) statusFor(d importDraft) memory.Status {
	said, known := memory.ParseStatus(f.note.Declared)
	switch {
	case d.retired != "":
		return d.retired
	case known && !said.Live(), f.own && f.status == "":
		return said
	case f.status == "":
		return memory.Unfiled
	}
	return f.status
}

// lists adds tags and names to those that the file has. Obsidian's old key of one name is
// read by mem only where the new one is absent, so the new one then has both.
func (f *movedFile) lists(slug memory.Slug, was string) (out []frontmatter.Edit) {
	names := slices.Clone(f.aliases)
	for _, name := range []string{f.name, was} {
		if name != "" && name != string(slug) {
			names = append(names, name)
		}
	}
	for _, list := range []struct {
		key, old  string
		have, add []string
	}{{"tags", "tag", f.note.Tags, f.tags}, {"aliases", "alias", f.note.Aliases, names}} {
		var fresh []string
		for _, item := range list.add {
			same := func(have string) bool { return strings.EqualFold(strings.TrimPrefix(have, "#"), item) }
			if !slices.ContainsFunc(list.have, same) && !slices.ContainsFunc(fresh, same) {
				fresh = append(fresh, item)
			}
		}
		switch {
		case len(fresh) == 0:
		case len(f.fields.List(list.key)) == 0 || f.fields.String(list.key) != "":
			out = append(out, frontmatter.Set(list.key, frontmatter.List(append(slices.Clone(list.have), fresh...))))
		default:
			for _, item := range fresh {
				out = append(out, frontmatter.Append(list.key, item))
			}
		}
	}
	return out
}
