package engine

import (
	"os"
	"slices"
	"strings"
	"testing"

	"mem/internal/dream"
	"mem/internal/gitlog"
	"mem/internal/memory"
)

// stagedVault is a vault whose nights wait to be approved, with two notes of one text.
func stagedVault(t *testing.T) *testVault {
	v := newVault(t)
	v.writeFile(v.root+"/mem.yaml", "dream: {approval: staged}\n")
	v.write("a", active, "The lathe needs oil on Mondays.")
	v.write("b", unfiled, "The lathe needs oil on Mondays.")
	v.git("add", "-A")
	v.git("commit", "-qm", "mine")
	return v
}

func TestAStagedNightThatWasKilledIsMadeAnew(t *testing.T) {
	v := stagedVault(t)
	e := v.open()
	repo, err := e.history()
	if err != nil {
		t.Fatal(err)
	}
	chain, err := repo.BeginAside(t.Context(), e.nightCommit("20260803T220000Z-dead", ""), stagedBranches+"20260803T220000Z-dead")
	if err != nil {
		t.Fatal(err)
	}
	c := memory.Change{Op: memory.OpSupersede, Notes: []memory.Slug{"b", "a"}, Run: "20260803T220000Z-dead"}
	commit := e.commit(e.intent(c), nil)
	commit.Files = []gitlog.File{{Path: "memory/2026/08/b.md", Data: []byte("half done\n")}}
	if _, err := chain.Add(t.Context(), commit); err != nil {
		t.Fatal(err)
	}
	head := v.git("rev-parse", "HEAD")
	d := v.dream() // as another process: the first one is gone, its record is there
	if d.Staged == "" || d.Counts[memory.OpSupersede] != 1 {
		t.Errorf("got %+v", d)
	}
	if got := v.git("rev-parse", "HEAD"); got != head {
		t.Errorf("HEAD moved to %s", v.git("log", "-1", "--format=%s"))
	}
	if got := v.git("for-each-ref", "--format=%(refname)", "refs/heads/mem"); got != "refs/heads/"+d.Staged {
		t.Errorf("branches: %s", got)
	}
	v.clean()
}

// What a killed git leaves beside a branch, or a power cut of one, keeps no night from its work.
func TestABranchThatCannotBeReadIsNamedAndTheNightGoesOn(t *testing.T) {
	for name, c := range map[string]struct{ file, text, problem string }{
		"an empty lock":              {"20260803T220000Z-dead.lock", "", ""},
		"a lock with a commit":       {"20260803T220000Z-dead.lock", "HEAD", ""},
		"an empty file":              {"20260803T220000Z-dead", "", "git rev-parse --git-path 'refs/heads/mem/dream/20260803T220000Z-dead'"},
		"a commit that is not there": {"20260803T220000Z-dead", strings.Repeat("1", 40) + "\n", "git update-ref -d refs/heads/mem/dream/20260803T220000Z-dead"},
	} {
		t.Run(name, func(t *testing.T) {
			v := stagedVault(t)
			path := v.root + "/.git/refs/heads/mem/dream/" + c.file
			if c.text == "HEAD" {
				c.text = v.git("rev-parse", "HEAD") + "\n"
			}
			v.writeFile(path, c.text)
			d := v.dream()
			if d.Staged == "" || d.Counts[memory.OpSupersede] != 1 {
				t.Errorf("got %+v", d)
			}
			if got := strings.Join(d.Problems, "\n"); (got == "") != (c.problem == "") || !strings.Contains(got, c.problem) {
				t.Errorf("problems: %q, want %q", got, c.problem)
			}
			s, err := v.open().Status(t.Context())
			if err != nil || s.Staged != 1 || strings.Contains(strings.Join(s.Notes, "\n"), "cannot be read") != (c.problem != "") {
				t.Errorf("status: %d staged, %q, %v", s.Staged, s.Notes, err)
			}
			r, err := v.open().Review(t.Context(), d.Run, []string{}, nil, "human:ada")
			if err != nil || len(r.Approved) != 1 || r.Open != 0 {
				t.Errorf("approved: %+v, %v", r, err)
			}
			if c.problem != "" {
				if _, err := v.open().Review(t.Context(), c.file, []string{}, nil, "human:ada"); err == nil || !strings.Contains(err.Error(), c.problem) {
					t.Errorf("approved what cannot be read: %v", err)
				}
			}
			if err := os.Remove(path); err != nil {
				t.Error(err)
			}
			v.clean()
		})
	}
}

