package engine

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"mem/internal/dream"
	"mem/internal/gitlog"
	"mem/internal/memory"
	"mem/internal/vault"
)

// Status is the health of a vault, as `status --json` prints it.
type Status struct {
	Root     string         `json:"root"`
	Red      []string       `json:"red"`   // what needs somebody now, a sentence each; empty = not red
	Notes    []string       `json:"notes"` // what is worth knowing
	Counts   map[string]int `json:"counts"`
	Queue    Queue          `json:"queue"`
	Index    IndexHealth    `json:"index"`
	Dream    DreamHealth    `json:"dream"`
	Probe    Probed         `json:"probe"`
	Git      GitHealth      `json:"git"`
	Locks    []string       `json:"locks"`
	Staged   int            `json:"staged"`           // nights that wait for somebody's word: mem review
	Findings int            `json:"findings"`         // grave ones of check
	Vectors  VectorHealth   `json:"vectors,omitzero"` // with an embedding endpoint

	unreadable []memory.Finding // notes that nobody can recall
}

// Queue is what nobody has filed yet.
type Queue struct {
	Unfiled  int    `json:"unfiled"`
	Held     int    `json:"held"`    // of them: somebody took their filing back, so no night files them
	Waiting  int    `json:"waiting"` // of them: the last night listed them for somebody's word
	Oldest   string `json:"oldest"`  // when the oldest of the others was captured
	OldestH  int    `json:"oldest_hours"`
	Baseline int    `json:"baseline"` // unfiled when mem first looked
}

// IndexHealth compares index and files.
type IndexHealth struct {
	Notes   int    `json:"notes"`
	Files   int    `json:"files"`
	Differ  int    `json:"differ"` // files that the index did not know as they are, before this look
	Problem string `json:"problem"`
}

// DreamHealth says when the last night was.
type DreamHealth struct {
	Last    string `json:"last"`
	Run     string `json:"run"`
	Summary string `json:"summary"`
}

// GitHealth is the state of the vault's repository.
type GitHealth struct {
	OK          bool     `json:"ok"`
	Branch      string   `json:"branch"`
	Problem     string   `json:"problem"`     // why nothing is committed, "" when all is
	Damaged     bool     `json:"damaged"`     // the history cannot be read
	Uncommitted int      `json:"uncommitted"` // notes that the next night commits
	Staged      []string `json:"staged"`      // what the owner has staged: no night commits it
	Notes       []string `json:"notes"`
}

// The bounds of SPEC §6 beyond which a vault is red.
const (
	oldUnfiled  = 72 * time.Hour
	manyUnfiled = 1000
	noDream     = 48 * time.Hour
)

// Status looks at everything that can silently go wrong.
func (e *Engine) Status(ctx context.Context) (Status, error) {
	s, err := e.survey(ctx)
	if err != nil {
		return s, err
	}
	s.Probe = e.selfProbe(ctx)
	s.judge()
	s.judgeDream(e.o.Now)
	return s, nil
}

// Look is Status without the self-probe: nothing is written.
func (e *Engine) Look(ctx context.Context) (Status, error) {
	s, err := e.survey(ctx)
	if err != nil {
		return s, err
	}
	s.Probe.OK = true // nobody asked
	s.judge()
	s.judgeDream(e.o.Now)
	return s, nil
}

func (e *Engine) survey(ctx context.Context) (Status, error) {
	s := Status{Root: e.Root(), Red: []string{}, Notes: []string{}, Counts: map[string]int{}, Locks: []string{}}
	listing, err := e.vault.List(ctx)
	if err != nil {
		return s, err
	}
	notes, findings, err := e.vault.Survey(ctx, listing)
	if err != nil {
		return s, err
	}
	for _, f := range findings {
		if f.Grave {
			s.Findings++
		}
		if f.Code == "note-unreadable" {
			s.unreadable = append(s.unreadable, f)
		}
	}
	s.Index = e.indexHealth(ctx, listing.Notes, s.unreadable)
	s.queue(e, notes)
	if s.Vectors, err = e.vectorHealth(vectorTextsOf(notes)); err != nil {
		s.Notes = append(s.Notes, err.Error())
	}
	s.Git = e.gitHealth(ctx)
	s.lastNight(ctx, e)
	s.staged(ctx, e)
	s.Locks = orEmpty(e.vault.Holders())
	return s, nil
}

