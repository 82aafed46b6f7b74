package vault

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"mem/internal/memory"
)

// ConfiguredJudge reads judge: from the text of a user's config; the zero value when it is not
// there. An error names the key that is wrong and never its value: one of them is a secret,
// and people put it in the wrong line.
func ConfiguredJudge(config []byte) (memory.Judge, error) {
	var j memory.Judge
	if !bytes.Contains(config, []byte("judge")) {
		return j, nil // what else is wrong with the file is not for this to say
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(config, &doc); err != nil {
		return j, errors.New("it is not YAML" + complaintLine(err))
	}
	section := child(&doc, "judge")
	if section == nil || section.Tag == "!!null" {
		return j, nil
	}
	if section.Kind != yaml.MappingNode {
		return j, errors.New("judge is to be keys with values: command, or url and model")
	}
	for i := 0; i+1 < len(section.Content); i += 2 {
		key, value := section.Content[i].Value, section.Content[i+1]
		want, ok := setJudge(&j, key, value)
		switch {
		case want == "":
			return memory.Judge{}, fmt.Errorf("line %d: judge has no such key; it has command, env, url, model, key, key_env, timeout, max_calls and max_minutes", value.Line)
		case !ok:
			return memory.Judge{}, fmt.Errorf("line %d: judge.%s is to be %s", value.Line, key, want)
		}
	}
	switch {
	case len(j.Command) > 0 && j.URL != "":
		return memory.Judge{}, errors.New("judge names a command and a url; it can have one of them")
	case len(j.Command) == 0 && (j.URL == "" || j.Model == ""):
		return memory.Judge{}, errors.New("judge needs a command, or both url and model")
	}
	return j, nil
}

// setJudge sets one key. want says what its value is to be, "" for an unknown key.
func setJudge(j *memory.Judge, key string, value *yaml.Node) (want string, ok bool) {
	text := strings.TrimSpace(value.Value)
	scalar := value.Kind == yaml.ScalarNode
	number := func(into *int, most int) bool {
		n, err := strconv.Atoi(text)
		*into = n
		return scalar && err == nil && n > 0 && n <= most
	}
	switch key {
	case "command":
		j.Command, ok = words(value)
		return "a list: the program and its arguments", ok && len(j.Command) > 0 && j.Command[0] != ""
	case "env":
		j.Env, ok = words(value)
		return "a list of names of variables", ok
	case "url":
		j.URL = text
		return "the address of a server, http://… or https://…, without a name or password in it", scalar && endpointURL(text)
	case "model":
		j.Model = text
		return "the name of a model", scalar && text != "" && printable(text)
	case "key":
		j.Key = memory.Secret(text)
		return "what the server takes for a key, in one line", scalar && printable(text)
	case "key_env":
		j.KeyEnv = text
		return "the name of a variable that holds the key", scalar && text != "" && !strings.ContainsAny(text, "= \t") && printable(text)
	case "timeout":
		d, err := time.ParseDuration(text)
		j.Timeout = d
		return "a time like 30s, up to 10m", scalar && err == nil && d > 0 && d <= 10*time.Minute
	case "max_calls":
		return "a number from 1 to 10000", number(&j.Calls, 10000)
	case "max_minutes":
		return "a number from 1 to 600", number(&j.Minutes, 600)
	}
	return "", false
}

// words reads a list of texts, each in one line.
func words(list *yaml.Node) ([]string, bool) {
	if list.Kind != yaml.SequenceNode {
		return nil, false
	}
	var out []string
	for _, item := range list.Content {
		if item.Kind != yaml.ScalarNode || !printable(item.Value) {
			return nil, false
		}
		out = append(out, item.Value)
	}
	return out, true
}
