package vault

import (
	"fmt"

	"mem/internal/frontmatter"
	"mem/internal/memory"
)

// build works out the bytes of a note that dream makes of others.
func (v *Vault) build(e memory.Build, before []byte) ([]byte, error) {
	if hashIf(before) != e.Want {
		return nil, &Stale{e.Note.Path}
	}
	if before == nil {
		return Encode(&e.Note), v.unclaimed(e.Note.Slug)
	}
	edited, err := frontmatter.Apply(before, builtKeys(&e.Note)...)
	if err != nil {
		return nil, fmt.Errorf("editing %s: %w", e.Note.Path, err)
	}
	head := len(edited) - len(bodyOf(frontmatter.Split(edited)))
	return append(edited[:head:head], e.Note.Body...), nil
}

// unclaimed returns Stale when a note has the name by now.
func (v *Vault) unclaimed(name memory.Slug) error {
	for _, s := range []memory.Slug{name, memory.Slug(FoldKey(name))} {
		files, err := v.standing(s)
		if err != nil {
			return err
		}
		if len(files) > 0 {
			return &Stale{files[0]}
		}
	}
	return nil
}

// builtKeys sets the keys of a built note that are dream's, each to what Encode would write.
func builtKeys(n *memory.Note) []frontmatter.Edit {
	var b block
	b.text("status", string(n.Status))
	b.instant("updated", n.Updated)
	b.text("title", n.Title)
	b.list("aliases", n.Aliases)
	b.slugs("derived_from", n.DerivedFrom)
	var edits []frontmatter.Edit
	for _, key := range []string{"status", "updated", "title", "aliases", "derived_from"} {
		edit := frontmatter.Remove(key)
		for _, f := range b.fields {
			if f.Key == key {
				edit = frontmatter.Set(key, f.Value)
			}
		}
		edits = append(edits, edit)
	}
	return edits
}
