package vault

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"mem/internal/memory"
)

// Check returns every broken rule of the vault, sorted by path and line. It reads every
// note of the listing, and writes nothing. A note that vanishes meanwhile is passed over.
func (v *Vault) Check(ctx context.Context, list Listing) ([]memory.Finding, error) {
	return v.check(ctx, list, func(int, *memory.Note) {})
}

// Survey is Check for whoever wants the notes as well, each of them read once. Notes that
// cannot be read are left out.
func (v *Vault) Survey(ctx context.Context, list Listing) ([]*memory.Note, []memory.Finding, error) {
	notes := make([]*memory.Note, len(list.Notes))
	found, err := v.check(ctx, list, func(i int, n *memory.Note) { notes[i] = n })
	return slices.DeleteFunc(notes, func(n *memory.Note) bool { return n == nil }), found, err
}

// check gives keep what it reads, from several goroutines.
func (v *Vault) check(ctx context.Context, list Listing, keep func(i int, n *memory.Note)) ([]memory.Finding, error) {
	known, found, err := v.Settings()
	if err != nil {
		return nil, fmt.Errorf("checking the vault: %w", err)
	}
	found = append(found, list.Odd...)
	found = append(found, v.checkState()...)
	cards := make([]card, len(list.Notes))
	each := make([][]memory.Finding, len(list.Notes))
	g, gctx := errgroup.WithContext(ctx)
	for w := range checkers {
		g.Go(func() error {
			for i := w; i < len(list.Notes); i += checkers {
				if err := gctx.Err(); err != nil {
					return err
				}
				var n *memory.Note
				n, cards[i], each[i] = v.checkNote(list.Notes[i], &known)
				keep(i, n)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, fmt.Errorf("checking the vault: %w", err)
	}
	for _, f := range each {
		found = append(found, f...)
	}
	cards = slices.DeleteFunc(cards, func(c card) bool { return c.path == "" })
	found = append(found, checkNames(cards)...)
	found = append(found, checkReferences(cards, v.deskNames())...)
	found = append(found, checkLoops(cards)...)
	slices.SortStableFunc(found, func(a, b memory.Finding) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Detail, b.Detail))
	})
	return found, nil
}

// checkers is how many goroutines read notes.
const checkers = 2

// checkState looks at what must be around the notes.
func (v *Vault) checkState() []memory.Finding {
	if fi, err := v.root.Lstat(stateDir); err != nil || !fi.IsDir() {
		return nil // nothing is there that git would have to ignore
	}
	data, err := v.ReadFile(stateIgnore)
	if err == nil && slices.Contains(strings.Fields(string(data)), "*") {
		return nil
	}
	return []memory.Finding{finding("state-not-ignored", stateIgnore, 0, "")}
}

// deskNames returns the names of the markdown files that [[links]] may also lead to.
func (v *Vault) deskNames() map[string]bool {
	names := map[string]bool{"facts": true}
	_ = fs.WalkDir(v.root.FS(), "desk", func(p string, e fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(p, ".md") {
			names[FoldKey(memory.Stem(p))] = true
		}
		return nil // what cannot be read has no names
	})
	return names
}

// checkNames finds notes that a file system, or a link, cannot tell apart.
func checkNames(cards []card) []memory.Finding {
	first := map[string]string{}
	var out []memory.Finding
	for _, c := range cards {
		key := FoldKey(c.slug)
		if other, taken := first[key]; taken {
			out = append(out, finding("slug-double", c.path, 0, fmt.Sprintf("The note has the same name as %s.", other)))
			continue
		}
		first[key] = c.path
	}
	return out
}

// Fix mends what is safe to mend of what Check found: unfinished files that are an hour
// old are removed, and .mem/.gitignore is restored. It returns what it did, a sentence each.
func (w *Writer) Fix(found []memory.Finding) ([]string, error) {
	var did []string
	var failed []error
	for _, f := range found {
		switch f.Code {
		case "leftover-temp":
			if w.v.leftover(f.Path, w.now) {
				did = append(did, "Removed the unfinished file "+f.Path+".")
			}
		case "state-not-ignored":
			if err := w.v.WriteState(".gitignore", []byte(ignoreAll)); err != nil {
				failed = append(failed, err)
				continue
			}
			did = append(did, "Restored "+stateIgnore+".")
		}
	}
	return did, errors.Join(failed...)
}
