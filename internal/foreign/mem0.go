package foreign

import (
	"encoding/json"
	"fmt"
	"iter"
	"strings"
)

// mem0Memory is one item of the list.
type mem0Memory struct {
	ID         anyID    `json:"id"`
	Memory     string   `json:"memory"`
	RunID      string   `json:"run_id"`
	Categories []string `json:"categories"`
	CreatedAt  string   `json:"created_at"`
	UpdatedAt  string   `json:"updated_at"`
	Expires    string   `json:"expiration_date"`
}

// Mem0 reads what mem0's list call answers, as of November 2026: {"results": […]} or the
// bare array. Exports of mem0 have a shape that their user defines and are not read. A
// run becomes the session, categories become tags; user, agent, app and metadata are left out.
func Mem0(p Place) iter.Seq[Item] {
	return func(yield func(Item) bool) {
		f, err := open(p, "what the list call of mem0 answers")
		if err != nil {
			yield(left(".", err))
			return
		}
		defer f.Close()
		n, stopped := 0, false
		err = elements(f, []string{"results", ""}, func(string) {}, func(_ string, raw json.RawMessage) bool {
			n++
			stopped = !yield(mem0Item(n, raw))
			return !stopped
		})
		switch {
		case stopped:
		case err != nil:
			yield(left(p.File, err))
		case n == 0:
			yield(left(p.File, fmt.Errorf("%w: there are no results", ErrShape)))
		}
	}
}

func mem0Item(number int, raw json.RawMessage) Item {
	place := fmt.Sprintf("memory %d", number)
	var m mem0Memory
	if err := decode(raw, &m); err != nil {
		return left(place, err)
	}
	n := Note{
		Place: place, Text: m.Memory, Tags: m.Categories, Session: m.RunID,
		Captured: instant(m.CreatedAt), Updated: instant(m.UpdatedAt), ValidUntil: until(m.Expires),
	}
	if m.ID != "" {
		n.Place, n.Source, n.Lasting = "memory "+string(m.ID), "mem0:"+string(m.ID), true
	}
	if strings.TrimSpace(n.Text) == "" {
		return left(n.Place, ErrNoText)
	}
	return Item{Note: n}
}
