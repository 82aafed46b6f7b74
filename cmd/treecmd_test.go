package cmd

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"mem/internal/memory"
)

// tree DIR FILE writes down all that is in a folder: modes, names, links and hashes.
func tree(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: tree DIR FILE")
	}
	var b strings.Builder
	root := ts.MkAbs(args[0])
	ts.Check(filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		fi, err := d.Info()
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		what := ""
		switch {
		case fi.Mode()&fs.ModeSymlink != 0:
			what, err = os.Readlink(path)
		case fi.Mode().IsRegular():
			data, rerr := os.ReadFile(path)
			what, err = string(memory.HashOf(data)), rerr
		}
		fmt.Fprintln(&b, fi.Mode(), filepath.ToSlash(rel), what)
		return err
	}))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(b.String()), 0o600))
}
