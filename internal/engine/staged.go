package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"mem/internal/dream"
	"mem/internal/gitlog"
	"mem/internal/memory"
	"mem/internal/vault"
)

// stagedBranches begins the names of the branches on which staged nights wait.
const stagedBranches = "mem/dream/"

// StagedRun is a night that waits on a branch of its own for somebody's word.
type StagedRun struct {
	Run       string           `json:"run"`
	Branch    string           `json:"branch"`
	When      string           `json:"when"`
	Subject   string           `json:"subject"`
	Open      int              `json:"open"` // decisions that nobody has approved or rejected yet
	Decisions []StagedDecision `json:"decisions"`

	tip, base string // commits
	brief     gitlog.Entry
}

// StagedDecision is one decision of a staged night.
type StagedDecision struct {
	Decided
	Evidence []string `json:"evidence"`
	Open     bool     `json:"open"`

	entry gitlog.Entry
}

// errNotStaged says why a staged night cannot be put on a branch.
var errNotStaged = errors.New("nothing can be staged without a history")

func (n *nightRun) notStaged() error {
	if n.lastErr == nil {
		return errNotStaged
	}
	return fmt.Errorf("%w: %w", errNotStaged, n.lastErr)
}

// stage composes a decision and commits it to the chain. No file is written.
func (n *nightRun) stage(ctx context.Context, c memory.Change) (Receipt, error) {
	if n.chain == nil {
		return Receipt{}, n.notStaged()
	}
	written, err := n.sketch.Compose(n.current(c))
	if err != nil {
		return Receipt{}, err
	}
	n.keep(written)
	i := n.e.intent(c)
	i.Run = n.run
	hash, err := n.chain.Add(ctx, n.e.commit(i, written))
	if errors.Is(err, gitlog.ErrNothing) {
		err = nil
	}
	return Receipt{Commit: hash}, err
}

// readFile reads a file as the night has left it so far.
func (n *nightRun) readFile(path string) ([]byte, error) {
	if n.sketch != nil {
		return n.sketch.ReadFile(path)
	}
	return n.e.vault.ReadFile(path)
}

// StagedRuns lists the nights that wait, the newest first. Those of which nothing is open
// any more, since their branch was merged, are left out; so are those of which the branch
// cannot be read, with a notice.
func (e *Engine) StagedRuns(ctx context.Context) ([]StagedRun, error) {
	runs, broken, err := e.openRuns(ctx)
	for _, f := range broken {
		e.notice("%s: %s", f.Path, f.Detail)
	}
	return runs, err
}

func (e *Engine) openRuns(ctx context.Context) ([]StagedRun, []memory.Finding, error) {
	all, broken, err := e.stagedBranches(ctx)
	return slices.DeleteFunc(all, func(s StagedRun) bool { return s.Open == 0 }), broken, err
}

// dropSettled deletes the branches of staged nights that the history has.
func (e *Engine) dropSettled(ctx context.Context) {
	all, _, err := e.stagedBranches(ctx)
	if err != nil {
		e.notice("a branch that is not needed any more stays: %v", err)
	}
	for _, s := range all {
		if s.Open == 0 && len(s.Decisions) > 0 {
			e.dropStaged(ctx, s)
		}
	}
}

// dropStaged deletes the branch of a staged night. What it held is in the history: if it
// cannot be deleted now, the next night does it.
func (e *Engine) dropStaged(ctx context.Context, s StagedRun) {
	if err := e.repo.DropBranch(ctx, gitlog.Branch{Name: s.Branch, Hash: s.tip}); err != nil {
		e.notice("a branch that is not needed any more stays: %v", err)
	}
}

