package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"
)

// lastAnswers is how long a client that has closed its end is still answered: what it asked
// before that is done, and it may be reading.
const lastAnswers = 10 * time.Second

// owed passes messages on, a line each, and keeps count of the answers that are due: the end
// of the input is told only once all are given.
type owed struct {
	in  *bufio.Reader
	out io.Writer

	writing sync.Mutex // one message after another

	mu     sync.Mutex
	due    map[string]bool // by the id of the request, as it was sent
	change chan struct{}   // closed when due changes
	rest   []byte          // of the line that is being read
}

func newOwed(in io.Reader, out io.Writer) *owed {
	return &owed{in: bufio.NewReader(in), out: out, due: map[string]bool{}, change: make(chan struct{})}
}

// message is what of one tells whether it is a request or an answer.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  struct {
		RequestID json.RawMessage `json:"requestId"`
	} `json:"params"`
}

// Read returns a part of a line.
func (o *owed) Read(b []byte) (int, error) {
	for len(o.rest) == 0 {
		line, err := o.in.ReadBytes('\n')
		if len(line) == 0 {
			if err == io.EOF {
				o.settle()
			}
			return 0, err
		}
		var m message
		if json.Unmarshal(line, &m) != nil || m.Version != "2.0" {
			if len(bytes.TrimSpace(line)) > 0 {
				if err := o.refuse(line); err != nil {
					return 0, err
				}
			}
			continue
		}
		if m.Method != "" {
			switch {
			case len(m.ID) > 0:
				o.note(string(m.ID), true)
			case m.Method == "notifications/cancelled": // no answer will come
				o.note(string(m.Params.RequestID), false)
			}
		}
		o.rest = line
	}
	n := copy(b, o.rest)
	o.rest = o.rest[n:]
	return n, nil
}

// refuse answers a line that is no message: one that a client's library printed by mistake
// is no reason to end.
func (o *owed) refuse(line []byte) error {
	code, text := -32600, "Invalid Request: one JSON-RPC 2.0 message a line"
	if !json.Valid(line) {
		code, text = -32700, "Parse error: the line is no JSON"
	}
	answer := fmt.Sprintf(`{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%q}}`, code, text)
	o.writing.Lock()
	defer o.writing.Unlock()
	_, err := io.WriteString(o.out, answer+"\n")
	return err
}

// Write passes one message on.
func (o *owed) Write(b []byte) (int, error) {
	o.writing.Lock()
	n, err := o.out.Write(b)
	o.writing.Unlock()
	for line := range bytes.Lines(b) {
		var m message
		if json.Unmarshal(line, &m) == nil && m.Method == "" && len(m.ID) > 0 {
			o.note(string(m.ID), false)
		}
	}
	return n, err
}

func (o *owed) Close() error { return nil }

func (o *owed) note(id string, due bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if due {
		o.due[id] = true
	} else {
		delete(o.due, id)
	}
	close(o.change)
	o.change = make(chan struct{})
}

// settle waits until no answer is due.
func (o *owed) settle() {
	late := time.After(lastAnswers)
	for {
		o.mu.Lock()
		due, change := len(o.due), o.change
		o.mu.Unlock()
		if due == 0 {
			return
		}
		select {
		case <-change:
		case <-late:
			return
		}
	}
}
