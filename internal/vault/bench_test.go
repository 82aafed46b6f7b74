package vault

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"mem/internal/memory"
)

// tenThousand makes a vault of 10,000 notes over twelve months.
func tenThousand(b *testing.B) *Vault {
	v, _, err := Ensure(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { v.Close() })
	for m := 1; m <= 12; m++ {
		dir := filepath.Join(v.Root(), fmt.Sprintf("memory/2026/%02d", m))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			b.Fatal(err)
		}
		for i := range 834 {
			name := fmt.Sprintf("lock-timeout-was-a-busy-retry-%04d", i*12+m)
			if err := os.WriteFile(filepath.Join(dir, name+".md"), []byte(note(name, "", "The lock was held by a retry.")), 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
	return v
}

func BenchmarkTenThousand(b *testing.B) {
	v := tenThousand(b)
	ctx := context.Background()
	list, err := v.List(ctx)
	if err != nil || len(list.Notes) < 10000 {
		b.Fatal(len(list.Notes), err)
	}
	parts := []struct {
		name string
		do   func() error
	}{
		{"List", func() error { _, err := v.List(ctx); return err }},
		{"ShardTimes", func() error { _, err := v.ShardTimes(); return err }},
		{"ListShard", func() error { _, err := v.ListShard(ctx, "memory/2026/12"); return err }},
		{"Read200", func() error {
			for _, s := range list.Notes[:200] {
				if _, _, err := v.Read(s.Path); err != nil {
					return err
				}
			}
			return nil
		}},
		{"Resolve", func() error { _, err := v.Resolve(string(memory.Stem(list.Notes[5000].Path))); return err }},
		{"Free", func() error { v.Free([]memory.Slug{"a-name-that-is-free"}); return nil }},
		{"Update", func() error { return v.Update(ctx, func(*Writer) error { return nil }) }},
		{"Capture", func() error { _, err := claimAndCreate(v, "a-name-that-is-free", "Some words."); return err }},
		{"Check", func() error { _, err := v.Check(ctx, list); return err }},
	}
	for _, p := range parts {
		b.Run(p.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := p.do(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
