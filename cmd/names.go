package cmd

import (
	"path/filepath"
	"strings"

	"mem/internal/engine"
)

// names makes the paths among the arguments that name notes ones that begin at the vault.
// A path is looked for from the working directory first, as everywhere in a shell. What is
// no path into the vault's notes stays as it is: a slug, a [[link]], a path from the vault.
func (a *app) names(e *engine.Engine, args []string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		out[i] = arg
		if strings.ContainsAny(arg, `/\`) || strings.HasSuffix(arg, ".md") {
			if path, ok := below(e.Root(), a.env.Dir, arg); ok {
				out[i] = path
			}
		}
	}
	return out
}

// below turns a path, relative to dir, into one of the vault's notes; links on the way to
// its folder are followed. ok is false where it does not lead among them.
func below(root, dir, path string) (rel string, ok bool) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return "", false
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return "", false
	}
	rel, err = filepath.Rel(root, filepath.Join(folder, filepath.Base(path)))
	rel = filepath.ToSlash(rel)
	return rel, err == nil && strings.HasPrefix(rel, "memory/")
}

// longestSession is the most letters that the name of a session has; a longer one is none.
const longestSession = 200

// session is the name of a session as it was given, "" where it cannot be one.
func session(said string) string {
	if len([]rune(said)) > longestSession || strings.ContainsFunc(said, unsafe) || strings.ContainsAny(said, "\n\t") {
		return ""
	}
	return said
}
