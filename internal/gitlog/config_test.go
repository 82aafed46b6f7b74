package gitlog

import (
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

// odd configuration texts: each is also the corpus of the fuzz target.
var configs = []string{
	"[user]\n\tname = Ann Example\n\temail = ann@example.invalid\n",
	"[user]\nname=\"Ann # not a comment\" ; a comment\nemail = a\\\"b@example.invalid\n",
	"[core]\n\tautocrlf\n\tfilemode = false # no\n[core]\n\tautocrlf = input\n",
	"[filter \"lfs\"]\n\tclean = git-lfs clean -- %f\n\trequired = true\n[filter \"a \\\"b\\\\ c\"]\n\tclean = x\n",
	"[branch.main]\n\tremote = origin\n[CORE]\n\tIgnoreCase = yes\n",
	"[a]\n\tb = one \\\n   two\n\tc = \"  kept  \"  \n\td = tab\\tnew\\nend\n",
	"\ufeff[user] name = same line\n[x] y=z\r\n",
	"[user]\n\tname =\n\temail=e\n",
	"# nothing\n; at all\n",
	"[section \"Sub.With.Dots\"]\n\tkey-with-dash = 1\n",
}

func TestConfigIsReadAsGitReadsIt(t *testing.T) {
	v := emptyVault(t)
	for i, text := range configs {
		path := filepath.Join(t.TempDir(), "config")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		var got []string
		parseConfig(text, func(key, value string) { got = append(got, key+"\n"+value) })
		want := strings.Split(strings.TrimSuffix(v.git("config", "-f", path, "-z", "--list"), "\x00"), "\x00")
		for i, w := range want {
			if w != "" && !strings.Contains(w, "\n") {
				want[i] += "\ntrue" // git prints no value at all for a key alone
			}
		}
		if g, w := strings.Join(got, "|"), strings.Join(want, "|"); g != w {
			t.Errorf("config %d:\n got %q\nwant %q", i, g, w)
		}
	}
}

func FuzzParseConfig(f *testing.F) {
	for _, text := range configs {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parseConfig(text, func(key, value string) {
			if !strings.Contains(key, ".") || strings.ContainsRune(key[strings.LastIndexByte(key, '.'):], '\n') {
				t.Errorf("key %q", key)
			}
		})
	})
}

func TestIdentityIsTheOnesThatGitWouldUse(t *testing.T) {
	home, xdg := t.TempDir(), t.TempDir()
	write := func(path, text string) string {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	user := func(name string) string {
		return "[user]\n\tname = " + name + "\n\temail = " + strings.ToLower(name) + "@x\n"
	}
	write(home+"/.gitconfig", "[include]\n\tpath = more.inc\n[includeIf \"gitdir:~/work/\"]\n\tpath = work.inc\n[includeIf \"gitdir:never/\"]\n\tpath = never.inc\n[includeIf \"onbranch:main\"]\n\tpath = missing.inc\n")
	write(home+"/more.inc", user("Home"))
	write(home+"/work.inc", user("Work"))
	write(home+"/never.inc", user("Never"))
	write(xdg+"/git/config", user("Xdg"))
	system := write(t.TempDir()+"/gitconfig", user("System"))
	other := write(t.TempDir()+"/global", user("Global"))

	for _, c := range []struct {
		what  string
		dir   string
		env   []string
		local string
		want  Identity
	}{
		{"nothing at all", "", nil, "", Identity{}},
		{"an address alone", "", nil, "[user]\n\temail = only@x\n", Identity{}},
		{"the repository's", "", []string{"HOME=" + home}, user("Repo"), Identity{"Repo", "repo@x"}},
		{"the user's, by an include", "", []string{"HOME=" + home}, "", Identity{"Home", "home@x"}},
		{"the user's for a folder", home + "/work/v", []string{"HOME=" + home}, "", Identity{"Work", "work@x"}},
		{"XDG", "", []string{"XDG_CONFIG_HOME=" + xdg}, "", Identity{"Xdg", "xdg@x"}},
		{"the machine's", "", []string{"SYSTEM=" + system}, "", Identity{"System", "system@x"}},
		{"no machine's", "", []string{"SYSTEM=" + system, "GIT_CONFIG_NOSYSTEM=1"}, "", Identity{}},
		{"GIT_CONFIG_GLOBAL", "", []string{"HOME=" + home, "GIT_CONFIG_GLOBAL=" + other}, "", Identity{"Global", "global@x"}},
		{"GIT_AUTHOR_NAME before all", "", []string{"HOME=" + home, "GIT_AUTHOR_NAME=Env", "GIT_AUTHOR_EMAIL=env@x"}, user("Repo"), Identity{"Env", "env@x"}},
		{"GIT_COMMITTER_NAME and EMAIL", "", []string{"GIT_COMMITTER_NAME=Env", "EMAIL=mail@x"}, "", Identity{"Env", "mail@x"}},
		{"GIT_DIR is not looked at", "", []string{"GIT_DIR=/nowhere", "GIT_INDEX_FILE=/nowhere"}, user("Repo"), Identity{"Repo", "repo@x"}},
		{"what a header cannot hold", "", nil, "[user]\n\tname = \"  An<n> \\n, \"\n\temail = <a@x>\n", Identity{"Ann", "a@x"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			v := emptyVault(t)
			if c.dir != "" {
				if err := os.MkdirAll(c.dir, 0o755); err != nil {
					t.Fatal(err)
				}
				v.dir = c.dir
				v.git("init", "-q", "-b", "main")
			}
			v.git("config", "user.name", "x")
			v.git("config", "--remove-section", "user")
			path := v.gitDir() + "/config"
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			write(path, string(text)+c.local)
			v.opts.Environ = c.env
			for _, kv := range c.env {
				if s, ok := strings.CutPrefix(kv, "SYSTEM="); ok {
					v.opts.System = s
				}
			}
			if got := v.open().Identity(); got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
			h, err := v.open().Commit(t.Context(), Commit{Message: Message{Subject: "x"}, Author: c.want, When: at, Files: []File{{Path: "a.md", Data: []byte("a")}}})
			if err != nil {
				t.Fatal(err)
			}
			if author := v.git("log", "-1", "--format=%an <%ae>|%cn <%ce>", h); !strings.HasSuffix(author, "|mem <mem@localhost>") {
				t.Errorf("committed by %s, want mem as the committer", author)
			}
		})
	}
}

func TestForGitKeepsNothingThatRedirectsGit(t *testing.T) {
	e := parseEnvironment([]string{"PATH=/bin", "HOME=/h", "GIT_DIR=/x", "GIT_WORK_TREE=/x", "GIT_INDEX_FILE=/x", "GIT_CONFIG_COUNT=1",
		"GIT_CONFIG_KEY_0=core.hooksPath", "GIT_OBJECT_DIRECTORY=/x", "GIT_TRACE=1", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/g"})
	got := e.forGit("X=1")
	sort.Strings(got)
	want := "GIT_ASKPASS=true GIT_CONFIG_GLOBAL=/g GIT_CONFIG_NOSYSTEM=1 GIT_NO_LAZY_FETCH=1 GIT_NO_REPLACE_OBJECTS=1 GIT_OPTIONAL_LOCKS=0 GIT_TERMINAL_PROMPT=0 HOME=/h LC_ALL=C PATH=/bin SSH_ASKPASS=true X=1"
	if g := strings.Join(got, " "); g != want {
		t.Errorf("got  %s\nwant %s", g, want)
	}
}
