package index

import (
	"context"
	"testing"

	"mem/internal/memory"
)

func TestCountKnowsTheLiveNotesOfAScope(t *testing.T) {
	ctx := context.Background()
	var docs []Doc
	add := func(slug, scope string, status memory.Status) {
		docs = append(docs, docWith(slug, func(n *memory.Note) { n.Body, n.Scope, n.Status = "The gantry is yellow.", scope, status }))
	}
	for i := range 70 {
		add("plain-"+string(rune('a'+i%26))+string(rune('a'+i/26)), "", memory.Active)
	}
	add("queued", "", memory.Unfiled)
	add("gone", "", memory.Expired)
	add("api", "api", memory.Active)
	add("old-api", "api", memory.Superseded)
	x := built(t, docs...)
	if err := x.Update(ctx, nil, []string{docs[0].Stamp.Path, docs[69].Stamp.Path}); err != nil {
		t.Fatal(err)
	}
	for scope, want := range map[string]int{"": 69, "api": 70, "other": 69, memory.AllScopes: 70} {
		if got, err := x.Count(ctx, Request{Scope: scope}); err != nil || got != want {
			t.Errorf("scope %q: got %d, %v, want %d", scope, got, err, want)
		}
	}
}