func TestNothingIsStagedInTheMiddleOfAMerge(t *testing.T) {
	v := stagedVault(t)
	v.writeFile(v.root+"/.git/MERGE_HEAD", v.git("rev-parse", "HEAD")+"\n")
	d := v.dream()
	if d.Staged != "" || len(d.Applied) != 0 || len(d.Problems) != 1 || !strings.HasSuffix(d.Problems[0], "nothing can be staged without a history: begin a chain of commits: merge in progress") {
		t.Errorf("got %+v", d)
	}
	if text := v.read(v.root + "/memory/2026/08/b.md"); !strings.Contains(text, "status: unfiled") {
		t.Errorf("a staged night wrote a note:\n%s", text)
	}
	v.git("update-ref", "-d", "MERGE_HEAD")
}

func TestWhatIsSoAlreadyCanBeRejected(t *testing.T) {
	v := stagedVault(t)
	d := v.dream()
	v.writeFile(v.root+"/memory/2026/08/b.md", v.git("show", d.Staged+":memory/2026/08/b.md")+"\n")
	v.git("commit", "-qam", "done by hand")
	r, err := v.open().Review(t.Context(), d.Run, []string{}, nil, "human:ada")
	if err != nil || len(r.Left) != 1 || r.Open != 1 {
		t.Fatalf("approved: %+v, %v", r, err)
	}
	r, err = v.open().Review(t.Context(), d.Run, nil, []string{}, "human:ada")
	if err != nil || len(r.Rejected) != 1 || r.Open != 0 || r.Commit != "" {
		t.Fatalf("rejected: %+v, %v", r, err)
	}
	if runs, err := v.open().StagedRuns(t.Context()); err != nil || len(runs) != 0 {
		t.Errorf("waits: %+v, %v", runs, err)
	}
	v.clean()
}

func TestARevertOfAnApprovedNightGivesBackEveryByte(t *testing.T) {
	v := stagedVault(t)
	v.write("c", unfiled+"tags: [x,  y] # mine\n", "The gate opens at six.")
	v.git("add", "-A")
	v.git("commit", "-qm", "mine too")
	before := v.tree()
	d := v.dream()
	r, err := v.open().Review(t.Context(), d.Run, []string{}, nil, "human:ada")
	if err != nil || len(r.Approved) != 2 || r.Open != 0 {
		t.Fatalf("approved: %+v, %v", r, err)
	}
	v.clean()
	if after := v.tree(); len(after) != len(before)+2 {
		t.Errorf("the brief and its picture are to come: %d files, then %d", len(before), len(after))
	}
	v.git("revert", "-m", "1", "--no-edit", r.Commit)
	after := v.tree()
	for path, text := range before {
		if after[path] != text {
			t.Errorf("%s: got\n%s\nwant\n%s", path, after[path], text)
		}
	}
	if len(after) != len(before) {
		t.Errorf("%d files, then %d", len(before), len(after))
	}
}

