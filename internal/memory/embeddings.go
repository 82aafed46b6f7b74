package memory

import (
	"fmt"
	"strings"
	"time"
)

// Embeddings is the embedding endpoint that the user's config names, and what its vectors
// may do to an answer. The zero value is none. It never comes from a vault.
type Embeddings struct {
	URL, Model string
	Key        Secret        // "" = the server wants none
	Weight     float64       // of the order by cosine beside that by words, whose weight is 1; 0 = none
	Rescue     float64       // a note of at least this cosine is an answer without the words; 0 = none is
	Timeout    time.Duration // for the question's vector; 0 means DefaultEmbedTimeout
}

// DefaultEmbedTimeout is how long a recall waits for the vector of its question.
const DefaultEmbedTimeout = 500 * time.Millisecond

// On reports whether there is an endpoint: notes are to have vectors.
func (m *Embeddings) On() bool { return m.URL != "" }

// Asks reports whether a recall has to ask for the vector of its question.
func (m *Embeddings) Asks() bool { return m.On() && (m.Weight > 0 || m.Rescue > 0) }

// A Secret is printed by no verb of fmt. Reveal gives it to the one who needs it.
type Secret string

// Format prints that there is a secret, and never which.
func (s Secret) Format(f fmt.State, _ rune) {
	if s != "" {
		_, _ = f.Write([]byte("(secret)"))
	}
}

// MarshalText is Format for encoders.
func (s Secret) MarshalText() ([]byte, error) { return fmt.Append(nil, s), nil }

// Reveal returns the secret itself.
func (s Secret) Reveal() string { return string(s) }

// MostEmbedded is how many letters of a note are embedded: about what a model of 512 tokens
// takes. Chosen.
const MostEmbedded = 1800

// Embedded is the text that stands for a note before an embedding model: its title, unless
// the body says it anyway, and the body.
func (n *Note) Embedded() string {
	body := strings.TrimSpace(n.Body)
	title := strings.TrimSpace(n.Title)
	if title == "" || strings.Contains(body, title) {
		return body
	}
	return strings.TrimSpace(title + "\n\n" + body)
}
