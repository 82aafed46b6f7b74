package engine

import (
	"context"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"time"

	"mem/internal/index"
	"mem/internal/memory"
	"mem/internal/vault"
)

// fullLook is the number of notes up to which every recall looks at every file, so that an
// edit in place is seen at once. A look costs some 2 µs a note.
const fullLook = 20_000

// grain is how far a folder's time may lie behind what happened in it: within it a second
// change may leave the time as it is.
const grain = 2 * time.Second

// A glance is what the folders of a large vault looked like when every file was last
// compared with the index. Until the next full look a folder with the same time holds the
// same files; the newest month is looked at in any case, and so is every note that is
// about to be returned. What may be missed meanwhile: the new words of a note of an older
// month that was edited in place.
type glance struct {
	At      time.Time        `json:"at"`      // of the full look
	Folders map[string]int64 `json:"folders"` // only those in whose tick nothing more can happen
}

const glanceState = "glance.json"

func newGlance(at time.Time, folders map[string]int64) glance {
	g := glance{At: at, Folders: map[string]int64{}}
	for folder, changed := range folders {
		if at.Sub(time.Unix(0, changed)) >= grain {
			g.Folders[folder] = changed
		}
	}
	return g
}

func (e *Engine) lastGlance() glance {
	var g glance
	if data, err := e.vault.ReadState(glanceState); err == nil {
		_ = json.Unmarshal(data, &g) // what cannot be read is no glance
	}
	return g
}

func (e *Engine) keepGlance(g glance) {
	data, err := json.Marshal(g)
	if err == nil {
		err = e.vault.WriteCache(glanceState, data)
	}
	if err != nil {
		e.notice("every file is looked at again next time: %v", err)
	}
}

func (e *Engine) fullCheck() time.Duration {
	if e.settings.FullCheck > 0 {
		return e.settings.FullCheck
	}
	return memory.DefaultFullCheck
}

// serves reports whether the glance is young enough; one from the future is not.
func (g *glance) serves(now time.Time, age time.Duration) bool {
	return len(g.Folders) > 0 && !g.At.After(now) && now.Sub(g.At) < age
}

// look is refresh for a large vault: only the folders that changed since the last full
// look, and the newest, are compared with the index. ok is false when that does not do.
func (e *Engine) look(ctx context.Context, g glance) (v view, ok bool) {
	known := make([]string, 0, len(g.Folders))
	for f := range g.Folders {
		known = append(known, f)
	}
	times, err := e.vault.ShardTimes(known...)
	if err != nil {
		return view{}, false
	}
	dirty := g.changed(times)
	c, ok := e.lookIn(ctx, dirty, times)
	if !ok {
		return view{}, false
	}
	if v, err = e.reconcile(ctx, c); err != nil {
		return view{}, false
	}
	v.glance = &g
	if len(v.skip) == 0 && g.learn(times, dirty, e.o.Clock) {
		e.keepGlance(g)
	}
	return v, true
}

// lookIn compares the files of some folders with the index. times has every folder that is
// known: where there is another, all is looked at.
func (e *Engine) lookIn(ctx context.Context, folders []string, times map[string]int64) (c changes, ok bool) {
	if !vault.CanLook {
		return e.listIn(ctx, folders, times)
	}
	records, err := e.index.RecordsIn(ctx, folders)
	if err != nil {
		return c, false
	}
	before := e.lastRoll()
	found, ok := e.vault.LookIn(ctx, folders, known(records), before.Folders)
	if !ok {
		return e.listIn(ctx, folders, times)
	}
	e.keepRoll(before, found.Folders)
	for folder := range found.Folders {
		if _, seen := times[folder]; !seen {
			return c, false // a folder of somebody's own in there
		}
	}
	return e.withPending(changes{put: found.Changed, remove: found.Gone}), true
}

// listIn is lookIn where the look gives no plain answer.
func (e *Engine) listIn(ctx context.Context, folders []string, times map[string]int64) (c changes, ok bool) {
	var files []memory.Stamp
	for _, folder := range folders {
		listing, err := e.vault.ListShard(ctx, folder)
		if err != nil {
			return c, false
		}
		for sub := range listing.Folders {
			if _, seen := times[sub]; !seen {
				return c, false
			}
		}
		files = append(files, listing.Notes...)
	}
	records, err := e.index.StampsIn(ctx, folders)
	if err != nil {
		return c, false
	}
	slices.SortFunc(files, func(a, b memory.Stamp) int { return strings.Compare(a.Path, b.Path) })
	return e.withPending(diff(files, records)), true
}

// changed names the folders that are not as they were, and the newest month.
func (g *glance) changed(times map[string]int64) []string {
	newest := ""
	var out []string
	for folder, at := range times {
		if was, ok := g.Folders[folder]; !ok || was != at {
			out = append(out, folder)
		}
		if month(folder) && folder > newest {
			newest = folder
		}
	}
	for folder := range g.Folders {
		if _, still := times[folder]; !still {
			out = append(out, folder)
		}
	}
	if newest != "" && !slices.Contains(out, newest) {
		out = append(out, newest)
	}
	slices.Sort(out)
	return out
}

func month(folder string) bool { return len(folder) == len("memory/2026/08") && folder[11] == '/' }

// learn takes over the times of folders that were just compared, unless something may
// still happen in them within the same tick. It reports whether that changed the glance.
func (g *glance) learn(times map[string]int64, dirty []string, now time.Time) bool {
	learnt := false
	for _, folder := range dirty {
		at, ok := times[folder]
		switch was, had := g.Folders[folder]; {
		case !ok && had:
			delete(g.Folders, folder)
			learnt = true
		case ok && (!had || was != at) && now.Sub(time.Unix(0, at)) >= grain:
			g.Folders[folder] = at
			learnt = true
		}
	}
	return learnt
}

// stale reindexes those of the notes that were edited since the last full look, and
// reports whether there were any: then the question has to be asked again.
func (e *Engine) stale(ctx context.Context, g *glance, paths []string) bool {
	if g == nil {
		return false
	}
	since := g.At.Add(-grain).UnixNano()
	var suspects []memory.Stamp
	folders := map[string]bool{}
	for _, p := range paths {
		if s, err := e.vault.Stat(p); err == nil && max(s.MTime, s.CTime) >= since {
			suspects = append(suspects, s)
			folders[path.Dir(p)] = true
		}
	}
	if len(suspects) == 0 {
		return false
	}
	var list []string
	for f := range folders {
		list = append(list, f)
	}
	records, err := e.index.StampsIn(ctx, list)
	if err != nil {
		return false
	}
	indexed := map[memory.Stamp]bool{}
	for _, r := range records {
		indexed[r] = true
	}
	suspects = slices.DeleteFunc(suspects, func(s memory.Stamp) bool { return indexed[s] })
	if len(suspects) == 0 {
		return false
	}
	var put []index.Doc
	for _, s := range suspects {
		if doc, err := e.doc(s.Path); err == nil {
			put = append(put, doc)
		}
	}
	return e.index.Update(ctx, put, nil) == nil
}