func (s *Status) queue(e *Engine, notes []*memory.Note) {
	var oldest time.Time
	last := e.lastDream() // what it left to the owner is no night's to file
	for _, n := range notes {
		if isProbe(n) {
			continue
		}
		s.Counts[string(n.Status)]++
		switch {
		case n.Status != memory.Unfiled:
			continue
		case slices.Contains(last.Undone, n.Slug):
			s.Queue.Held++
			continue
		case slices.Contains(last.Waiting, n.Slug):
			s.Queue.Waiting++
			continue
		}
		if !n.Captured.IsZero() && !n.Captured.After(e.o.Now) && (oldest.IsZero() || n.Captured.Before(oldest)) {
			oldest = n.Captured
		}
	}
	s.Queue.Unfiled = s.Counts[string(memory.Unfiled)]
	if !oldest.IsZero() {
		s.Queue.Oldest, s.Queue.OldestH = instant(oldest), int(e.o.Now.Sub(oldest).Hours())
	}
	s.Queue.Baseline = e.baseline(s.Queue.Unfiled)
}

// baseline returns how many notes were unfiled when mem first looked at this vault.
func (e *Engine) baseline(now int) int {
	if data, err := e.vault.ReadState("baseline"); err == nil {
		if n, err := strconv.Atoi(strings.TrimSpace(string(data))); err == nil {
			return n
		}
	}
	if err := e.vault.WriteState("baseline", []byte(strconv.Itoa(now)+"\n")); err != nil {
		e.notice("cannot remember the baseline of the queue: %v", err)
	}
	return now
}

// indexHealth compares index and files, but for the notes that cannot be read: no index can
// have them.
func (e *Engine) indexHealth(ctx context.Context, files []memory.Stamp, unreadable []memory.Finding) IndexHealth {
	h := IndexHealth{Files: len(files)}
	readable := func(path string) bool {
		return !slices.ContainsFunc(unreadable, func(f memory.Finding) bool { return f.Path == path })
	}
	if records, err := e.index.Stamps(ctx); err == nil {
		c := diff(files, records)
		h.Differ = len(c.put) + len(c.remove)
	} else {
		h.Differ = len(files)
	}
	v, err := e.refreshAll(ctx)
	switch {
	case err != nil:
		h.Problem = err.Error()
	case v.noIndex != nil:
		h.Problem = v.noIndex.Error()
	default:
		if late := slices.DeleteFunc(slices.Sorted(maps.Keys(v.skip)), func(p string) bool { return !readable(p) }); len(late) > 0 {
			h.Problem = fmt.Sprintf("%d notes could not be indexed just now, the first: %s", len(late), late[0])
		}
	}
	records, err := e.index.Stamps(ctx)
	if err != nil {
		return h
	}
	h.Notes = len(records)
	lasting := slices.DeleteFunc(e.differing(ctx, records), func(p string) bool { return !readable(p) })
	for try := 0; try < 4 && len(lasting) > 0; try++ { // others may be writing: only what lasts is wrong
		if _, err := e.refreshAll(ctx); err != nil {
			break
		}
		if records, err = e.index.Stamps(ctx); err != nil {
			break
		}
		again := e.differing(ctx, records)
		lasting = slices.DeleteFunc(lasting, func(p string) bool { return !slices.Contains(again, p) })
	}
	if len(lasting) > 0 && h.Problem == "" {
		h.Problem = fmt.Sprintf("of the notes in the index %d differ from the files, the first: %s", len(lasting), lasting[0])
	}
	return h
}

// differing names the notes that the index does not know as they are on disk now.
func (e *Engine) differing(ctx context.Context, records []memory.Stamp) []string {
	listing, err := e.vault.List(ctx)
	if err != nil {
		return nil
	}
	c := diff(listing.Notes, records)
	return append(c.put, c.remove...)
}

func (e *Engine) gitHealth(ctx context.Context) GitHealth {
	h := GitHealth{Notes: []string{}, Staged: []string{}}
	repo, err := e.history()
	if err != nil {
		h.Problem = err.Error()
		return h
	}
	st, err := repo.State()
	if err != nil {
		h.Problem = err.Error()
		return h
	}
	h.Branch, h.Problem, h.Damaged = st.Branch, blocked(st), st.Broken != ""
	h.Notes = append(h.Notes, remarks(st)...)
	h.Staged = orEmpty(e.stagedFiles(ctx))
	if changed, err := repo.Changed(ctx, "memory"); err == nil {
		for _, c := range changed {
			if !slices.Contains(h.Staged, c.Path) && !strings.HasPrefix(string(memory.Stem(c.Path)), dream.ProbePrefix) && vault.IsNotePath(c.Path) {
				h.Uncommitted++
			}
		}
	}
	h.OK = h.Problem == ""
	return h
}

