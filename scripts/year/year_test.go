package main

import (
	"path/filepath"
	"testing"
)

// A month holds what a year holds; the year is run by hand, as docs/dream.md says.
func TestAMonthOfNightsKeepsTheVaultSoundSmallAndTrue(t *testing.T) {
	y, err := start(t.Context(), filepath.Join(t.TempDir(), "vault"), 1)
	if err != nil {
		t.Fatal(err)
	}
	y.live(30, func(figures) {})
	for _, b := range y.broken {
		t.Error(b)
	}
	if y.last().Night != 30 || y.total.Undos == 0 || y.last().Superseded == 0 || y.last().Expired == 0 {
		t.Errorf("too little happened to show anything: %+v %+v", y.last(), y.total)
	}
}
