package memory

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestASecretIsPrintedByNoVerb(t *testing.T) {
	m := Embeddings{URL: "http://localhost", Model: "m", Key: "sk-very-secret"}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		for _, value := range []any{m, &m, m.Key, &m.Key} {
			if got := fmt.Sprintf(verb, value); strings.Contains(got, "very") || strings.Contains(got, fmt.Sprintf("%x", "very")) {
				t.Errorf("%s of %T gives %s", verb, value, got)
			}
		}
	}
	if data, err := json.Marshal(m); err != nil || strings.Contains(string(data), "very") {
		t.Errorf("as JSON it is %s, %v", data, err)
	}
	if got := m.Key.Reveal(); got != "sk-very-secret" {
		t.Errorf("Reveal gives %q", got)
	}
}

func TestTheEmbeddedTextIsTitleAndBodyWithoutSayingItTwice(t *testing.T) {
	rows := []struct{ name, title, body, want string }{
		{"a title of its own comes first", "Relay port", "\nIt is 2222.\n", "Relay port\n\nIt is 2222."},
		{"a heading is there already", "Relay port", "# Relay port\n\nIt is 2222.", "# Relay port\n\nIt is 2222."},
		{"no title", "", "It is 2222.", "It is 2222."},
		{"no body", "Relay port", " \n", "Relay port"},
	}
	for _, r := range rows {
		n := Note{Title: r.title, Body: r.body}
		if got := n.Embedded(); got != r.want {
			t.Errorf("%s: got %q, want %q", r.name, got, r.want)
		}
	}
}
