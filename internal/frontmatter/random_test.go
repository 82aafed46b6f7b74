package frontmatter

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// fragments are lines of which blocks are made at random: most make sense somewhere, few everywhere. Byte mutations
// seldom find the way from one legal YAML form to another; shuffled lines do.
var fragments = strings.Split(`status: unfiled
status: unfiled  # by hand
"status": unfiled
'status' : "unfiled" # c
status:
status: |
status: >-
status: |+ # c
status: |1
status: [a, 'b', "c"]
status: [ a,b, ] # c
status: [a, # c
status: {a: b, c: [d, e]}
status: {a: 'b
status: "two
status: 'two
status: plain # c
status: ~
status: &x a
status: !!str a
status: no
status: # c
status: - a
status: a, b
slug: *x
slug: s
slug: "a: # b"
slug: |
slug: >+
slug:
tags: [a, b]
tags: [a, "b, c", [d]]
tags:
tags: a, b
? status
: x
<<: *x
other: 1
other :
other: [
other: {
other: 2026-08-03
- a
- 'b'  # c
-
- a: b
- [a, b]
- |
  - a
  - "b"
  -   c # d
  -
  - a: b
    c: d
  - - a
  - 'x
  text
  text # c
  status: nested
  # indented comment
    deeper
 less
  lines"
  lines' # c
  # lines"
  a,
  b # c
  , c
]
  ]
] # c
}
# comment
#comment

  
	tab
  a	b
  ---
--- x
名前: 値
a b: c
"q\"": 'it''s'
prose without a key`, "\n")

func TestEditsOfBlocksMadeAtRandom(t *testing.T) {
	for seed := range uint64(6_000) {
		checkRandom(t, seed)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func checkRandom(t *testing.T, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 1))
	pick := func(from []string) string { return from[random.IntN(len(from))] }
	var block strings.Builder
	eol := pick([]string{"\n", "\n", "\r\n"})
	for range 1 + random.IntN(7) {
		block.WriteString(pick(fragments) + eol)
	}
	if got, ok := scan(block.String()); ok {
		sameAsReader(t, block.String(), got)
	}
	note := []byte(pick([]string{"", "\uFEFF"}) + "---" + eol + block.String() + pick([]string{"---", "..."}) + eol + "Body.")
	key, value := pick([]string{"status", "slug", "tags", "other"}), pick([]string{"active", "a", "b", "a: b", "x\ny", "it's", "7", ""})
	edits := []Edit{Set(key, Text(value)), Remove(key), Append(key, value), Set(key, List([]string{"a", value, "c"})), Set(key, Plain(value)), Set(key, Int(3))}
	edit := edits[random.IntN(len(edits))]
	out, err := Apply(note, edit)
	if err != nil {
		return
	}
	checkEdited(t, note, out, edit)
	if again, err := Apply(out, edit); err != nil || string(again) != string(out) {
		t.Errorf("%s done twice: %v\n%q\n%q\n%q", edit.Op, err, note, out, again)
	}
}
