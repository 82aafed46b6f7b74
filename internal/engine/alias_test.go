package engine

import (
	"strings"
	"testing"

	"mem/internal/memory"
)

func TestALinkMayGoByAnAlias(t *testing.T) {
	v := newVault(t)
	v.write("winch", strings.Replace(active, "status:", "aliases: [The Old Winch]\nstatus:", 1), "The winch sticks when it is cold.")
	v.write("crane", active, "The crane is red, see [[The Old Winch|that one]] and [[Nowhere]].")
	e := v.open()
	for _, row := range []struct{ of, slug, link string }{{"crane", "winch", "out"}, {"winch", "crane", "in"}} {
		related, err := e.Related(t.Context(), row.of, "", 0)
		if err != nil || len(related) == 0 || string(related[0].Slug) != row.slug || related[0].Link != row.link {
			t.Errorf("related to %s: got %+v, %v; want %s, %s", row.of, related, err, row.slug, row.link)
		}
	}
	got, err := e.Recall(t.Context(), Asked{Query: memory.Query{Text: "which crane is red"}, Links: true, NoCount: true})
	if err != nil || len(got.Linked) != 1 || got.Linked[0].Slug != "winch" || got.Linked[0].Via != "crane" {
		t.Errorf("got %+v, %v; want the winch by the crane", got.Linked, err)
	}
	checked, err := e.Check(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	var lost []string
	for _, f := range checked.Findings {
		if f.Code == "link-unknown" {
			lost = append(lost, f.Detail)
		}
	}
	if len(lost) != 1 || !strings.Contains(lost[0], "nowhere") && !strings.Contains(lost[0], "Nowhere") {
		t.Errorf("links that lead nowhere: %q, want that to Nowhere alone", lost)
	}
}
