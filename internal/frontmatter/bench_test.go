package frontmatter

import "testing"

const usual = `---
type: fix
status: unfiled
captured: 2026-08-03T14:22:00Z
updated: 2026-08-03T14:22:00Z
slug: lock-timeout-was-busy-retry
title: Lock timeout was a busy retry
tags: [sqlite, locking]
aliases: [database is locked]
scope: api-server
importance: 5
source: https://x.invalid/issues/1
actor: agent:claude-code
---

The retry loop never slept.
`

// BenchmarkFields is what listing pays for a note: 10,000 notes are 10,000 of these.
func BenchmarkFields(b *testing.B) {
	rows := []struct{ name, note string }{
		{"scanner", usual},
		{"reader", "---\nsummary: |\n  two\n  lines\n" + usual[4:]},
		{"salvage", "---\nsummary: a: b\n" + usual[4:]},
	}
	for _, row := range rows {
		b.Run(row.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f := Split([]byte(row.note)).Fields()
				if f.String("status") != "unfiled" || len(f.List("tags")) != 2 {
					b.Fatal("misread")
				}
			}
		})
	}
}

func BenchmarkApply(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Apply([]byte(usual), Set("status", Text("active")), Set("trust", Text("verified"))); err != nil {
			b.Fatal(err)
		}
	}
}
