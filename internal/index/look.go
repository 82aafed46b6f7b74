package index

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"time"
)

// Looking at every file of a vault is most of what a recall does, and where many recalls
// come at once, all would look at the same files. So they take turns, and whoever's turn
// comes after somebody else looked, from beginning to end since he came, need not look.

// lookWait is how long a turn is waited for: longer than a look at 100,000 files takes.
const lookWait = time.Second

// lookedFile says when the last look that found nothing new began.
const lookedFile = "looked"

// looked is a moment as two clocks have it: the one that nobody sets, which is of one
// machine's one run, and the one of the wall, which tells such runs apart.
type looked struct {
	Begun int64 `json:"begun"` // nanoseconds since the machine was started
	Wall  int64 `json:"wall"`  // nanoseconds since 1970
}

// Look waits for its turn to compare all files with the index. If another process did so
// since Look was called and found nothing new, fresh says so: what was on disk when Look
// was called is what a search finds from now on. Else the caller compares now, and then
// calls done with whether all was the same. done is never nil.
func (x *Index) Look(ctx context.Context) (fresh bool, done func(same bool)) {
	asked, ok := sinceBoot()
	if !ok {
		return false, func(bool) {}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, lookWait, ErrBusy)
	defer cancel()
	release, err := x.take(ctx, lockLook, exclusive)
	if err != nil {
		return false, func(bool) {} // an index that cannot be locked tells nobody anything
	}
	if x.lookedSince(asked) {
		release()
		return true, func(bool) {}
	}
	begun, _ := sinceBoot()
	return false, func(same bool) {
		defer release()
		wall := time.Now().UnixNano() // waits, not dates
		if data, err := json.Marshal(looked{begun, wall}); err == nil && same {
			_ = os.WriteFile(filepath.Join(x.dir, lookedFile), data, 0o600) // read under the same lock; torn it tells nothing
		}
	}
}

// lookedSince reports whether the last look that found nothing new began at a moment or
// after it.
func (x *Index) lookedSince(asked int64) bool {
	var last looked
	data, err := os.ReadFile(filepath.Join(x.dir, lookedFile))
	if err != nil || json.Unmarshal(data, &last) != nil {
		return false
	}
	now, _ := sinceBoot()
	age := time.Since(time.Unix(0, last.Wall))
	return asked <= last.Begun && last.Begun <= now && -lookWait < age && age < 10*lookWait
}
