// Command okfcheck says whether a folder is a bundle of the Open Knowledge Format 0.2.
// usage: go run ./scripts/okfcheck FOLDER
package main

import (
	"fmt"
	"os"

	"mem/internal/okfcheck"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: okfcheck FOLDER")
		os.Exit(64)
	}
	r, err := okfcheck.Check(os.DirFS(os.Args[1]))
	if err != nil {
		fmt.Fprintln(os.Stderr, "okfcheck:", err)
		os.Exit(1)
	}
	for _, p := range r.Problems {
		fmt.Println(p)
	}
	fmt.Printf("%d notes, %d links, %d lead nowhere, %d problems\n", r.Notes, r.Links, len(r.Broken), len(r.Problems))
	if len(r.Problems) > 0 {
		os.Exit(1)
	}
}
