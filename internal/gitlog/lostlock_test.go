package gitlog

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestALockThatIsGoneCostsNoBranch removes the lock of the branch before it is renamed, as
// one does who cleans up a repository that is in use.
func TestALockThatIsGoneCostsNoBranch(t *testing.T) {
	dir := t.TempDir()
	if err := Init(dir, "main"); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, ".git/refs/heads/main")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	const tip = "1234567890123456789012345678901234567890\n"
	if err := os.WriteFile(path, []byte(tip), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := replaceRef(filepath.Join(dir, "no-such.lock"), path); err == nil {
		t.Error("a lock that is gone was moved into place")
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != tip {
		t.Errorf("the branch is %q, %v", got, err)
	}
	empty := filepath.Join(dir, ".git/refs/heads/topic")
	if err := errors.Join(os.Mkdir(empty, 0o700), os.WriteFile(empty+".lock", []byte(tip), 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := replaceRef(empty+".lock", empty); err != nil {
		t.Errorf("an empty folder of that name: %v", err)
	}
}
