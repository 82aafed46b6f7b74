// Command year lives a year with a vault in a minute: people and agents capture facts, copies, changes, junk and
// contradictions by day, edit, delete and take decisions back by hand, and every night is dreamt. After every night it
// looks whether the vault is sound, small, true and explained, and at the end it draws the year.
//
// usage: go run ./scripts/year [--nights 365] [--seed 1] [--svg FILE] [--keep DIR]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
)

func main() {
	nights := flag.Int("nights", 365, "how many")
	seed := flag.Uint64("seed", 1, "of what happens: the same seed is the same year")
	svg := flag.String("svg", "", "where to draw the year")
	keep := flag.String("keep", "", "where to leave the vault; it is a new folder")
	flag.Parse()
	if err := run(*nights, *seed, *svg, *keep); err != nil {
		fmt.Fprintln(os.Stderr, "year:", err)
		os.Exit(1)
	}
}

func run(nights int, seed uint64, svg, keep string) error {
	if keep == "" {
		dir, err := os.MkdirTemp("", "year-")
		if err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(dir) }() // it is the system's temporary folder
		keep = filepath.Join(dir, "vault")
	}
	debug.SetGCPercent(400) // of some megabytes
	y, err := start(context.Background(), keep, seed)
	if err != nil {
		return err
	}
	told := 0
	y.live(nights, func(f figures) {
		for ; told < len(y.broken); told++ {
			fmt.Println("BROKEN:", y.broken[told])
		}
		if f.Night%30 == 0 || f.Night == nights {
			fmt.Printf("night %3d: %+v\n", f.Night, f)
		}
	})
	fmt.Print(y.table())
	if svg != "" {
		if err := os.WriteFile(svg, y.draw(), 0o644); err != nil { // a picture to be committed
			return err
		}
	}
	if len(y.broken) > 0 {
		return fmt.Errorf("%d invariants did not hold", len(y.broken))
	}
	return nil
}
