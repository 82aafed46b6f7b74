package vault

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"mem/internal/memory"
)

// ConfiguredEmbeddings reads embeddings: from the text of a user's config; the zero value
// when it is not there. An error names the key that is wrong and never its value: one of
// them is a secret, and people put it in the wrong line.
func ConfiguredEmbeddings(config []byte) (memory.Embeddings, error) {
	var m memory.Embeddings
	if !bytes.Contains(config, []byte("embeddings")) {
		return m, nil // what else is wrong with the file is not for this to say
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(config, &doc); err != nil {
		return m, errors.New("it is not YAML" + complaintLine(err))
	}
	section := child(&doc, "embeddings")
	if section == nil || section.Tag == "!!null" {
		return m, nil
	}
	if section.Kind != yaml.MappingNode {
		return m, errors.New("embeddings is to be keys with values, url and model")
	}
	for i := 0; i+1 < len(section.Content); i += 2 {
		key, value := section.Content[i].Value, section.Content[i+1]
		want, ok := setEmbeddings(&m, key, value.Value)
		switch {
		case want == "":
			return memory.Embeddings{}, fmt.Errorf("line %d: embeddings has no such key; it has url, model, key, weight, rescue and timeout", value.Line)
		case value.Kind != yaml.ScalarNode || !ok:
			return memory.Embeddings{}, fmt.Errorf("line %d: embeddings.%s is to be %s", value.Line, key, want)
		}
	}
	if m.URL == "" || m.Model == "" {
		return memory.Embeddings{}, errors.New("embeddings needs both url and model")
	}
	return m, nil
}

// child returns the value of a key of a document's mapping, nil when there is none.
func child(doc *yaml.Node, name string) *yaml.Node {
	if len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		return nil
	}
	pairs := doc.Content[0].Content
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i].Value == name {
			return pairs[i+1]
		}
	}
	return nil
}

// setEmbeddings sets one key. want says what its value is to be, "" for an unknown key.
func setEmbeddings(m *memory.Embeddings, key, value string) (want string, ok bool) {
	value = strings.TrimSpace(value)
	number := func(into *float64, most float64) bool {
		f, err := strconv.ParseFloat(value, 64)
		*into = f
		return err == nil && f >= 0 && f <= most
	}
	switch key {
	case "url":
		m.URL = value
		return "the address of a server, http://… or https://…, without a name or password in it", endpointURL(value)
	case "model":
		m.Model = value
		return "the name of a model", value != "" && printable(value)
	case "key":
		m.Key = memory.Secret(value)
		return "what the server takes for a key, in one line", printable(value)
	case "weight":
		return "a number from 0 to 100", number(&m.Weight, 100)
	case "rescue":
		return "a cosine from 0 to 1", number(&m.Rescue, 1)
	case "timeout":
		d, err := time.ParseDuration(value)
		m.Timeout = d
		return "a time like 500ms, up to 1m", err == nil && d > 0 && d <= time.Minute
	}
	return "", false
}

// endpointURL reports whether notes can be sent there. A password in an address would be
// printed with it.
func endpointURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && printable(s) && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.User == nil && u.Fragment == ""
}

// printable reports whether a value is letters of one line.
func printable(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < 0x20 || r == 0x7f })
}

// complaintLine is the place that a YAML reader complains of, without its words, which may quote.
func complaintLine(err error) string {
	var line int
	if _, scanErr := fmt.Sscanf(err.Error(), "yaml: line %d:", &line); scanErr != nil {
		return ""
	}
	return fmt.Sprintf(" (line %d)", line)
}
