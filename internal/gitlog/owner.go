package gitlog

import (
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
)

// ErrForeignOwner means that a repository belongs to another user. git refuses those too: what is in them is run with
// our rights, and what we write the owner's git may not change. `git config --global --add safe.directory <work tree>`
// says that this one is trusted.
type ErrForeignOwner struct {
	Path  string // what belongs to the other: the work tree, its .git, or the git directory
	Owner string // the user's name, or "user <number>"
}

func (e ErrForeignOwner) Error() string { return e.Path + " belongs to " + e.Owner }

// checkOwner refuses a repository of another user, unless the machine's or the user's configuration trusts it.
func (r *Repo) checkOwner() error {
	euid := os.Geteuid
	if r.opts.euid != nil {
		euid = r.opts.euid
	}
	for _, path := range []string{r.work, filepath.Join(r.work, ".git"), r.gitDir} {
		owner, known, err := ownerOf(path)
		if err != nil {
			return err
		}
		if known && !isUs(owner, euid(), r.env.get("SUDO_UID")) && !r.trusted() {
			return ErrForeignOwner{path, userName(owner)}
		}
	}
	return nil
}

// isUs reports whether an owner is who runs this: the effective user, and for root also the one that called sudo.
func isUs(owner uint32, euid int, sudo string) bool {
	if euid < 0 || int64(owner) == int64(euid) {
		return true
	}
	id, err := strconv.ParseUint(sudo, 10, 32)
	return euid == 0 && err == nil && uint32(id) == owner
}

// trusted reports whether safe.directory names the work tree. What the repository's own configuration says of itself
// does not count; an empty value drops those before it, * is any, dir/* all below dir.
func (r *Repo) trusted() bool {
	tops := []string{r.work}
	if real, err := filepath.EvalSymlinks(r.work); err == nil {
		tops = append(tops, real)
	}
	yes := false
	for _, s := range r.cfg.entries {
		if s.local || s.key != "safe.directory" {
			continue
		}
		for _, top := range tops {
			yes = s.value != "" && (yes || r.names(s.value, top))
		}
	}
	return yes
}

func (r *Repo) names(safe, top string) bool {
	if rest, ok := strings.CutPrefix(safe, "~/"); ok {
		safe = filepath.Join(r.env.home(), rest)
	}
	if above, ok := strings.CutSuffix(safe, "/*"); ok {
		return strings.HasPrefix(top, filepath.Clean(above)+string(filepath.Separator))
	}
	return safe == "*" || filepath.Clean(safe) == top
}

func userName(id uint32) string {
	number := strconv.FormatUint(uint64(id), 10)
	if u, err := user.LookupId(number); err == nil {
		return u.Username
	}
	return "user " + number
}
