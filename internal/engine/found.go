package engine

import (
	"context"
	"errors"

	"mem/internal/gitlog"
	"mem/internal/memory"
	"mem/internal/vault"
)

// Founded is what Init made.
type Founded struct {
	Root       string `json:"root"`
	Made       bool   `json:"made"`       // false: it was a vault already
	Repository bool   `json:"repository"` // a git repository was made
	Commit     string `json:"commit"`     // the first commit, "" when there was nothing to commit
}

// Init makes a vault of the folder, with a repository of its own unless it has one or
// lies in one that mem.yaml names. On a vault it does what is missing and no more.
func Init(ctx context.Context, root string, o Options) (Founded, error) {
	was := vault.IsVault(root)
	v, _, err := vault.Ensure(root)
	if err != nil {
		return Founded{}, err
	}
	e := from(v, o)
	defer e.Close()
	return e.found(ctx, !was)
}

// gitignore is what a new vault tells git to leave alone: mem's own state, scratch, and
// the state of the editors that people open vaults with.
const gitignore = "/.mem/\n/desk/scratch/\n.obsidian/workspace*.json\n.trash/\n.tmp-*\n"

// found gives the vault its repository and first commit. Many processes may do so at once.
func (e *Engine) found(ctx context.Context, fresh bool) (Founded, error) {
	out := Founded{Root: e.Root()}
	err := e.vault.Update(ctx, func(w *vault.Writer) error {
		// scratch ignores itself, as .mem does, whatever .gitignore somebody brings along
		scratch := memory.Create{Path: "desk/scratch/.gitignore", Data: []byte("*\n")}
		if _, err := w.Apply(memory.Change{Files: []memory.FileEdit{scratch}}); err != nil && !errors.Is(err, vault.ErrTaken) {
			return err
		}
		repo, err := e.history()
		if errors.Is(err, gitlog.ErrNoRepository) && !e.settings.ParentGit {
			if err := gitlog.Init(e.Root(), "main"); err != nil {
				return err
			}
			out.Repository = true
			e.asked = false
			repo, err = e.history()
		}
		change := memory.Change{Op: memory.OpInit, Detail: "a vault for mem", Actor: e.Person(),
			Reason: "A new vault keeps its memories in memory/ and ignores mem's own state."}
		switch _, statErr := e.vault.Stat(".gitignore"); {
		case gone(statErr):
			change.Files = append(change.Files, memory.Create{Path: ".gitignore", Data: []byte(gitignore)})
		case out.Repository: // somebody's own: it is the first commit as it stands
			change.Files = append(change.Files, memory.Adopt{Path: ".gitignore"})
		}
		out.Made = fresh || len(change.Files) > 0
		if len(change.Files) == 0 {
			return e.vault.Founded()
		}
		receipt, err2 := e.carryOut(ctx, w, repo, err, change, func([]string) {})
		out.Commit = receipt.Commit
		if err2 != nil {
			return err2
		}
		return e.vault.Founded()
	})
	return out, err
}