func TestADecisionIsApprovedAfterThoseThatWereTakenLater(t *testing.T) {
	v := stagedVault(t)
	v.write("c", unfiled, "The gate opens at six.")
	v.write("d", unfiled, "The gate opens  at six.")
	v.git("add", "-A")
	v.git("commit", "-qm", "mine too")
	v.used("c", "success", "one")
	v.used("c", "success", "two")
	d := v.dream()
	var later, first []string
	for _, x := range d.Applied {
		if x.Op == memory.OpSupersede && slices.Contains(x.Notes, "c") { // it rests on c, which is filed before it and promoted after it
			first = append(first, x.Commit)
		} else {
			later = append(later, x.Commit)
		}
	}
	if len(first) != 1 || len(later) != 4 {
		t.Fatalf("decided: %+v", d.Applied)
	}
	for _, commits := range [][]string{later, first} {
		r, err := v.open().Review(t.Context(), d.Run, commits, nil, "human:ada")
		if err != nil || len(r.Left) != 0 || len(r.Approved) != len(commits) {
			t.Fatalf("approved: %+v, %v", r, err)
		}
	}
	v.clean()
}

func TestAReviewThatWasKilledIsFinishedByTheNext(t *testing.T) {
	v := stagedVault(t)
	d := v.dream()
	killedReview(v, d.Run)
	if v.git("status", "--porcelain") == "" {
		t.Fatal("the killed review left nothing to finish: the test shows nothing")
	}
	r, err := v.open().Review(t.Context(), d.Run, []string{}, nil, "human:ada")
	if err != nil || r.Open != 0 || len(r.Left) != 0 {
		t.Errorf("approved again: %+v, %v", r, err)
	}
	v.clean()
	if d := v.dream(); len(d.Applied) != 0 {
		t.Errorf("decided again: %+v", d.Applied)
	}
}

// killedReview plays the approval of a night up to the moment before its chain is joined.
func killedReview(v *testVault, run string) {
	v.t.Helper()
	e := v.open()
	release, err := e.vault.DreamLock(v.t.Context())
	if err != nil {
		v.t.Fatal(err)
	}
	defer release()
	e.dreaming = true
	repo, err := e.history()
	if err != nil {
		v.t.Fatal(err)
	}
	s, err := e.stagedRun(v.t.Context(), run)
	if err != nil {
		v.t.Fatal(err)
	}
	var due []dream.Decision
	for _, d := range s.Decisions {
		c, err := e.changeOf(v.t.Context(), repo, &s, d, e.vault.Sketch(), nil)
		if err != nil {
			v.t.Fatal(err)
		}
		due = append(due, dream.Decision{Change: c})
	}
	n := &nightRun{e: e, run: s.Run}
	var out Dreamt
	if _, err := n.apply(v.t.Context(), due, &out); err != nil || len(due) == 0 {
		v.t.Fatalf("%d decisions: %v", len(due), err)
	}
}

// A lock that a killed git left beside the branch of a staged night is no reason to say that an approval was not done.
func TestTheBranchOfAReviewStaysWhileItIsLocked(t *testing.T) {
	for name, no := range map[string]bool{"approved": false, "rejected": true} {
		t.Run(name, func(t *testing.T) {
			v := stagedVault(t)
			d := v.dream()
			lock := v.root + "/.git/refs/heads/" + d.Staged + ".lock"
			v.writeFile(lock, "")
			approve, reject := []string{}, []string(nil)
			if no {
				approve, reject = nil, []string{}
			}
			r, err := v.open().Review(t.Context(), d.Run, approve, reject, "human:ada")
			if err != nil || len(r.Approved)+len(r.Rejected) != 1 || r.Open != 0 || r.Commit == "" {
				t.Fatalf("got %+v, %v", r, err)
			}
			if got := strings.Join(v.notices, "\n"); !strings.Contains(got, lock) {
				t.Errorf("the lock is not named: %q", got)
			}
			v.git("rev-parse", "--verify", d.Staged)
			if err := os.Remove(lock); err != nil {
				t.Fatal(err)
			}
			v.dream()
			if got := v.git("for-each-ref", "refs/heads/"+d.Staged); got != "" {
				t.Errorf("the next night leaves %s", got)
			}
			v.clean()
		})
	}
}
