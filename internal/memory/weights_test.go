package memory

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestEachFactorCanBeLeftOut(t *testing.T) {
	whole := DefaultWeights()
	if _, err := whole.Without("luck"); !errors.Is(err, ErrBadValue) || !strings.Contains(err.Error(), Factors) {
		t.Fatalf("a factor that there is not: %v", err)
	}
	for _, value := range []float64{-1, 101, math.NaN()} {
		if _, err := whole.With("near", value); !errors.Is(err, ErrBadValue) {
			t.Errorf("a weight of %v: %v", value, err)
		}
	}
	off := []string{"near", "order", "importance"}
	for _, name := range strings.Fields(Factors) {
		if w, err := whole.With(name, 0.37); err != nil || w == whole {
			t.Errorf("%s is not set: %v", name, err)
		}
		w, err := whole.Without(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if (w == whole) != slices.Contains(off, name) {
			t.Errorf("%s: left out, the weights are as they were: %v", name, w == whole)
		}
	}
}

func TestProfilesRankByTheirFormulas(t *testing.T) {
	old := found("old-and-fitting", Active, 300*24*time.Hour, 3, 3)
	fresh := found("fresh", Active, time.Hour, 1, 1)
	weighty := found("weighty", Active, 300*24*time.Hour, 1, 1)
	weighty.Note.Importance, weighty.Note.Uses = 10, 20
	for profile, want := range map[Profile][]string{
		"":             {"old-and-fitting", "fresh", "weighty"},
		ProfileProduct: {"fresh", "weighty", "old-and-fitting"}, // exp(−10) is as good as nothing
		ProfileSum:     {"weighty", "fresh", "old-and-fitting"},
	} {
		w := DefaultWeights()
		w.Profile = profile
		if got := slugs(Rank(words(5, 5), []Found{old, fresh, weighty}, corpus, 5, now, w)); !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", profile, got, want)
		}
	}
	for name, want := range map[string]Profile{"default": "", "product": ProfileProduct, "sum": ProfileSum} {
		if got, ok := ParseProfile(name); !ok || got != want {
			t.Errorf("%s: got %q, %v", name, got, ok)
		}
	}
	if _, ok := ParseProfile("best"); ok {
		t.Error("a profile that there is not is taken")
	}
}

func TestASessionSpeaksForItsNotes(t *testing.T) {
	of := func(slug string, group uint32, hits ...float64) Match {
		f := found(slug, Active, time.Hour, hits...)
		f.Group = group
		return f.Match
	}
	matches := []Match{of("answer", 7, 1, 0), of("beside", 7, 2, 2), of("alone", 0, 1, 0), of("elsewhere", 9, 1, 0)}
	hopes, _ := Hopes(words(5, 5), matches, corpus, DefaultWeights())
	support := map[string]float64{}
	for _, h := range hopes {
		support[string(Stem(h.Path))] = h.Support
	}
	if support["answer"] <= 0 || support["beside"] <= 0 || support["alone"] != 0 || support["elsewhere"] != 0 {
		t.Errorf("support: %v", support)
	}
	if string(Stem(hopes[1].Path)) != "answer" {
		t.Errorf("the order is %v", hopes)
	}
}
