package dream

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"mem/internal/memory"
)

// Report is what a brief tells: a night's plan, and what became of it.
type Report struct {
	Now      time.Time
	Plan     Plan
	Snapshot Snapshot // that the plan was made from
	Applied  []Done   // in the order in which it was done
	Left     []string // subjects of decisions whose files changed meanwhile
	Staged   bool     // nothing of it holds before somebody approves it
	Edits    int      // edits by hand that were committed before the night
	Before   []byte   // the day's brief as it stands; nil when there is none
	Probe    Probe    // what the vault's own questions said

	StagedFiles []string // by the owner, with git; nights leave them

	notes []memory.Note // see after
}

// Done is a decision that was carried out.
type Done struct {
	Op     memory.Op
	Notes  []memory.Slug
	Reason string
	Commit string // "" in a vault without history
}

// Brief returns the day's brief as it is to stand after the night. It is Before with two
// blocks of its own put in: what this run decided, and what is open now. Every other
// byte is somebody's and stays. A run without a decision adds nothing to a day that has
// been told already, so that a second quiet run returns Before itself.
func Brief(r Report) []byte {
	page := bytes.Clone(r.Before)
	if len(page) == 0 {
		page = []byte("# The night of " + r.day() + "\n")
	}
	if !r.quiet() || !hasRun(page) {
		page = weave(page, block{name: "run " + r.Plan.Run, text: r.Snapshot.withoutCredentials(r.told())}, openBlock)
	}
	if from, to, due := r.lastWeek(); due {
		page = weave(page, block{name: weekBlock, text: r.Snapshot.withoutCredentials(r.week(from, to))}, openBlock)
	}
	return weave(page, block{name: openBlock, text: r.Snapshot.withoutCredentials(r.open())}, "")
}

// openBlock is the name of the block that every run of a day rewrites.
const openBlock = "open"

func (r *Report) day() string { return r.Now.UTC().Format(time.DateOnly) }

// quiet reports whether there is nothing that happened.
func (r *Report) quiet() bool {
	return len(r.Applied) == 0 && len(r.Left) == 0 && len(r.Plan.Dropped) == 0
}

// told is the block about what this run did.
func (r *Report) told() string {
	var p page
	counts := r.counts()
	summary := Summary(counts)
	if summary == "" {
		summary = "nothing to decide"
	}
	p.line("## %s UTC · %s", r.Now.UTC().Format("15:04"), summary)
	p.line("")
	p.line("%s", r.queue())
	if r.Edits > 0 {
		p.line("Committed first, under your name: %s.", count(r.Edits, "file that was added, edited or deleted by hand", "files that were added, edited or deleted by hand"))
	}
	if r.Staged {
		p.line("Nothing of it holds before you approve it: %s. What you approved %s takes back.",
			typed(command("mem", "review", r.Plan.Run)), typed(command("mem", "dream", "undo", r.Plan.Run)))
	}
	if len(r.Applied) > 0 && r.Applied[0].Commit != "" {
		p.line("To undo all of it: %s.", typed(command("mem", "dream", "undo", r.Plan.Run)))
	}
	if line := r.Plan.Answers.told(); line != "" {
		p.line("%s", line)
	}
	for _, d := range deeds() {
		p.deeds(r, d, counts[d.op])
	}
	p.types(r)
	if len(r.Left) > 0 {
		p.heading("Left for another night: %d, because a file changed meanwhile", len(r.Left))
		p.items(len(r.Left), "", func(i int) string { return prose(r.Left[i]) })
	}
	if n := len(r.Plan.Dropped); n > 0 {
		p.line("\nOver the limit of one night: %s for the next.", count(n, "decision waits", "decisions wait"))
	}
	return p.String()
}

func (r *Report) counts() map[memory.Op]int {
	counts := map[memory.Op]int{}
	for _, d := range r.Applied {
		counts[d.Op]++
	}
	return counts
}

// queue tells the two numbers of the queue before and after.
func (r *Report) queue() string {
	before, after := r.Plan.Before, QueueOf(r.after())
	line := fmt.Sprintf("Unfiled: %d before, %d after", before.Unfiled, after.Unfiled)
	waits, held := 0, 0
	for _, l := range r.Plan.Listed {
		if l.Kind.Waits() {
			waits += len(l.Notes)
		}
	}
	for _, u := range r.Plan.Undone {
		if u.Change.Op == memory.OpFile {
			held++
		}
	}
	var why []string
	if waits > 0 {
		why = append(why, count(waits, "waits", "wait")+" for a word of yours")
	}
	if held > 0 {
		why = append(why, count(held, "stays", "stay")+" so because you took the filing back")
	}
	if len(why) > 0 {
		line += ": " + strings.Join(why, ", ")
	}
	line += "."
	switch {
	case !after.Oldest.IsZero():
		line += " The oldest that waits is of " + after.Oldest.UTC().Format(time.DateOnly) + "."
	case !before.Oldest.IsZero():
		line += " The oldest was of " + before.Oldest.UTC().Format(time.DateOnly) + "."
	}
	return line
}

// open is the block about what is open now, whoever left it so.
func (r *Report) open() string {
	var p page
	p.eye(r)
	p.staged(r.StagedFiles)
	p.heldBack(r)
	p.questions(r.Plan.Open)
	p.facts(r.Plan.Facts)
	p.proposals(r.Plan.Proposals)
	p.problems(r.Plan.Problems)
	p.undone(r)
	p.line("")
	p.line("![[brief-%s.svg]]", r.day())
	p.line("%s", r.Score())
	return p.String()
}
