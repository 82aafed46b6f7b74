package gitlog

import (
	"context"
	"fmt"
	"testing"
)

// grown makes a vault of n notes in shards, as git would have packed it.
func grown(b *testing.B, n int) *vault {
	v := newVault(b)
	shard := 830
	if n > 20_000 {
		shard = 3000
	}
	for i := range n {
		month := i / shard
		v.write(fmt.Sprintf("memory/%d/%02d/note-%06d-about-something.md", 2020+month/12, month%12+1, i),
			fmt.Sprintf("---\ntype: fix\nslug: note-%d\n---\nThe gantry number %d is yellow.\n", i, i))
	}
	v.git("add", ".")
	v.git("commit", "-qm", "grown")
	v.git("gc", "-q")
	return v
}

func BenchmarkRepo(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		v := grown(b, n)
		ctx := context.Background()
		b.Run(fmt.Sprintf("Open/%d", n), func(b *testing.B) {
			for b.Loop() {
				r, err := Open(v.dir, v.opts)
				if err != nil {
					b.Fatal(err)
				}
				r.Close()
			}
		})
		i := 0
		b.Run(fmt.Sprintf("OpenAndCommit/%d", n), func(b *testing.B) {
			for b.Loop() {
				r, err := Open(v.dir, v.opts)
				if err != nil {
					b.Fatal(err)
				}
				i++
				f := v.note("memory/2020/01/new.md", fmt.Sprint("text ", i))
				if _, err := r.Commit(ctx, changing("set: new", f)); err != nil {
					b.Fatal(err)
				}
				r.Close()
			}
		})
		b.Run(fmt.Sprintf("Changed/%d", n), func(b *testing.B) {
			for b.Loop() {
				if got, err := v.open().Changed(ctx, "memory"); err != nil || len(got) != 0 {
					b.Fatal(got, err)
				}
			}
		})
		b.Run(fmt.Sprintf("ChainAdd/%d", n), func(b *testing.B) {
			c := v.begin(v.open())
			for b.Loop() {
				i++
				f := v.note("memory/2020/01/new.md", fmt.Sprint("text ", i))
				if _, err := c.Add(ctx, changing("set: new", f)); err != nil {
					b.Fatal(err)
				}
			}
			v.join(c)
		})
	}
}
