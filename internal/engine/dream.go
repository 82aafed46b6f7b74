package engine

import (
	"context"
	"errors"
	"fmt"
	"path"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"mem/internal/dream"
	"mem/internal/judge"
	"mem/internal/memory"
	"mem/internal/vault"
)

// Night says how the nightly run is to go.
type Night struct {
	DryRun     bool
	Only       []dream.Job // empty = all
	MaxChanges int         // 0 = what mem.yaml says
	Allow      []dream.Job // jobs that no guard holds back
}

// Dreamt is what a night did, as `dream --json` prints it.
type Dreamt struct {
	Run       string            `json:"run"`
	DryRun    bool              `json:"dry_run"`
	Commit    string            `json:"commit"`  // that the night is on the branch with; "" without history or changes
	Summary   string            `json:"summary"` // "12 filed, 3 superseded"
	Counts    map[memory.Op]int `json:"counts"`
	Applied   []Decided         `json:"applied"`
	Left      []string          `json:"left"`       // decided, but the file changed meanwhile
	Edits     int               `json:"edits"`      // hand edits found on disk and committed first
	Learnt    int               `json:"learnt"`     // notes made of what sessions left to the night
	NotLearnt int               `json:"not_learnt"` // what of that was not kept: it held a credential, or no text
	Listed    []dream.Listed    `json:"listed"`     // needs a person's eye
	Problems  []string          `json:"problems"`   // what keeps mem from its work, a sentence each
	Failed    []string          `json:"failed"`     // what could not be written or committed, a sentence each; the night has failed
	Undone    []Decided         `json:"undone"`     // decisions that somebody took back, and that are not taken again
	Proposals []dream.Proposal  `json:"proposals"`  // changes to mem.yaml that no night makes
	Open      []dream.Open      `json:"open"`       // questions asked often and never answered
	Facts     dream.FactsBudget `json:"facts"`      // facts.md, its budget, and what could stand in it
	Dropped   int               `json:"dropped"`    // over the night's cap
	Barred    []dream.Barred    `json:"barred"`     // what a guard held back
	Probe     dream.Probe       `json:"probe"`      // what the vault's own questions said
	// NewlyUndone are the subjects among Undone that no earlier night has told of.
	NewlyUndone []string `json:"newly_undone"`
	// Staged is the branch on which the night waits to be approved; "" when it is done.
	Staged string `json:"staged"`
	Brief  string `json:"brief"` // its path, "" on a dry run
	// StagedFiles are what the owner has staged with git: nights leave them.
	StagedFiles []string `json:"staged_files"`

	Answers *dream.Answers `json:"answers,omitempty"` // with a model in the user's config
}

// Decided is one decision of a night.
type Decided struct {
	Op      memory.Op     `json:"op"`
	Notes   []memory.Slug `json:"notes"`
	Subject string        `json:"subject"`
	Reason  string        `json:"reason"`
	Commit  string        `json:"commit"`
}

// A hold of the lock ends after so many decisions, or after so long: captures never wait
// longer than a moment. Where they are many or slow, and the night waits long for its turn,
// its turn lasts a part of what it waited: else it would hardly come forward.
const (
	batch   = 32
	hold    = 30 * time.Millisecond
	waiting = 8 // a turn lasts as long as one in so many of those before it
)

// turn is how long a hold of the lock lasts that was waited for so long.
func turn(waited time.Duration) time.Duration { return max(hold, min(waited/waiting, 10*hold)) }

// toldAtOnce is how many decisions the index is told of together: it takes about as long
// for hundred as for ten.
const toldAtOnce = 128

// nightGC is how much garbage there may be while a night or an import is under way, in per
// cent of what is in use, with so many notes: it has much in memory, and time.
const (
	nightGC     = 40
	nightGCFrom = 10_000
)

// A night of so many notes has ballast: memory that counts as being in use and is
// never touched, so that the system gives no page for it. With it there may be 51 MB more of
// garbage, and a night of 10,000 notes collects it 20 times instead of 128.
const (
	ballast     = 128 << 20
	ballastFrom = 2_000
	ballastTo   = 50_000
)

// keptGC returns what sets the collecting of garbage back to what it is now.
func keptGC() func() {
	before := debug.SetGCPercent(nightGC)
	debug.SetGCPercent(before)
	return func() { debug.SetGCPercent(before) }
}

// ErrUnread says that no night runs, since mem.yaml may hold that it is to be staged.
var ErrUnread = errors.New("mem.yaml cannot be read, so whether nights may change this vault is not known: no night runs")

