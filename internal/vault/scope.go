package vault

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"
)

// scopeFile names, in its first line, the scope of the folder that it lies in.
const scopeFile = ".mem-scope"

// NearestScope returns what the nearest .mem-scope file at or above a directory says, ""
// when there is none or it says nothing.
func NearestScope(dir string) string {
	for ; dir != ""; dir = parent(dir) {
		p := filepath.Join(dir, scopeFile)
		if fi, err := os.Stat(p); err != nil || !fi.Mode().IsRegular() {
			continue
		}
		f, err := os.Open(p)
		if err != nil {
			continue
		}
		data, err := io.ReadAll(io.LimitReader(f, 1<<10))
		f.Close()
		if err == nil {
			line, _, _ := bytes.Cut(bytes.TrimPrefix(data, []byte("\ufeff")), []byte("\n"))
			return strings.ToValidUTF8(string(bytes.TrimSpace(line)), "\uFFFD")
		}
	}
	return ""
}

// ConfiguredVault reads vault: from the text of a user's config; "~/" stands for home.
func ConfiguredVault(config []byte, home string) (string, error) {
	var c struct {
		Vault string `yaml:"vault"`
	}
	if err := yaml.Unmarshal(config, &c); err != nil {
		return "", fmt.Errorf("reading the config: %w", err)
	}
	dir := strings.TrimSpace(c.Vault)
	if rest, ok := strings.CutPrefix(dir, "~/"); ok && home != "" {
		return filepath.Join(home, rest), nil
	}
	return dir, nil
}
