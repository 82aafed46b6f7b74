package memory

import (
	"slices"
	"testing"
)

func TestEntities(t *testing.T) {
	project := func(tag string) bool { return tag == "atlas" }
	for _, row := range []struct {
		name string
		note Note
		want []string
	}{
		{"none", Note{Body: "Nobody and nothing.", Tags: []string{"oil", ""}}, nil},
		{"a mention", Note{Body: "Ask @Ada, or (@ben.k)."}, []string{"@ada", "@ben.k"}},
		{"the same twice", Note{Body: "@ada and @ADA", Tags: []string{"person/ada", "@Ada", "#people/Ada"}}, []string{"@ada"}},
		{"a name of another script", Note{Body: "спросить @Оксана!"}, []string{"@оксана"}},
		{"a mail address, a package, a bare sign", Note{Body: "ada@example.invalid @types/node @ x@y @ada@host"}, nil},
		{"code", Note{Body: "`@ada`\n```\n@ben\n```"}, nil},
		{"a project by its kind", Note{Tags: []string{"project/Atlas", "projects:borealis"}}, []string{"project/atlas", "project/borealis"}},
		{"a project by its name", Note{Tags: []string{"#Atlas", "oil"}}, []string{"project/atlas"}},
		{"links", Note{Body: "[[one]] and [[one|again]] and [[two#x]]"}, []string{"[[one]]", "[[two]]"}},
	} {
		if got := Entities(&row.note, project); !slices.Equal(got, row.want) {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
}