// stagedBranches reads the branches of staged nights. Findings are those that cannot be
// read: what waits on them is not known, and nothing else is kept from its work by them.
func (e *Engine) stagedBranches(ctx context.Context) ([]StagedRun, []memory.Finding, error) {
	repo, err := e.history()
	if err != nil {
		return nil, nil, nil
	}
	branches, broken, err := repo.Branches(ctx, stagedBranches)
	if err != nil {
		return nil, nil, err
	}
	var findings []memory.Finding
	for _, b := range broken {
		findings = append(findings, brokenStaged(b.Name, b.Cause, `rm "$(git rev-parse --git-path 'refs/heads/`+b.Name+`')"`))
	}
	var out []StagedRun
	for _, b := range branches {
		switch s, err := readStaged(ctx, repo, b); {
		case errors.Is(err, gitlog.ErrMissingObject), errors.Is(err, gitlog.ErrUnknownRevision):
			findings = append(findings, brokenStaged(b.Name, err, "git update-ref -d refs/heads/"+b.Name))
		case err != nil:
			return nil, nil, fmt.Errorf("branch %s: %w", b.Name, err)
		default:
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return nil, findings, nil
	}
	if err := settled(ctx, repo, out); err != nil {
		return nil, nil, err
	}
	slices.SortFunc(out, func(a, b StagedRun) int { return strings.Compare(b.Run, a.Run) })
	return out, findings, nil
}

func brokenStaged(branch string, cause error, remove string) memory.Finding {
	return memory.Finding{
		Code: "staged-unreadable", Path: branch, Grave: true, Remedy: "What waited on it is decided again.",
		Detail: fmt.Sprintf("the branch of a staged night cannot be read (%v): fetch it from where it was pushed to, or remove it with `%s`", cause, remove),
	}
}

// readStaged reads the decisions on a branch: the commits of its run, up to the first that is
// of no run.
func readStaged(ctx context.Context, repo *gitlog.Repo, b gitlog.Branch) (StagedRun, error) {
	s := StagedRun{Run: strings.TrimPrefix(b.Name, stagedBranches), Branch: b.Name, tip: b.Hash, Decisions: []StagedDecision{}}
	tip, err := entryOf(ctx, repo, b.Hash)
	if err != nil {
		return s, err
	}
	s.When, s.Subject = instant(tip.When), tip.Subject
	from := tip.Hash
	if tip.Merge && len(tip.Parents) == 2 && eventOf(tip).Run == s.Run {
		from = tip.Parents[1]
	}
	for entry, err := range repo.Log(ctx, gitlog.Query{Rev: from, FirstParent: true}) {
		if err != nil {
			return s, err
		}
		ev := eventOf(entry)
		if ev.Run != s.Run || entry.Merge {
			s.base = entry.Hash
			break
		}
		if ev.Op == string(memory.OpBrief) {
			s.brief = entry
			continue
		}
		s.Decisions = append(s.Decisions, StagedDecision{
			Decided:  Decided{Op: memory.Op(ev.Op), Notes: ev.Notes, Subject: ev.Subject, Reason: ev.Reason, Commit: ev.Commit},
			Evidence: ev.Evidence, entry: entry,
		})
	}
	slices.Reverse(s.Decisions)
	return s, nil
}

// settled marks what the history has by now, by approval, rejection or a merge, as not open.
func settled(ctx context.Context, repo *gitlog.Repo, runs []StagedRun) error {
	type decision struct {
		run string
		key memory.DecisionKey
	}
	have := map[decision]bool{}
	for entry, err := range repo.Log(ctx, gitlog.Query{Trailers: []gitlog.Trailer{{Key: "Mem-Run"}}}) {
		if err != nil {
			return err
		}
		ev := eventOf(entry)
		have[decision{ev.Run, ev.key()}] = true
	}
	for i := range runs {
		for j := range runs[i].Decisions {
			d := &runs[i].Decisions[j]
			c := memory.Change{Op: d.Op, Notes: d.Notes, Reason: d.Reason, Evidence: d.Evidence}
			if d.Open = !have[decision{runs[i].Run, c.Key()}]; d.Open {
				runs[i].Open++
			}
		}
	}
	return nil
}

// waiting are the open decisions of all staged nights, and the branches that cannot be read.
func (e *Engine) waiting(ctx context.Context) ([]dream.Waiting, []memory.Finding, error) {
	runs, broken, err := e.openRuns(ctx)
	var out []dream.Waiting
	for _, r := range runs {
		for _, d := range r.Decisions {
			if d.Open {
				out = append(out, dream.Waiting{Op: d.Op, Notes: d.Notes, Reason: d.Reason, Evidence: d.Evidence, Commit: d.Commit})
			}
		}
	}
	return out, broken, err
}

// ErrNotStaged says that no staged night, or no open decision of one, has a name.
var ErrNotStaged = errors.New("nothing of that name waits to be approved")

// stagedRun finds a staged night by its run, its branch, or the beginning of either.
const shortestRun = 4 // letters; an unset variable of a script names no night

func (e *Engine) stagedRun(ctx context.Context, name string) (StagedRun, error) {
	runs, broken, err := e.openRuns(ctx)
	if err != nil {
		return StagedRun{}, err
	}
	for _, f := range broken {
		if f.Path == name || strings.TrimPrefix(f.Path, stagedBranches) == name {
			return StagedRun{}, fmt.Errorf("%s: %s", f.Path, f.Detail)
		}
	}
	var found []StagedRun
	for _, r := range runs {
		if r.Run == name || r.Branch == name {
			return r, nil
		}
		if len(name) >= shortestRun && strings.HasPrefix(r.Run, name) {
			found = append(found, r)
		}
	}
	if len(found) != 1 {
		return StagedRun{}, fmt.Errorf("%w: %q", ErrNotStaged, name)
	}
	return found[0], nil
}

// choose picks open decisions of a staged night by their commits; all of them when none is named.
func (s *StagedRun) choose(commits []string) ([]StagedDecision, error) {
	var out []StagedDecision
	for _, d := range s.Decisions {
		named := len(commits) == 0 || slices.ContainsFunc(commits, func(c string) bool { return len(c) >= 4 && strings.HasPrefix(d.Commit, c) })
		if d.Open && named {
			out = append(out, d)
		}
	}
	for _, c := range commits {
		if !slices.ContainsFunc(out, func(d StagedDecision) bool { return strings.HasPrefix(d.Commit, c) }) {
			return nil, fmt.Errorf("%w: commit %q of run %s", ErrNotStaged, c, s.Run)
		}
	}
	return out, nil
}

// StagedDiff is what a decision of a staged night does to each file.
func (e *Engine) StagedDiff(commit string) ([]gitlog.FileDiff, error) {
	repo, err := e.history()
	if err != nil {
		return nil, err
	}
	return repo.Diff(commit)
}

// stale reports why a decision no longer rests on what it rested on; nil when it does.
type stale struct{ path string }

func (s stale) Error() string { return s.path + " has changed since" }

// restsOn makes sure that the notes which a decision names are as they were when it was
// taken, or as the decisions of its night leave them.
func (e *Engine) restsOn(ctx context.Context, repo *gitlog.Repo, s *StagedRun, d StagedDecision, now *vault.Sketch, edited map[string]bool) error {
	for _, slug := range append(slices.Clone(d.Notes), slugsOf(d.Evidence)...) {
		path, err := e.vault.Resolve(string(slug))
		if err != nil || edited[path] {
			continue // a figure, or a note that it makes
		}
		data, err := now.ReadFile(path)
		if err != nil {
			return stale{path}
		}
		same := false
		for _, rev := range s.statesOf(slug, d) {
			then, err := repo.FileAt(ctx, rev, path)
			if err != nil {
				return err
			}
			if same = then != nil && unixLines(then) == unixLines(data); same {
				break
			}
		}
		if !same {
			return stale{path}
		}
	}
	return nil
}

// statesOf names the commits that have a note as it was before a staged night, or as decisions of the night have left
// it: what was approved earlier, though decided later, takes nothing away from a decision.
func (s *StagedRun) statesOf(slug memory.Slug, d StagedDecision) []string {
	revs := []string{s.base, d.entry.Parents[0]}
	for _, other := range s.Decisions {
		if slices.Contains(other.Notes, slug) {
			revs = append(revs, other.entry.Hash)
		}
	}
	return revs
}

func slugsOf(evidence []string) (out []memory.Slug) {
	for _, s := range evidence {
		if vault.CheckSlug(s) == nil {
			out = append(out, memory.Slug(s))
		}
	}
	return out
}

// unixLines is a text without what git may have made of its line ends.
func unixLines(data []byte) string { return strings.ReplaceAll(string(data), "\r\n", "\n") }
