package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"mem/internal/jsonl"
	"mem/internal/judge"
	"mem/internal/memory"
	"mem/internal/vault"
)

// Throwaway makes a vault of notes in an empty folder, to be measured and deleted: without
// a repository, without a guard, and without waiting for the disk. Its clock is the newest
// `captured` among the notes, so that the same notes rank the same on any day; a note that
// does not say when it was captured counts as captured then.
//
// A note whose slug no file can have, or another's file has by case or Unicode form, gets
// another one: names maps it to the note's own.
func Throwaway(ctx context.Context, dir string, notes []jsonl.Note, o Options) (e *Engine, names Names, err error) {
	newest := time.Time{}
	for _, n := range notes {
		if n.Captured.After(newest) {
			newest = n.Captured
		}
	}
	if !newest.IsZero() {
		o.Now = newest
	}
	names = Names{}
	taken := map[string]bool{}
	for _, line := range notes {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		n := noteOf(line, o.Now)
		base := n.Slug
		for i := 2; taken[vault.FoldKey(n.Slug)]; i++ {
			n.Slug = memory.Slug(fmt.Sprintf("%s-%d", base, i))
		}
		taken[vault.FoldKey(n.Slug)] = true
		if string(n.Slug) != line.Slug && line.Slug != "" {
			names[n.Slug] = line.Slug
		}
		if err := writePlain(filepath.Join(dir, memory.Shard(n.Captured), string(n.Slug)+".md"), vault.Encode(n)); err != nil {
			return nil, nil, fmt.Errorf("make the throw-away vault: %w", err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "memory"), 0o700); err != nil {
		return nil, nil, fmt.Errorf("make the throw-away vault: %w", err)
	}
	e, err = Open(dir, o)
	return e, names, err
}

// noteOf makes the note that a line says, active unless it says otherwise.
func noteOf(line jsonl.Note, now time.Time) *memory.Note {
	d := draftOf(line)
	if d.Type == "" {
		d.Type, _ = judge.Guess(d.Title, d.Text)
	}
	at := line.Captured
	if at.IsZero() {
		at = now
	}
	slug := d.Slug
	if vault.CheckSlug(string(slug)) != nil {
		slug = vault.SlugFor(string(slug), d.Text)
	}
	if slug == "" {
		slug = vault.SlugFor(d.Title, d.Text)
	}
	n := d.Note(slug, at)
	if n.Status = memory.Active; line.Status != "" {
		n.Status, _ = memory.ParseStatus(line.Status)
	}
	return n
}

// draftOf is a line as a capture would be given it.
func draftOf(line jsonl.Note) memory.Draft {
	d := memory.Draft{
		Text: line.Text, Title: line.Title, Slug: memory.Slug(line.Slug), Type: memory.Type(line.Type), Status: memory.Status(line.Status),
		Aliases: line.Aliases, Source: line.Source, Scope: line.Scope, Importance: line.Importance, Session: line.Session,
	}
	for _, tag := range line.Tags {
		if tag = strings.TrimLeft(tag, "#"); tag != "" { // as Obsidian shows it
			d.Tags = append(d.Tags, tag)
		}
	}
	return d
}

// writePlain writes a file that nobody will miss.
func writePlain(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}
