package vault

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"mem/internal/memory"
)

func full() *memory.Note {
	return &memory.Note{
		Slug: "kettle", Path: at("kettle"), Type: memory.Fix, Status: memory.Active, Captured: august, Updated: august.AddDate(0, 0, 1),
		Title: "no: really", Tags: []string{"sqlite", "yes", "a, b"}, Aliases: []string{"database is locked", "0123"}, Scope: "api-server",
		Importance: 7, Source: "https://example.org/#x", DerivedFrom: []memory.Slug{"a"}, Supersedes: []memory.Slug{"b", "2026"},
		SupersededBy: "c", ValidFrom: time.Date(2026, 6, 14, 0, 0, 0, 0, time.UTC), ValidUntil: time.Date(2026, 9, 2, 0, 0, 0, 0, time.UTC),
		Trust: memory.Verified, Uses: 3, LastUsed: time.Date(2026, 8, 2, 0, 0, 0, 0, time.UTC), Actor: "agent:claude-code",
		Origin: memory.OriginExternal, Session: "8a2f", Body: "Boil.\n", HasBlock: true, Declared: "active",
	}
}

func TestEncodeWritesTheKeysInTheirOrder(t *testing.T) {
	want := `---
type: fix
status: active
captured: 2026-08-03T14:22:00Z
updated: 2026-08-04T14:22:00Z
slug: kettle
title: "no: really"
tags: [sqlite, "yes", "a, b"]
aliases: [database is locked, "0123"]
scope: api-server
importance: 7
source: https://example.org/#x
derived_from: [a]
supersedes: [b, "2026"]
superseded_by: c
valid_from: 2026-06-14
valid_until: 2026-09-01
trust: verified
uses: 3
last_used: 2026-08-02
actor: agent:claude-code
origin: external
session: 8a2f
---

Boil.
`
	if got := string(Encode(full())); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	small := &memory.Note{Slug: "k", Status: memory.Unfiled, Captured: august, Importance: memory.DefaultImportance, Body: "Boil."}
	if got, want := string(Encode(small)), "---\nstatus: unfiled\ncaptured: 2026-08-03T14:22:00Z\nslug: k\n---\n\nBoil.\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDecodeOfEncodeIsTheNote(t *testing.T) {
	want := full()
	got := Decode(want.Path, Encode(want), time.Time{})
	want.Hash = got.Hash
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
	want.ValidUntil = want.ValidUntil.Add(time.Hour)
	if got := Decode(want.Path, Encode(want), time.Time{}); !got.ValidUntil.Equal(want.ValidUntil) {
		t.Errorf("an instant: got %v, want %v", got.ValidUntil, want.ValidUntil)
	}
}

func FuzzEncodeKeepsTheBody(f *testing.F) {
	for _, body := range []string{"x", "---\nstatus: expired\n---\n", "--- text", "\n\nx", "\r\nx", "...\n", "+++\n", "\ufeffx", "", "```\n---\n```", "{\"a\": 1}"} {
		f.Add(body, "a title")
	}
	f.Fuzz(func(t *testing.T, body, title string) {
		if strings.ContainsRune(body, 0) {
			return // capture refuses it: a file with a NUL is not read as text
		}
		n := &memory.Note{Slug: "kettle", Type: memory.Fix, Status: memory.Active, Captured: august, Title: title, Body: body}
		data := Encode(n)
		got := Decode(at("kettle"), data, written)
		if got.Body != body && got.Body != body+"\n" {
			t.Errorf("body %q became %q", body, got.Body)
		}
		if got.Type != memory.Fix || got.Status != memory.Active || !got.Captured.Equal(august) || got.CapturedGuessed {
			t.Errorf("the block of %q reads as %+v", data, got)
		}
		if want := strings.Join(strings.Fields(strings.ToValidUTF8(title, "\uFFFD")), " "); want != "" && got.Title != want {
			t.Errorf("title %q became %q", title, got.Title)
		}
		if data[len(data)-1] != '\n' {
			t.Errorf("no last newline: %q", data)
		}
	})
}
