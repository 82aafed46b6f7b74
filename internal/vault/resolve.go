package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"mem/internal/memory"
)

// Free returns those of some names that no note of any folder has, nor one that a file
// system which ignores case or Unicode form takes for it. What cannot be looked up is not
// among them.
func (v *Vault) Free(slugs []memory.Slug) []memory.Slug {
	if len(slugs) == 0 {
		return nil
	}
	names := v.Names()
	var free []memory.Slug
	for _, s := range slugs {
		if _, taken, err := names.Holder(s); err == nil && !taken {
			free = append(free, s)
		}
	}
	return free
}

// standing returns the files of this very name in the folders where mem puts notes,
// without reading the folders.
func (v *Vault) standing(slug memory.Slug) ([]string, error) {
	var found []string
	for dir, err := range v.shards() {
		if err != nil {
			return nil, err
		}
		p := dir + "/" + string(slug) + ".md"
		_, err = v.root.Lstat(p)
		switch {
		case err == nil:
			found = append(found, p)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("looking for %s: %w", p, err)
		}
	}
	return found, nil
}

// Resolve returns the path of the note that is meant by a slug, by a path in the vault or
// by an absolute path into it. A slug is compared exactly first, then without regard to
// case and Unicode form. NoNote names similar ones, Ambiguous the candidates.
func (v *Vault) Resolve(s string) (string, error) {
	if s == "" {
		return "", fmt.Errorf("%q: %w: it is empty", s, ErrBadSlug)
	}
	if strings.ContainsAny(s, `/\`) {
		return v.resolvePath(s)
	}
	slug := memory.Slug(strings.TrimSuffix(s, ".md"))
	if runtime.GOOS == "linux" && CheckSlug(string(slug)) == nil { // elsewhere the name on disk may be written otherwise
		if found, err := v.standing(slug); err == nil && len(found) == 1 {
			return found[0], nil
		}
	}
	var exact, folded, all []string
	key := FoldKey(slug)
	v.names(func(p string) bool {
		stem := memory.Stem(p)
		all = append(all, p)
		if stem == slug {
			exact = append(exact, p)
		} else if FoldKey(stem) == key {
			folded = append(folded, p)
		}
		return true
	})
	for _, found := range [][]string{exact, folded} {
		switch len(found) {
		case 0:
		case 1:
			return found[0], nil
		default:
			slices.Sort(found)
			return "", &Ambiguous{Slug: s, Paths: found}
		}
	}
	return "", &NoNote{Slug: s, Near: near(slug, all)}
}

func (v *Vault) resolvePath(s string) (string, error) {
	p := s
	if filepath.IsAbs(p) {
		rel, err := filepath.Rel(v.dir, p)
		if err != nil {
			return "", fmt.Errorf("%s: %w", s, ErrOutside)
		}
		p = rel
	}
	if !filepath.IsLocal(p) {
		return "", fmt.Errorf("%s: %w", s, ErrOutside)
	}
	p = filepath.ToSlash(filepath.Clean(p))
	if !IsNotePath(p) {
		return "", fmt.Errorf("%s: %w", s, ErrNotNote)
	}
	if err := v.noLinks(path.Dir(p)); err != nil {
		return "", err
	}
	if _, err := v.Stat(p); errors.Is(err, ErrGone) {
		return "", &NoNote{Slug: s}
	} else if err != nil {
		return "", err
	}
	return p, nil
}

// names calls f with the path of each file that can be a note, by its name and without
// looking at it, until f returns false. Folders that cannot be read are passed over.
func (v *Vault) names(f func(path string) bool) {
	dirs := []string{notesDir}
	for len(dirs) > 0 {
		dir := dirs[len(dirs)-1]
		dirs = dirs[:len(dirs)-1]
		d, err := v.root.Open(dir)
		if err != nil {
			continue
		}
		entries, err := readEntries(d)
		d.Close()
		if err != nil && len(entries) == 0 {
			continue
		}
		for _, e := range entries {
			switch {
			case e.mode == fs.ModeDir && oddFolder(e.name) == "":
				dirs = append(dirs, dir+"/"+e.name)
			case e.mode == 0 && oddName(e.name) == "" && !f(dir+"/"+e.name):
				return
			}
		}
	}
}
