package main

import (
	"fmt"
	"path/filepath"
	"time"
)

// update is a line of updates.jsonl.
type update struct {
	ID           string
	Older, Newer struct{ Date, Text string }
}

// updates counts how many older statements a night closes when a newer one is there.
func updates(folder string) ([]string, error) {
	list, err := read[update](filepath.Join(folder, "updates.jsonl"))
	if err != nil {
		return nil, err
	}
	var failures []string
	counts := map[string]int{}
	for _, u := range list {
		from, err := time.Parse("2006-01-02T15:04:05", u.Older.Date)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", u.ID, err)
		}
		to, err := time.Parse("2006-01-02T15:04:05", u.Newer.Date)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", u.ID, err)
		}
		o, err := night(u.Older.Text, u.Newer.Text, from, to)
		if err != nil {
			return nil, err
		}
		counts[o.String()]++
		if o.merged && !o.older {
			failures = append(failures, u.ID+": the newer statement is closed")
		}
		if *show == "updates" && o.String() != "left" {
			fmt.Printf("%s %s\n  %s\n  %s\n", u.ID, o, u.Older.Text, u.Newer.Text)
		}
	}
	fmt.Printf("\n| %d older statements | |\n|---|---|\n| closed | %d |\n| listed | %d |\n| left | %d |\n", len(list), counts["merged"], counts["listed"], counts["left"])
	return failures, nil
}
