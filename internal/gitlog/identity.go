package gitlog

import (
	"path/filepath"
	"strings"
)

// Identity is who wrote or made a commit. The zero value means mem itself.
type Identity struct{ Name, Email string }

// Identity returns the operator as git would: GIT_AUTHOR_* or GIT_COMMITTER_*, else user.name and user.email of the
// repository, the user or the machine. The zero value means that git knows none; it never invents one from the host.
func (r *Repo) Identity() Identity {
	id := Identity{
		Name:  first(r.env.get("GIT_AUTHOR_NAME"), r.env.get("GIT_COMMITTER_NAME"), r.setting("user.name"), r.setting("author.name")),
		Email: first(r.env.get("GIT_AUTHOR_EMAIL"), r.env.get("GIT_COMMITTER_EMAIL"), r.setting("user.email"), r.setting("author.email"), r.env.get("EMAIL")),
	}
	if id.Name == "" {
		return Identity{}
	}
	return id.orMem()
}

func (r *Repo) setting(key string) string {
	v, _ := r.cfg.get(key)
	return v
}

func first(values ...string) string {
	for _, v := range values {
		if v = personal(v); v != "" {
			return v
		}
	}
	return ""
}

// orMem makes an identity fit for a commit: what git would strip is stripped, what is missing is mem's.
func (id Identity) orMem() Identity {
	name, email := personal(id.Name), personal(id.Email)
	switch {
	case name == "" && email == "":
		return Identity{"mem", "mem@localhost"}
	case name == "":
		name, _, _ = strings.Cut(email, "@")
		name = first(name, "mem")
	case email == "":
		email = "mem@localhost"
	}
	return Identity{name, email}
}

// personal drops what a commit header cannot hold, and the punctuation that git trims at both ends.
func personal(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '<' || r == '>' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return strings.Trim(s, " .,:;\"\\'")
}

// environment is the part of the process's environment that git's configuration depends on.
type environment struct {
	all []string
	val map[string]string
}

func parseEnvironment(environ []string) environment {
	e := environment{all: environ, val: make(map[string]string, len(environ))}
	for _, kv := range environ {
		if k, v, ok := strings.Cut(kv, "="); ok {
			e.val[k] = v
		}
	}
	return e
}

func (e environment) get(key string) string { return e.val[key] }

func (e environment) home() string {
	if home := e.val["HOME"]; home != "" {
		return home
	}
	return e.val["USERPROFILE"]
}

func (e environment) configHome() string {
	if dir := e.val["XDG_CONFIG_HOME"]; dir != "" {
		return dir
	}
	if home := e.home(); home != "" {
		return filepath.Join(home, ".config")
	}
	return ""
}

// forGit returns the environment without anything that redirects git, and with nothing that could make it ask.
func (e environment) forGit(extra ...string) []string {
	var env []string
	for _, kv := range e.all {
		if k, _, _ := strings.Cut(kv, "="); !strings.HasPrefix(k, "GIT_") || strings.HasPrefix(k, "GIT_CONFIG_GLOBAL") ||
			k == "GIT_CONFIG_NOSYSTEM" || k == "GIT_EXEC_PATH" {
			env = append(env, kv)
		}
	}
	return append(append(env,
		"LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=true", "SSH_ASKPASS=true", "GIT_OPTIONAL_LOCKS=0",
		"GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1"), extra...)
}
