package engine

import (
	"encoding/json"
	"maps"
	"time"

	"mem/internal/vault"
)

// A roll is the folders as a look at the files found them. A look soon after reads no names
// where a folder is as it was, which is a fifth of its work; every file is still looked at,
// and that no note is unknown is told by their number. On file systems that are shared with
// other machines a folder's times may come late or not at all, so the roll is not relied on
// for longer than recall.full_check.
type roll struct {
	At      time.Time               `json:"at"`
	Folders map[string]vault.Folder `json:"folders"` // only those in whose tick nothing more can happen
}

const (
	rollState = "folders.json"

	// rollWorth is the number of names from which on it is worth a write to remember that
	// they need not be read.
	rollWorth = 256
)

func (e *Engine) lastRoll() roll {
	var r roll
	data, err := e.vault.ReadState(rollState)
	if err != nil || json.Unmarshal(data, &r) != nil || r.At.After(e.o.Clock) || e.o.Clock.Sub(r.At) >= e.fullCheck() {
		return roll{}
	}
	return r
}

// keepRoll remembers the folders of a look, if that spares the next one enough. The time
// stays that of the first of the looks, which read all names.
func (e *Engine) keepRoll(was roll, folders map[string]vault.Folder) {
	now := roll{At: was.At, Folders: maps.Clone(was.Folders)}
	if len(was.Folders) == 0 {
		now = roll{At: e.o.Clock, Folders: map[string]vault.Folder{}}
	}
	spared := 0
	for dir, f := range folders {
		old, had := was.Folders[dir]
		if f.MTime == 0 || had && old.MTime == f.MTime && old.CTime == f.CTime {
			continue // not read
		}
		if e.o.Clock.Sub(time.Unix(0, max(f.MTime, f.CTime))) < grain {
			continue
		}
		now.Folders[dir] = f
		spared += f.Notes
	}
	if spared < rollWorth {
		return
	}
	if data, err := json.Marshal(now); err == nil {
		_ = e.vault.WriteCache(rollState, data) // without it the names are read again
	}
}
