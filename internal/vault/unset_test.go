package vault

import (
	"errors"
	"testing"
)

func TestUnset(t *testing.T) {
	before := note("kettle", "tags: [a]\nvalid_until: 2026-09-01\nuses: 3\n", "It boils.")
	after := "---\ntype: fix\nstatus: expired\ncaptured: 2026-08-03T14:22:00Z\nupdated: 2026-08-03T14:22:00Z\nslug: kettle\ntags: [b]\nsuperseded_by: pan\n---\n\nIt boils.\n"
	rows := []struct {
		name, current, want string
		err                 error
	}{
		{"nothing else was changed", after, note("kettle", "tags: [a]\nvalid_until: 2026-09-01\nuses: 3\n", "It boils."), nil},
		{"the text was edited since", after + "More.\n", note("kettle", "tags: [a]\nvalid_until: 2026-09-01\nuses: 3\n", "It boils.") + "More.\n", nil},
		{"another key was set since", "---\nscope: x # mine\n" + after[4:],
			"---\nscope: x # mine\n" + note("kettle", "tags: [a]\nvalid_until: 2026-09-01\nuses: 3\n", "It boils.")[4:], nil},
		{"the same key was set since", note("kettle", "tags: [b]\nsuperseded_by: other\n", "It boils."), "", ErrStale},
		{"it was taken back by hand already", before, before, nil},
		{"one of its keys was taken back by hand", note("kettle", "tags: [b]\nsuperseded_by: pan\n", "It boils."), note("kettle", "tags: [a]\nvalid_until: 2026-09-01\nuses: 3\n", "It boils."), nil},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			got, err := Unset([]byte(r.current), []byte(before), []byte(after))
			if !errors.Is(err, r.err) || string(got) != r.want {
				t.Errorf("got %v\n%s\nwant %v\n%s", err, got, r.err, r.want)
			}
		})
	}
	if _, err := Unset([]byte(after), []byte(before), []byte(after+"More.\n")); !errors.Is(err, ErrStale) {
		t.Errorf("a decision about the text: %v", err)
	}
}
