package engine

import (
	"context"
	"path/filepath"
	"time"

	"mem/internal/index"
	"mem/internal/memory"
	"mem/internal/vectors"
)

// Endpoint is the embedding server that the user's config names, with what asking it takes.
// The zero value is none.
type Endpoint struct {
	memory.Embeddings
	Curl  string           // the curl program, which asks https; "" for none
	Pause time.Duration    // before asking again what was refused; 0 means half a second
	Step  func(n, all int) // progress of making vectors; may be nil
}

// endpoint returns the configured endpoint; ok is false when there is none. What is wrong
// with the config is told, and is as none.
func (e *Engine) endpoint() (m Endpoint, ok bool) {
	if e.o.Endpoint == nil {
		return Endpoint{}, false
	}
	if e.server == nil {
		m, err := e.o.Endpoint()
		if err != nil {
			e.notice("embeddings are off: %v", err)
			m = Endpoint{}
		}
		e.server = &m
	}
	return *e.server, e.server.On()
}

func (e *Engine) vectorsOf(m Endpoint) *vectors.Store {
	return vectors.At(filepath.Join(e.vault.StateDir(), "vectors"), m.Embeddings)
}

func (e *Engine) client(m Endpoint) (*vectors.Client, error) {
	return vectors.New(m.Embeddings, vectors.Options{Curl: m.Curl, Env: e.o.Env, Pause: m.Pause})
}

// embedded is the text that stands for a note before the model: without what its writer
// marked as private, and no longer than the model may take.
func embedded(n *memory.Note) string {
	text := n.Embedded()
	cutField(&text)
	return memory.Cut(text, memory.MostEmbedded)
}

// fuseDepth is how many notes of the order by words, and of that by cosine, are fused: deeper
// down a rank says little. Chosen.
const fuseDepth = 50

// byMeaning orders the notes that answer by their words anew, by what an embedding server
// makes of them, where the user has configured one and gives it a weight. deeper ranks by
// words as plain was ranked; ok is false when the notes turn out to have changed meanwhile.
// Whatever goes wrong is a notice, once, and the order by words stays.
func (e *Engine) byMeaning(ctx context.Context, q *Asked, answer index.Answer, plain memory.Ranking, w memory.Weights, deeper func(*Asked) (memory.Ranking, bool)) memory.Ranking {
	if q.wordsOnly || q.probe || !q.AsOf.IsZero() || len(answer.Words) == 0 { // vectors are of the notes as they are now
		return plain
	}
	m, on := e.endpoint()
	if !on || !m.Asks() {
		return plain
	}
	limit := q.Limit
	if limit <= 0 {
		limit = memory.DefaultLimit
	}
	if m.Rescue == 0 && len(plain.Results) < min(limit, 2) { // there is nothing to order
		return plain
	}
	near, err := e.near(ctx, q, m)
	if err != nil {
		if text := "answered by words alone: " + err.Error(); e.wordsAlone != text {
			e.notice("%s", text)
			e.wordsAlone = text
		}
		return plain
	}
	if near == nil {
		return plain
	}
	deep := *q
	deep.Limit = max(limit, fuseDepth)
	byWords, ok := deeper(&deep)
	if !ok {
		return plain
	}
	return memory.Fuse(answer.Words, byWords, e.admitted(near, &deep, answer), answer.Corpus, limit, m.Embeddings, w)
}

// near asks for the question's vector and lists the vectors nearest to it; nil without an
// error when the question is not to leave this machine.
func (e *Engine) near(ctx context.Context, q *Asked, m Endpoint) ([]vectors.Near, error) {
	client, err := e.client(m)
	if err != nil {
		return nil, err
	}
	store := e.vectorsOf(m)
	if !store.Exists() {
		return nil, errNoVectors
	}
	text := e.harmless("question", q.Text)
	if text == "" {
		return nil, nil
	}
	timeout := m.Timeout
	if timeout == 0 {
		timeout = memory.DefaultEmbedTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	v, err := client.Ask(ctx, memory.Cut(text, memory.MostEmbedded))
	if err != nil {
		return nil, err
	}
	near, err := store.Near(v, veryWide) // of which only so many are read as it takes
	return near, advised(err)
}

// admitted reads the notes of the nearest vectors until there are as many as deep asks for
// that pass its filters. A vector counts only while its note has the text that it was made of.
func (e *Engine) admitted(near []vectors.Near, deep *Asked, answer index.Answer) []memory.Near {
	matches := make(map[string]memory.Match, len(answer.Matches))
	for _, m := range answer.Matches {
		matches[m.Path] = m
	}
	proved := e.successes()
	var out []memory.Near
	for len(near) > 0 && len(out) < deep.Limit {
		part := near[:min(len(near), deep.Limit)]
		near = near[len(part):]
		notes := make([]*memory.Note, len(part))
		e.each(len(part), func(i int) {
			if n, _, err := e.vault.Read(part[i].Path); err == nil && vectors.KeyOf(embedded(n)) == part[i].Key {
				notes[i] = n
			}
		})
		for i, n := range notes {
			if n == nil || isProbe(n) || !deep.Admits(n, e.o.Now) || len(out) == deep.Limit {
				continue
			}
			match, ok := matches[n.Path]
			if !ok {
				match.Path = n.Path
			}
			out = append(out, memory.Near{Found: memory.Found{Match: match, Note: n, Uses: proved[n.Slug]}, Cosine: part[i].Cosine})
		}
	}
	return out
}