// Dream is the nightly run: what people did by hand is committed first, then the night is
// planned from one snapshot, applied decision by decision, written up, and joined to the
// branch. One dream runs at a time; captures and recalls go on.
func (e *Engine) Dream(ctx context.Context, o Night) (Dreamt, error) {
	if e.settings.Unread && !o.DryRun {
		return Dreamt{}, ErrUnread
	}
	if !o.DryRun { // which changes nothing, and may run beside a night or in a vault that cannot be written
		release, err := e.vault.DreamLock(ctx)
		if err != nil {
			return Dreamt{}, err
		}
		e.dreaming = true
		defer func() { e.dreaming = false; release() }()
	}
	defer keptGC()()
	defer func() { e.ballast = nil }()
	var err error
	out := Dreamt{Run: dream.RunAt(e.o.Now) + "-" + nonce()[:4], DryRun: o.DryRun, Left: []string{}, Problems: []string{}, Failed: []string{}, NewlyUndone: []string{}}
	if !o.DryRun {
		if out.Edits, err = e.settle(ctx); err != nil {
			return out, err
		}
		e.dropSettled(ctx)
		out.Learnt, out.NotLearnt = e.learn(ctx)
		e.nightVectors(ctx)
	}
	snapshot, err := e.snapshot(ctx)
	if err != nil {
		return out, err
	}
	held, err := e.heldBack(ctx, o.DryRun)
	if err != nil {
		return out, err
	}
	out.StagedFiles = orEmpty(e.stagedFiles(ctx))
	policy := dream.Policy{Run: out.Run, MaxChanges: o.MaxChanges, Only: o.Only, Allow: o.Allow, Settings: e.settings}
	if !o.DryRun {
		policy.Barred = e.barUnprobed(ctx, &policy)
	}
	who, asks, done := e.adjudicator(o.DryRun)
	defer done()
	plan, probe, left, err := e.plan(ctx, snapshot, &policy, held, who)
	if err != nil {
		return out, err
	}
	plan.Problems = append(plan.Problems, e.doubts()...)
	probe.Lost = orEmpty(probe.Lost)
	out.Barred, out.Probe = orEmpty(plan.Barred), probe
	out.Left = append(out.Left, left...)
	if asks {
		out.Answers = &plan.Answers
	}
	out.Counts, out.Summary = plan.Counts(), dream.Summary(plan.Counts())
	out.Proposals, out.Facts = orEmpty(plan.Proposals), plan.Facts
	out.Facts.Proposed = orEmpty(out.Facts.Proposed)
	out.Listed, out.Open, out.Dropped, out.Undone = orEmpty(plan.Listed), orEmpty(plan.Open), len(plan.Dropped), []Decided{}
	for _, f := range plan.Problems {
		if f.Grave { // the rest is in the brief
			out.Problems = append(out.Problems, f.Path+": "+f.Detail)
		}
	}
	known := e.lastDream().Undone
	for _, u := range plan.Undone {
		out.Undone = append(out.Undone, decidedOf(u.Change, u.Commit))
		if !slices.Contains(known, u.Change.Notes[0]) {
			out.NewlyUndone = append(out.NewlyUndone, u.Change.Subject())
		}
	}
	if o.DryRun {
		for _, d := range plan.Decisions {
			out.Applied = append(out.Applied, decidedOf(d.Change, ""))
		}
		out.Applied = orEmpty(out.Applied)
		return out, nil
	}
	return e.night(ctx, snapshot, policy, plan, out)
}

func decidedOf(c memory.Change, hash string) Decided {
	return Decided{Op: c.Op, Notes: c.Notes, Subject: c.Subject(), Reason: c.Reason, Commit: hash}
}

// night applies a plan, writes the brief and joins the chain.
func (e *Engine) night(ctx context.Context, s dream.Snapshot, policy dream.Policy, plan dream.Plan, out Dreamt) (Dreamt, error) {
	n := &nightRun{e: e, run: plan.Run, probe: out.Probe}
	if e.settings.Staged {
		n.sketch, n.aside = e.vault.Sketch(), stagedBranches+plan.Run
	}
	applied, err := n.apply(ctx, plan.Decisions, &out)
	out.Applied, out.Counts = applied, countOps(applied)
	out.Summary = dream.Summary(out.Counts)
	if err != nil { // what was applied is joined all the same
		return out, errors.Join(err, n.join(context.WithoutCancel(ctx), &out))
	}
	if policy.Runs(dream.JobBrief) && (n.sketch == nil || len(applied) > 0) {
		if err := n.brief(ctx, s, plan, &out); err != nil {
			out.Brief = ""
			out.Problems = append(out.Problems, "the brief cannot be written: "+err.Error())
			if refusedByDisk(err) {
				e.fail("the brief cannot be written: %v", err)
			}
		}
	}
	if err := n.join(context.WithoutCancel(ctx), &out); err != nil {
		return out, err
	}
	e.rememberFolded(s, plan, applied)
	if len(e.failures) == 0 { // else status is red when this goes on for two days
		e.remember(out, policy.Runs(dream.JobFile))
	}
	out.Failed = orEmpty(slices.Clone(e.failures))
	return out, nil
}

