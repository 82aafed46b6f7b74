package gitlog

import (
	"context"
	"os"
	"os/exec"
	"testing"
)

// Each row: what is stored is what `git add` in a copy of the repository stores.
func TestCommitStoresWhatGitAddWouldStore(t *testing.T) {
	for _, c := range []struct {
		what  string
		setup func(v *vault)
		text  string
	}{
		{"CRLF with autocrlf=true", func(v *vault) { v.git("config", "core.autocrlf", "true") }, "a\r\nb\r\n"},
		{"CRLF with autocrlf=input", func(v *vault) { v.git("config", "core.autocrlf", "input") }, "a\r\nb\r\n"},
		{"CRLF without any setting", nil, "a\r\nb\r\n"},
		{"CRLF with text=auto for all", func(v *vault) { v.attributes("* text=auto\n") }, "a\r\nb\n"},
		{"CRLF with text=auto, committed so before", func(v *vault) {
			v.write("memory/a.md", "old\r\n")
			v.git("add", ".")
			v.git("commit", "-qm", "old")
			v.attributes("* text=auto\n")
		}, "new\r\n"},
		{"CRLF with text, committed so before", func(v *vault) {
			v.write("memory/a.md", "old\r\n")
			v.git("add", ".")
			v.git("commit", "-qm", "old")
			v.attributes("*.md text\n")
		}, "new\r\n"},
		{"CRLF with eol=crlf", func(v *vault) { v.attributes("*.md eol=crlf\n") }, "a\r\n"},
		{"CRLF that attributes in the folder call binary", func(v *vault) {
			v.git("config", "core.autocrlf", "true")
			v.write("memory/.gitattributes", "*.md -text\n")
			v.git("add", ".")
			v.git("commit", "-qm", "attributes")
		}, "a\r\n"},
		{"CRLF with attributes of the clone", func(v *vault) {
			os.MkdirAll(v.gitDir()+"/info", 0o755)
			os.WriteFile(v.gitDir()+"/info/attributes", []byte("*.md text\n"), 0o644)
		}, "a\r\n"},
		{"a lone CR with autocrlf", func(v *vault) { v.git("config", "core.autocrlf", "true") }, "a\rb\r\n"},
		{"a filter that is not installed", func(v *vault) { v.attributes("memory/* filter=lfs\n") }, "a\n"},
		{"a filter", func(v *vault) {
			v.attributes("memory/* filter=upper\n")
			v.git("config", "filter.upper.clean", "tr a-z A-Z")
			v.git("config", "filter.upper.smudge", "tr A-Z a-z")
		}, "abc\n"},
		{"another encoding", func(v *vault) { v.attributes("memory/* working-tree-encoding=UTF-16LE\n") }, "a\x00\n\x00"},
		{"ident", func(v *vault) { v.attributes("*.md ident\n") }, "$Id: 1234 $\n"},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			v := newVault(t)
			v.opts.GitPath = gitProgram(t)
			if c.setup != nil {
				c.setup(v)
			}
			f := v.note("memory/a.md", c.text)
			v.git("add", "memory/a.md")
			want := v.git("rev-parse", ":memory/a.md")
			v.git("reset", "-q")
			v.commit("capture: a", f)
			v.same("blob", v.git("rev-parse", "HEAD:memory/a.md"), want)
			v.clean()
			if got, err := v.open().Changed(context.Background()); err != nil || len(got) != 0 {
				t.Errorf("changed afterwards: %v, %v", got, err)
			}
			chain := v.begin(v.open())
			v.add(chain, "file: b", v.note("memory/b.md", c.text))
			v.add(chain, "file: c", v.note("memory/c.md", c.text))
			v.join(chain)
			v.clean()
		})
	}
}

func TestFilterWithoutTheGitProgramIsUnsupported(t *testing.T) {
	v := newVault(t)
	v.attributes("memory/* filter=upper\n")
	v.git("config", "filter.upper.clean", "tr a-z A-Z")
	_, err := v.open().Commit(context.Background(), changing("capture: a", v.note("memory/a.md", "a\n")))
	if !as[ErrUnsupported](err) {
		t.Errorf("got %v, want ErrUnsupported", err)
	}
	v.same("status", v.git("status", "--porcelain"), "?? memory/")
	v.sound()
}

func TestStatOfTheIndexSparesGitTheReading(t *testing.T) {
	v := newVault(t)
	v.commit("capture: a", v.note("memory/a.md", "a\n"))
	want := v.git("ls-files", "--debug", "memory/a.md")
	v.git("update-index", "--really-refresh")
	v.same("index entry", want, v.git("ls-files", "--debug", "memory/a.md"))
}

// The file changes after mem read it and before it is committed: the index must not vouch for the new content.
func TestFileThatChangesMeanwhileIsSeenByGit(t *testing.T) {
	v := newVault(t)
	f := v.note("memory/a.md", "read\n")
	v.write("memory/a.md", "late\n")
	v.commit("capture: a", f)
	v.same("status", v.git("status", "--porcelain"), " M memory/a.md")
	got, err := v.open().Changed(context.Background())
	if err != nil || len(got) != 1 || got[0].Kind != Modified {
		t.Errorf("changed: got %v, %v, want memory/a.md modified", got, err)
	}
}

// Files of the operator's that change in the very second of the index must stay visible after mem writes it again.
func TestRacilyCleanFilesStayVisible(t *testing.T) {
	v := newVault(t)
	v.write("r.txt", "one\n")
	v.git("add", "r.txt")
	v.git("commit", "-qm", "r")
	info, err := os.Stat(v.dir + "/r.txt")
	if err != nil {
		t.Fatal(err)
	}
	index := v.gitDir() + "/index"
	v.write("r.txt", "two\n")
	for _, path := range []string{index, v.dir + "/r.txt"} { // as if all happened in one tick of the clock
		if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
			t.Fatal(err)
		}
	}
	v.git("config", "core.trustctime", "false")
	v.commit("capture: a", v.note("memory/a.md", "a\n"))
	v.same("status", v.git("status", "--porcelain"), " M r.txt")
}

func (v *vault) attributes(text string) {
	v.Helper()
	v.write(".gitattributes", text)
	v.git("add", ".gitattributes")
	v.git("commit", "-qm", "attributes")
}

func gitProgram(t testing.TB) string {
	t.Helper()
	path, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	return path
}
