package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestRelatedKnowsWhatTwoNotesName(t *testing.T) {
	v := newVault(t)
	if err := os.MkdirAll(filepath.Join(v.root, "desk/projects/atlas"), 0o700); err != nil {
		t.Fatal(err)
	}
	v.write("of", active+"tags: [atlas, oil]\n", "The winch creaks; ask @Ada. See [[manual]].")
	v.write("manual", active, "Everything about hoists.")
	v.write("both", active+"tags: [Atlas]\n", "Budget of the quarter, signed by @ada.")
	v.write("person", active+"tags: [person/ada]\n", "Holidays in June.")
	v.write("same-link", active, "Ropes are on page nine of [[manual]].")
	v.write("topic", active+"tags: [oil]\n", "Sunflower fields.")
	v.write("mail", active, "Write to somebody@ada.example.")
	v.write("gone", strings.Replace(active, "active", "expired", 1), "@ada again.")
	v.write("elsewhere", active+"scope: api\n", "@ada in another scope.")
	v.write("alike", active, "The winch creaks in the wind.")
	list, err := v.open().Related(t.Context(), "of", "", 20)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range list {
		got = append(got, fmt.Sprint(r.Slug, " ", r.Link, " ", strings.Join(r.Shared, ",")))
	}
	want := []string{"manual out ", "both  project/atlas,@ada", "same-link  [[manual]]", "person  @ada", "alike  "}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