// fail notes what a night could not write or commit, once.
func (e *Engine) fail(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); e.dreaming && !slices.Contains(e.failures, text) {
		e.failures = append(e.failures, text)
	}
}

// refusedByDisk reports whether an error is the system's, rather than a rule of mem's.
func refusedByDisk(err error) bool {
	var errno syscall.Errno
	return errors.As(err, &errno)
}

func countOps(list []Decided) map[memory.Op]int {
	counts := map[memory.Op]int{}
	for _, d := range list {
		counts[d.Op]++
	}
	return counts
}

// snapshot reads everything that a night decides from, without the lock.
func (e *Engine) snapshot(ctx context.Context) (dream.Snapshot, error) {
	listing, err := e.vault.List(ctx)
	if err != nil {
		return dream.Snapshot{}, err
	}
	if notes := len(listing.Notes); notes >= ballastFrom {
		debug.SetGCPercent(nightGC) // until Dream ends
		if notes < ballastTo {
			e.ballast = make([]byte, ballast)
		}
	}
	notes, findings, err := e.vault.Survey(ctx, listing)
	if err != nil {
		return dream.Snapshot{}, err
	}
	s := dream.Snapshot{
		Now: e.o.Now, Decided: map[memory.DecisionKey]string{},
		Name: func(title string) memory.Slug { return vault.SlugFor(title, "") }, Credential: e.credentials(), Likely: judge.Likely,
	}
	s.Scores = e.scores()
	repo, _ := e.history()
	var guessed []string
	for _, n := range notes {
		if isProbe(n) {
			continue // a process is asking itself just now; what a killed one left was taken away
		}
		if n.CapturedGuessed {
			guessed = append(guessed, n.Path)
		}
		s.Notes = append(s.Notes, *n)
	}
	times, err := e.firstCommits(ctx, guessed)
	if err != nil {
		return s, err
	}
	for i := range s.Notes {
		if t, ok := times[s.Notes[i].Path]; ok {
			s.Notes[i].Captured = t
		}
	}
	for _, f := range findings {
		if f.Code == "hidden" && path.Base(f.Path) == ".git" {
			s.Inner = append(s.Inner, path.Dir(f.Path))
		}
		if f.Grave || slices.Contains(tellingCodes(), f.Code) {
			s.Findings = append(s.Findings, f)
		}
	}
	if s.Uses, err = e.nightUses(); err != nil {
		return s, err
	}
	s.Open = e.unanswered(ctx, s.Uses)
	var broken []memory.Finding
	if s.Waiting, broken, err = e.waiting(ctx); err != nil {
		return s, fmt.Errorf("read what waits to be approved: %w", err)
	}
	s.Findings = append(s.Findings, broken...)
	s.Trial = e.trial(ctx)
	if data, err := e.vault.ReadFile(factsFile); err == nil {
		s.Facts = memory.ParseFacts(data)
	}
	if data, err := e.vault.ReadFile("mem.yaml"); err == nil {
		s.Config = string(data)
	}
	if repo != nil {
		told := e.newChronicle(&s)
		before, err := decidedBefore(ctx, repo, e.o.Now, s.Notes, told.see)
		if err != nil {
			return s, fmt.Errorf("read what earlier nights decided: %w", err)
		}
		told.end()
		s.Decided, s.Earlier, s.Given, s.TakenBack = before.decided, before.earlier, before.given, before.takenBack
	}
	return s, nil
}

// tellingCodes are the findings that are not grave and yet belong into a brief: somebody
// should look at them soon. The others are for whoever asks: mem check.
func tellingCodes() []string {
	return []string{"conflict-copy", "name-unusable", "slug-mismatch", "reference-unknown", "date-impossible", "window-reversed", "superseded-by-nothing"}
}
