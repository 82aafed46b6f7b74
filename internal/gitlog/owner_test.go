//go:build unix

package gitlog

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestIsUs(t *testing.T) {
	for _, c := range []struct {
		what  string
		owner uint32
		euid  int
		sudo  string
		want  bool
	}{
		{"our own", 1000, 1000, "", true},
		{"somebody else's", 1001, 1000, "", false},
		{"root's, as seen by a user", 0, 1000, "", false},
		{"root's own", 0, 0, "", true},
		{"root's own, through sudo", 0, 0, "1000", true},
		{"a user's, as seen by root", 1000, 0, "", false},
		{"of the user who called sudo", 1000, 0, "1000", true},
		{"of another than who called sudo", 1001, 0, "1000", false},
		{"SUDO_UID set by a user for himself", 1001, 1000, "1001", false},
		{"SUDO_UID that is no number", 1000, 0, "me", false},
		{"where users have no numbers", 1000, -1, "", true},
	} {
		if got := isUs(c.owner, c.euid, c.sudo); got != c.want {
			t.Errorf("%s: got %v, want %v", c.what, got, c.want)
		}
	}
}

// git itself is asked too, with its own way of taking every owner for another.
func TestSafeDirectoryIsReadAsGitReadsIt(t *testing.T) {
	for _, c := range []struct {
		what, config string // VAULT stands for the work tree, ABOVE for the folder it is in
		want         bool
	}{
		{"nothing", "", false},
		{"the work tree", "[safe]\n\tdirectory = VAULT\n", true},
		{"another", "[safe]\n\tdirectory = VAULT2\n", false},
		{"the folder above", "[safe]\n\tdirectory = ABOVE\n", false},
		{"any", "[safe]\n\tdirectory = *\n", true},
		{"taken back", "[safe]\n\tdirectory = *\n\tdirectory =\n", false},
		{"taken back and given again", "[safe]\n\tdirectory = *\n\tdirectory =\n\tdirectory = VAULT\n", true},
		{"one of several", "[safe]\n\tdirectory = VAULT\n\tdirectory = /elsewhere\n", true},
	} {
		t.Run(c.what, func(t *testing.T) {
			v := newVault(t)
			v.git("config", "safe.directory", "*") // its own word for itself does not count
			home := t.TempDir()
			text := strings.NewReplacer("VAULT", v.dir, "ABOVE", filepath.Dir(v.dir)).Replace(c.config)
			if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			v.opts.Environ = []string{"HOME=" + home}
			if got := v.open().trusted(); got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
			git := exec.Command("git", "status")
			git.Dir, git.Env = v.dir, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "GIT_CONFIG_NOSYSTEM=1", "GIT_TEST_ASSUME_DIFFERENT_OWNER=1"}
			if got := git.Run() == nil; got != c.want {
				t.Errorf("git: got %v, want %v", got, c.want)
			}
		})
	}
}

// Only root can give a repository away, so another user opens this one.
func TestRepositoryOfAnotherUserIsRefused(t *testing.T) {
	v := newVault(t)
	owner := os.Geteuid()
	v.opts.euid = func() int { return owner + 1 }
	_, err := Open(v.dir, v.opts)
	var foreign ErrForeignOwner
	if !errors.As(err, &foreign) || foreign != (ErrForeignOwner{v.dir, userName(uint32(owner))}) {
		t.Errorf("got %v, want ErrForeignOwner of %s", err, userName(uint32(owner)))
	}
	v.opts.euid = func() int { return 0 }
	v.opts.Environ = []string{"SUDO_UID=" + strconv.Itoa(owner)}
	v.commit("capture: a", v.note("memory/a.md", "a\n"))
}

func TestUserWithoutANameIsANumber(t *testing.T) {
	if got := userName(4294967294); got != "user 4294967294" {
		t.Errorf("got %q", got)
	}
}

// What git or the owner made readable for others stays so, whatever our umask.
func TestFilesThatAreReplacedKeepTheirMode(t *testing.T) {
	v := newVault(t)
	modes := map[string]fs.FileMode{"index": 0o640, "refs/heads/main": 0o604, "logs/HEAD": 0o606}
	for name, mode := range modes {
		if err := os.Chmod(filepath.Join(v.gitDir(), name), mode); err != nil {
			t.Fatal(err)
		}
	}
	v.commit("capture: a", v.note("memory/a.md", "a\n"))
	for name, want := range modes {
		if info, err := os.Stat(filepath.Join(v.gitDir(), name)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: got %v, %v, want %v", name, info.Mode(), err, want)
		}
	}
}

// git makes the same commits in a repository beside, and says what the modes are to be.
func TestNewFilesHaveTheModesThatGitGives(t *testing.T) {
	for _, sharing := range []string{"", "umask", "group", "true", "all", "2", "0640", "0600", "nonsense"} {
		t.Run(sharing, func(t *testing.T) {
			ours, theirs := emptyVault(t), emptyVault(t)
			for _, v := range []*vault{ours, theirs} {
				if sharing != "" && sharing != "nonsense" {
					v.git("config", "core.sharedRepository", sharing)
				}
			}
			if sharing == "nonsense" {
				ours.write(".git/config", "[core]\n\tsharedRepository = nonsense\n")
			}
			ours.commit("capture: a", ours.note("memory/a.md", "a\n"))
			c := ours.begin(ours.open())
			ours.add(c, "file: a", ours.note("memory/a.md", "a filed\n"))
			ours.add(c, "file: b", ours.note("memory/b.md", "b filed\n"))
			ours.join(c)
			theirs.write("memory/a.md", "a\n")
			theirs.git("add", ".")
			theirs.git("commit", "-qm", "capture: a")
			theirs.write("memory/a.md", "a filed\n")
			theirs.git("commit", "-qam", "file: a")
			theirs.git("repack", "-q")
			got, want := ours.modes(), theirs.modes()
			for what, mode := range want {
				if got[what] != mode {
					t.Errorf("%s: got %v, git gives %v", what, got[what], mode)
				}
			}
		})
	}
}

// modes returns the mode of one of each kind of file in the git directory.
func (v *vault) modes() map[string]fs.FileMode {
	v.Helper()
	modes := map[string]fs.FileMode{}
	for what, pattern := range map[string]string{
		"index": "index", "branch": "refs/heads/main", "reflog of HEAD": "logs/HEAD", "reflog": "logs/refs/heads/main",
		"folder of reflogs": "logs/refs/heads", "folder of objects": "objects/??", "object": "objects/??/*",
		"pack": "objects/pack/*.pack", "its index": "objects/pack/*.idx",
	} {
		found, err := filepath.Glob(filepath.Join(v.gitDir(), pattern))
		if err != nil || len(found) == 0 {
			v.Fatalf("%s: found none, %v", pattern, err)
		}
		info, err := os.Stat(found[0])
		if err != nil {
			v.Fatal(err)
		}
		modes[what] = info.Mode()
	}
	return modes
}