// blocked says why mem commits nothing just now, "" when it does.
func blocked(s gitlog.State) string {
	switch {
	case s.Broken != "":
		return "the history is damaged, nothing can be committed: " + s.Broken + ": git fsck says more; a clone or a backup has what is missing"
	case s.InProgress != "" && s.InProgress != gitlog.Bisect:
		return fmt.Sprintf("a %s is in progress: finish it, the next run commits what waits", s.InProgress)
	case s.Detached:
		return "HEAD is detached: switch to a branch, the next run commits what waits"
	case s.Ignored:
		return "git's ignore rules exclude the notes, so none is committed: look at .gitignore"
	case s.Cause != "" && !s.ByGit:
		return "mem cannot write this repository: " + s.Cause
	case s.Locked && !s.LockIsOurs:
		return "index.lock is there since " + instant(s.LockedAt) + ": if no git is running, delete it"
	default:
		return ""
	}
}

// remarks are what an owner should know of how mem commits here.
func remarks(s gitlog.State) []string {
	var out []string
	if len(s.Hooks) > 0 {
		out = append(out, "the repository's hooks ("+strings.Join(s.Hooks, ", ")+") do not run for mem's commits")
	}
	if s.Signing {
		out = append(out, "commit signing is on; mem's commits are not signed")
	}
	if s.Shallow {
		out = append(out, "the clone is shallow, so dream may decide again what was taken back before its history begins: git fetch --unshallow")
	}
	if s.ByGit {
		out = append(out, "commits go through the git program: "+s.Cause)
	}
	if s.Identity == (gitlog.Identity{}) {
		out = append(out, "git knows no name of yours: your own edits are committed as mem")
	}
	return out
}

func (s *Status) lastNight(ctx context.Context, e *Engine) {
	if last := e.lastDream(); !last.At.IsZero() {
		s.Dream = DreamHealth{Last: instant(last.At), Run: last.Run, Summary: last.Summary}
		return
	}
	repo, err := e.history()
	if err != nil {
		return
	}
	for x, err := range repo.Log(ctx, gitlog.Query{Trailers: []gitlog.Trailer{{Key: "Mem-Run"}}, Limit: 1}) {
		if err == nil {
			s.Dream = DreamHealth{Last: instant(x.When), Summary: x.Subject}
		}
	}
}

// judge applies the bounds of SPEC §6.
func (s *Status) judge() {
	red := func(format string, args ...any) { s.Red = append(s.Red, fmt.Sprintf(format, args...)) }
	if s.Queue.OldestH >= int(oldUnfiled.Hours()) {
		red("the oldest unfiled note has waited %d hours: run mem dream", s.Queue.OldestH)
	}
	if over := s.Queue.Unfiled - s.Queue.Waiting - s.Queue.Baseline; over > manyUnfiled {
		red("%d more notes are unfiled than when mem first looked: run mem dream", over)
	}
	if s.Index.Problem != "" {
		red("the index is not equal to the files: %s", s.Index.Problem)
	}
	for i, f := range s.unreadable {
		if i == 3 {
			red("%d more notes cannot be read: mem check names them", len(s.unreadable)-i)
			break
		}
		red("%s: %s %s", f.Path, f.Detail, f.Remedy)
	}
	if s.Git.Damaged {
		red("%s", s.Git.Problem)
	}
	if !s.Probe.OK {
		red("the self-probe failed: %s", s.Probe.Detail)
	}
	if s.Findings > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%d broken rules: mem check names them", s.Findings))
	}
}

// judgeDream is red when nights ran once and no longer do.
func (s *Status) judgeDream(now time.Time) {
	if t, _, ok := ParseTime(s.Dream.Last); ok && now.Sub(t) > noDream {
		s.Red = append(s.Red, fmt.Sprintf("no dream for %d hours: is the cron line still there?", int(now.Sub(t).Hours())))
	}
}

// staged counts the nights that wait to be approved.
func (s *Status) staged(ctx context.Context, e *Engine) {
	runs, broken, err := e.openRuns(ctx)
	if err != nil {
		s.Notes = append(s.Notes, fmt.Sprintf("what waits to be approved cannot be read: %v", err))
	}
	for _, f := range broken {
		s.Notes = append(s.Notes, f.Path+": "+f.Detail)
	}
	open := 0
	for _, r := range runs {
		open += r.Open
	}
	if s.Staged = len(runs); open > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%d decisions wait to be approved: mem review", open))
	}
}
