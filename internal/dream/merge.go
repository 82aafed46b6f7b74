package dream

import (
	"context"
	"time"

	"mem/internal/memory"
)

// merge retires what another note has replaced: because its owner said so, or because
// the other says the same in the same words. Nothing is rewritten, and only the loser is
// edited; the winner is named in it and in the commit.
func merge(ctx context.Context, n *night) error {
	declared(n)
	return copies(ctx, n)
}

// supersede decides that winner replaces loser.
func (n *night) supersede(loser, winner *memory.Note, reason string, evidence ...string) bool {
	return n.decide(JobMerge, loser, n.succession(loser, winner, reason, evidence...))
}

func (n *night) succession(loser, winner *memory.Note, reason string, evidence ...string) memory.Change {
	return memory.Change{
		Op: memory.OpSupersede, Notes: []memory.Slug{loser.Slug, winner.Slug},
		Detail: string(loser.Slug) + " by " + string(winner.Slug), Reason: reason, Evidence: evidence,
		Files: edit(loser, status(memory.Superseded),
			memory.KeyEdit{Key: "superseded_by", Value: memory.Text(winner.Slug)}, n.updated()),
		Reads: []memory.Read{{Path: winner.Path, Hash: winner.Hash}},
	}
}

// settling is the command by which the owner makes winner replace loser.
func settling(loser, winner *memory.Note) string {
	return command("mem", "set", string(loser.Slug), "status=superseded", "superseded_by="+string(winner.Slug))
}

// dated tells the instant from which a statement counts.
func dated(n *memory.Note) string {
	if n.Captured.IsZero() {
		return string(n.Slug) + " without a date"
	}
	return string(n.Slug) + " of " + n.Captured.UTC().Format(time.RFC3339)
}
