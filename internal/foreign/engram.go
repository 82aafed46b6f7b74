package foreign

import (
	"encoding/json"
	"fmt"
	"iter"
	"strings"

	"mem/internal/memory"
)

// engramObservation is what engram remembers.
type engramObservation struct {
	ID        anyID  `json:"id"`
	SessionID string `json:"session_id"`
	Type      string `json:"type"`
	Title     string `json:"title"`
	Content   string `json:"content"`
	Project   string `json:"project"`
	Scope     string `json:"scope"`
	TopicKey  string `json:"topic_key"`
	CreatedAt string `json:"created_at"`
	UpdatedAt string `json:"updated_at"`
	DeletedAt string `json:"deleted_at"`
}

// engramSession is a session with, at its end, a summary.
type engramSession struct {
	ID        string `json:"id"`
	Project   string `json:"project"`
	StartedAt string `json:"started_at"`
	EndedAt   string `json:"ended_at"`
	Summary   string `json:"summary"`
}

// Engram reads what `engram export` writes, as of February 2026: observations, and the
// summaries of sessions. The project is the scope, but for what is personal. Observations
// that were deleted there and prompts, which are what was asked and not what was learnt, are
// left out.
func Engram(p Place) iter.Seq[Item] {
	return func(yield func(Item) bool) {
		f, err := open(p, "what engram export wrote")
		if err != nil {
			yield(left(".", err))
			return
		}
		defer f.Close()
		n, prompts, stopped := map[string]int{}, 0, false
		err = elements(f, []string{"sessions", "observations", "prompts"}, func(string) {}, func(key string, raw json.RawMessage) bool {
			n[key]++
			switch key {
			case "prompts":
				prompts++
				return true
			case "sessions":
				item, ok := engramSummary(n[key], raw)
				stopped = ok && !yield(item)
			default:
				stopped = !yield(engramItem(n[key], raw))
			}
			return !stopped
		})
		if stopped {
			return
		}
		if err != nil && !yield(left(p.File, err)) {
			return
		}
		if prompts > 0 {
			yield(left("prompts", fmt.Errorf("%d prompt(s): %w", prompts, ErrNotMemory)))
		}
	}
}

func engramItem(number int, raw json.RawMessage) Item {
	place := fmt.Sprintf("observation %d", number)
	var o engramObservation
	if err := decode(raw, &o); err != nil {
		return left(place, err)
	}
	n := Note{
		Place: place, Title: strings.Join(strings.Fields(o.Title), " "), Text: o.Content, Session: o.SessionID,
		Captured: instant(o.CreatedAt), Updated: instant(o.UpdatedAt), Scope: engramScope(o),
	}
	if o.ID != "" {
		n.Place, n.Source, n.Lasting = "obs/"+string(o.ID), "engram:obs/"+string(o.ID), true
	}
	if o.TopicKey != "" {
		n.Aliases = []string{o.TopicKey}
	}
	var known bool
	if n.Type, known = engramType(o.Type); !known && o.Type != "" {
		n.Tags = []string{o.Type}
	}
	switch {
	case o.DeletedAt != "":
		return left(n.Place, fmt.Errorf("deleted there: %w", ErrNotMemory))
	case strings.TrimSpace(n.Text) == "":
		return left(n.Place, ErrNoText)
	}
	return Item{Note: n}
}

func engramScope(o engramObservation) string {
	if o.Scope == "personal" {
		return ""
	}
	return strings.TrimSpace(o.Project)
}

// engramType maps the types that engram's own instructions name; another one becomes a tag.
func engramType(kind string) (t memory.Type, known bool) {
	switch strings.ToLower(kind) {
	case "bugfix":
		return memory.Fix, true
	case "preference":
		return memory.Preference, true
	case "pattern", "convention":
		return memory.Convention, true
	case "decision", "architecture", "config", "discovery", "learning":
		return memory.Reference, false
	default:
		return "", false
	}
}

func engramSummary(number int, raw json.RawMessage) (Item, bool) {
	place := fmt.Sprintf("session %d", number)
	var s engramSession
	if err := decode(raw, &s); err != nil {
		return left(place, err), true
	}
	if strings.TrimSpace(s.Summary) == "" {
		return Item{}, false
	}
	at := instant(s.EndedAt)
	if at.IsZero() {
		at = instant(s.StartedAt)
	}
	n := Note{Place: place, Text: s.Summary, Session: s.ID, Scope: s.Project, Type: memory.Reference, Tags: []string{"session-summary"}, Captured: at}
	if s.ID != "" {
		n.Place, n.Source, n.Lasting = "session/"+s.ID, "engram:session/"+s.ID, true
	}
	return Item{Note: n}, true
}
