// Command mem keeps the long-term memory of agents and people as plain markdown in git.
package main

import (
	"embed"
	"io/fs"
	"os"
	"runtime/debug"

	"mem/cmd"
)

// workshop is the vault that `mem demo` plays through.
//
//go:embed testdata/vaults/workshop
var workshop embed.FS

func main() {
	debug.SetGCPercent(400) // most commands end before the heap is worth collecting

	env := cmd.System()
	env.Demo = func() (fs.FS, error) { return fs.Sub(workshop, "testdata/vaults/workshop") }
	os.Exit(cmd.Main(env, os.Args[1:]))
}
