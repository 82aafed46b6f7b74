package cmd

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"mem/internal/engine"
	"mem/internal/memory"
)

// failedLine is the reply to a line of a batch that was not stored.
type failedLine struct {
	Line  int    `json:"line"`
	Error string `json:"error"`
	Code  int    `json:"code"` // the exit code that a capture of its own would have had
}

// longestLine is a line of --batch: the largest memory, escaped, and its other keys.
const longestLine = 8 * memory.MaxText

// captureBatch reads one JSON object a line and answers each with one line. A line that
// fails does not stop the others; the exit code is 1 if any failed.
func (a *app) captureBatch(ctx context.Context, defaults captureFlags) error {
	root, named, err := a.locate()
	if err != nil {
		return err
	}
	open := func() (*engine.Engine, error) { return engine.Open(root, a.options()) }
	if named {
		open = func() (*engine.Engine, error) { return engine.OpenOrMake(ctx, root, a.options()) }
	}
	e, err := open()
	if err != nil {
		return err
	}
	defer e.Close()
	in := bufio.NewReaderSize(a.env.Stdin, 64<<10)
	failed, stored := 0, 0
	for n := 1; ; n++ {
		line, err := readLine(in, longestLine)
		if err == io.EOF {
			break
		}
		if err != nil && !errors.Is(err, errLong) {
			return fmt.Errorf("read standard input: %w", err)
		}
		if err == nil && len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var reply engine.Captured
		if err == nil {
			reply, err = a.captureLine(ctx, e, line, defaults)
		}
		if err != nil {
			failed++
			if err := a.printJSON(failedLine{Line: n, Error: said(err), Code: judge(err).code}); err != nil {
				return err
			}
			continue
		}
		stored++
		a.kept = true
		if err := a.printJSON(reply); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d lines were not stored", failed, failed+stored)
	}
	return nil
}

// errLong says that a line of a batch is longer than any memory.
var errLong = errors.New("the line is too long")

// readLine returns the next line; one over the limit is read to its end and refused.
func readLine(in *bufio.Reader, limit int) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(line)+len(part) > limit; !long {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err != nil && err != io.EOF:
			return nil, err
		case long:
			return nil, errLong
		case err == io.EOF && len(line) == 0:
			return nil, io.EOF
		}
		return line, nil
	}
}

// batchLine is one object of a batch: the text, and what the flags can say.
type batchLine struct {
	Text        *string `json:"text"`
	Type        string  `json:"type"`
	Status      string  `json:"status"`
	Title       string  `json:"title"`
	Slug        string  `json:"slug"`
	Source      string  `json:"source"`
	Scope       string  `json:"scope"`
	Tags        list    `json:"tags"`
	Aliases     list    `json:"aliases"`
	DerivedFrom list    `json:"derived_from"`
	Supersedes  list    `json:"supersedes"`
	ValidFrom   string  `json:"valid_from"`
	ValidUntil  string  `json:"valid_until"`
	Actor       string  `json:"actor"`
	Origin      string  `json:"origin"`
	Session     string  `json:"session"`
	Importance  number  `json:"importance"`
}

// number is a JSON number, or a string that holds one.
type number int

func (n *number) UnmarshalJSON(data []byte) error {
	i, err := strconv.Atoi(strings.Trim(string(data), `"`))
	if err != nil {
		return fmt.Errorf("%s is not a whole number", data)
	}
	*n = number(i)
	return nil
}

// list is a JSON list of strings, or a string that holds one.
type list []string

func (l *list) UnmarshalJSON(data []byte) error {
	var items []string
	if err := json.Unmarshal(data, &items); err == nil {
		*l = items
		return nil
	}
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return errors.New("a list is [\"a\", \"b\"] or \"a, b\"")
	}
	*l = engine.SplitList(text)
	return nil
}

// joined gives the list as a flag would have it; JSON keeps commas inside items apart.
func (l list) joined() string {
	if len(l) == 0 {
		return ""
	}
	data, err := json.Marshal([]string(l))
	if err != nil {
		return strings.Join(l, ",")
	}
	return string(data)
}

func (a *app) captureLine(ctx context.Context, e *engine.Engine, line []byte, defaults captureFlags) (engine.Captured, error) {
	var in batchLine
	if err := json.Unmarshal(line, &in); err != nil {
		return engine.Captured{}, usage("not a JSON object of a capture: %v", err)
	}
	if in.Text == nil {
		return engine.Captured{}, memory.ErrBlank
	}
	pick := func(own, common string) string {
		if own != "" {
			return own
		}
		return common
	}
	f := captureFlags{
		Type: pick(in.Type, defaults.Type), Status: pick(in.Status, defaults.Status), Title: in.Title, Slug: in.Slug,
		Source: pick(in.Source, defaults.Source), Scope: pick(in.Scope, defaults.Scope),
		Tags: pick(in.Tags.joined(), defaults.Tags), Aliases: in.Aliases.joined(),
		DerivedFrom: pick(in.DerivedFrom.joined(), defaults.DerivedFrom), Supersedes: in.Supersedes.joined(),
		ValidFrom: pick(in.ValidFrom, defaults.ValidFrom), ValidUntil: pick(in.ValidUntil, defaults.ValidUntil),
		Actor: pick(in.Actor, defaults.Actor), Origin: pick(in.Origin, defaults.Origin), Session: pick(in.Session, defaults.Session),
		Importance: int(in.Importance),
	}
	if f.Importance == 0 {
		f.Importance = defaults.Importance
	}
	draft, err := a.draft(f)
	if err != nil {
		return engine.Captured{}, err
	}
	a.byWhom(e, &draft)
	reply, err := e.Capture(ctx, []byte(*in.Text), draft)
	reply.Notes = append(reply.Notes, unknownKeys(line)...)
	return reply, err
}

// unknownKeys says of each key of a line that no capture has, that it was left out. Keys
// are compared as the decoder does, without regard to case.
func unknownKeys(line []byte) []string {
	var object map[string]json.RawMessage
	_ = json.Unmarshal(line, &object) // it is an object: it was one for batchLine
	known := reflect.TypeFor[batchLine]()
	for i := range known.NumField() {
		for key := range object {
			if strings.EqualFold(key, known.Field(i).Tag.Get("json")) {
				delete(object, key)
			}
		}
	}
	var notes []string
	for _, key := range slices.Sorted(maps.Keys(object)) {
		notes = append(notes, "unknown key "+memory.Cut(oneLine(key), 40)+": left out")
	}
	return notes
}
