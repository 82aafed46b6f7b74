// Command names measures what internal/naming finds in labelled texts, a set for each language.
//
//	go run ./scripts/names FOLDER   (dataset*.jsonl of {id, text}, labels.jsonl of {id, entities: [{name}]})
//
// It counts names of notes, and, as dream does, the names that stand in five notes and more.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mem/internal/naming"
)

// often is in how many notes a name has to stand until dream makes an entity of it.
const often = 5

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./scripts/names FOLDER")
		os.Exit(64)
	}
	if err := measure(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type line struct {
	ID, Text string
	Entities []struct{ Name string }
}

func measure(dir string) error {
	labels, err := read(filepath.Join(dir, "labels.jsonl"))
	if err != nil {
		return err
	}
	labelled := map[string][]string{}
	for _, l := range labels {
		for _, e := range l.Entities {
			labelled[l.ID] = append(labelled[l.ID], e.Name)
		}
	}
	sets, err := filepath.Glob(filepath.Join(dir, "dataset*.jsonl"))
	if err != nil {
		return err
	}
	slices.Sort(sets)
	fmt.Println("| set | right | wrong | missed | precision | recall | in 5 notes: right | wrong | missed |\n|---|---|---|---|---|---|---|---|---|")
	for _, set := range sets {
		notes, err := read(set)
		if err != nil {
			return err
		}
		fmt.Printf("| %s %s\n", strings.TrimSuffix(filepath.Base(set), ".jsonl"), score(notes, labelled))
	}
	return nil
}

func read(path string) ([]line, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []line
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		var l line
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		out = append(out, l)
	}
	return out, lines.Err()
}

// score is the row of one set.
func score(notes []line, labelled map[string][]string) string {
	v := naming.New()
	phrases := make([][]naming.Phrase, len(notes))
	for i, n := range notes {
		phrases[i] = v.Read("", n.Text, true)
	}
	right, wrong, missed := 0, 0, 0
	found, wanted := map[string]int{}, map[string]int{}
	for i, n := range notes {
		got := map[string]bool{}
		for _, p := range phrases[i] {
			if name := v.Name(p); name != "" {
				got[name] = true
			}
		}
		for _, name := range labelled[n.ID] {
			wanted[name]++
			if !got[name] {
				missed++
			}
		}
		for name := range got {
			found[name]++
			if slices.Contains(labelled[n.ID], name) {
				right++
			} else {
				wrong++
			}
		}
	}
	oftenRight, oftenWrong, oftenMissed := 0, 0, 0
	for name, n := range found {
		switch {
		case n < often:
		case wanted[name] > 0:
			oftenRight++
		default:
			oftenWrong++
		}
	}
	for name, n := range wanted {
		if n >= often && found[name] < often {
			oftenMissed++
		}
	}
	return fmt.Sprintf("| %d | %d | %d | %.3f | %.3f | %d | %d | %d |", right, wrong, missed,
		float64(right)/float64(right+wrong), float64(right)/float64(right+missed), oftenRight, oftenWrong, oftenMissed)
}
