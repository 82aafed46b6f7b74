package vault

import (
	"strings"
	"testing"
	"time"

	"mem/internal/memory"
)

func TestConfiguredEmbeddings(t *testing.T) {
	rows := []struct {
		name, config string
		want         memory.Embeddings
		wantErr      string
	}{
		{name: "no config", config: ""},
		{name: "nothing is said", config: "vault: /srv/notes\n"},
		{name: "a broken file that says nothing of it", config: "vault: [a\n"},
		{name: "a list", config: "- embeddings\n"},
		{name: "left empty", config: "embeddings:\n"},
		{name: "a server and a model", config: "embeddings: {url: 'http://localhost:11434/v1', model: nomic-embed-text}\n",
			want: memory.Embeddings{URL: "http://localhost:11434/v1", Model: "nomic-embed-text"}},
		{name: "everything", config: "vault: /v\nembeddings:\n  url: https://example.invalid\n  model: m\n  key: sk-hidden\n  weight: 0.5\n  rescue: 0.8\n  timeout: 2s\n",
			want: memory.Embeddings{URL: "https://example.invalid", Model: "m", Key: "sk-hidden", Weight: 0.5, Rescue: 0.8, Timeout: 2 * time.Second}},
		{name: "no YAML", config: "embeddings: {url: sk-hidden\n", wantErr: "it is not YAML (line 1)"},
		{name: "a word where keys are due", config: "embeddings: sk-hidden\n", wantErr: "embeddings is to be keys with values, url and model"},
		{name: "no model", config: "embeddings: {url: 'http://localhost'}\n", wantErr: "embeddings needs both url and model"},
		{name: "no url", config: "embeddings: {model: m}\n", wantErr: "embeddings needs both url and model"},
		{name: "an unknown key", config: "embeddings:\n  sk-hidden: x\n", wantErr: "line 2: embeddings has no such key"},
		{name: "a url of another kind", config: "embeddings: {url: 'file:///sk-hidden', model: m}\n", wantErr: "embeddings.url is to be"},
		{name: "a url without a server", config: "embeddings: {url: 'http://', model: m}\n", wantErr: "embeddings.url is to be"},
		{name: "a url with a password", config: "embeddings: {url: 'http://a:sk-hidden@h', model: m}\n", wantErr: "embeddings.url is to be"},
		{name: "a key of two lines", config: "embeddings: {url: 'http://h', model: m, key: \"sk-hidden\\nX: y\"}\n", wantErr: "embeddings.key is to be"},
		{name: "a weight that is a key", config: "embeddings: {url: 'http://h', model: m, weight: sk-hidden}\n", wantErr: "embeddings.weight is to be a number"},
		{name: "a weight that is no number", config: "embeddings: {url: 'http://h', model: m, weight: .nan}\n", wantErr: "embeddings.weight is to be a number"},
		{name: "a rescue above one", config: "embeddings: {url: 'http://h', model: m, rescue: 1.5}\n", wantErr: "embeddings.rescue is to be a cosine"},
		{name: "a timeout without a unit", config: "embeddings: {url: 'http://h', model: m, timeout: 500}\n", wantErr: "embeddings.timeout is to be a time"},
		{name: "a list of urls", config: "embeddings: {url: [sk-hidden], model: m}\n", wantErr: "embeddings.url is to be"},
	}
	for _, r := range rows {
		got, err := ConfiguredEmbeddings([]byte(r.config))
		if r.wantErr == "" {
			if err != nil || got != r.want {
				t.Errorf("%s: got %+v, %v; want %+v", r.name, got, err, r.want)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), r.wantErr) || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: got error %v, want %q and no value", r.name, err, r.wantErr)
		}
		if got != (memory.Embeddings{}) {
			t.Errorf("%s: an error came with %+v", r.name, got)
		}
	}
}

func TestAVaultCannotSayWhereNotesAreSent(t *testing.T) {
	rows := []struct{ name, text string }{
		{"a url", "embeddings: {url: 'https://example.invalid', model: m}\n"},
		{"a weight alone", "types: [x]\nembeddings: {weight: 1}\n"},
		{"nothing but the word", "embeddings:\n"},
	}
	for _, r := range rows {
		_, findings := parseSettings([]byte(r.text))
		if len(findings) != 1 || findings[0].Code != "settings-endpoint" || !findings[0].Grave {
			t.Errorf("%s: got %+v, want one grave settings-endpoint", r.name, findings)
		}
	}
}
