package endpoint

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// Reply is what came back from a server.
type Reply struct {
	Status int
	Body   []byte

	after  string // Retry-After, as it was sent
	name   string
	masked func(string) string
}

// Refused says that a server answered, and not with what it was asked for.
type Refused struct {
	Server string
	Status int
	Said   string // the server's own words, "" for none

	after time.Duration // when to ask again, if the server says so
}

func (e *Refused) Error() string {
	text := fmt.Sprintf("the %s answers %d", e.Server, e.Status)
	if e.Said != "" {
		text += ": " + e.Said
	}
	return text
}

// passing reports whether the same request may be answered in a moment.
func (e *Refused) passing() bool {
	switch e.Status {
	case 408, 425, 429, 500, 502, 503, 504:
		return true
	}
	return false
}

// Refusal is the error that a reply is, nil for one that answers.
func (r Reply) Refusal() error {
	if r.Status == 200 {
		return nil
	}
	said := r.said()
	if r.masked != nil {
		said = r.masked(said)
	}
	return &Refused{Server: r.name, Status: r.Status, Said: cut(said), after: r.wait()}
}

// said is the message of an error as OpenAI's servers and their like write it. Where the key
// was refused it is left out: some repeat the key.
func (r Reply) said() string {
	if r.Status == 401 || r.Status == 403 {
		return "it does not take the key, or wants one"
	}
	var nested struct {
		Error struct{ Message string }
	}
	var flat struct{ Error, Message, Detail string }
	text := ""
	if json.Unmarshal(r.Body, &nested) == nil {
		text = nested.Error.Message
	}
	if text == "" && json.Unmarshal(r.Body, &flat) == nil {
		text = flat.Error + flat.Message + flat.Detail
	}
	return text
}

// wait is how long the server wants to be left alone, 0 when it does not say.
func (r Reply) wait() time.Duration {
	seconds, err := strconv.Atoi(r.after)
	if err != nil || seconds < 0 {
		return 0
	}
	return time.Duration(min(seconds, 3600)) * time.Second
}
