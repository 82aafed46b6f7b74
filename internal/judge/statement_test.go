package judge_test

import (
	"testing"

	"mem/internal/judge"
	"mem/internal/memory"
)

func TestAPlainStatementIsToldByItsForm(t *testing.T) {
	for _, text := range []string{
		"The anvil is rented.", "The bellows are new.", "The lathe needs oil.", "Ada moved to Lisbon in May.", "The user has two daughters.",
		"Ben paints the shed on Saturdays.", "The mill bought two new saws.", "Kim joined the team in March.",
		"# Saws\n\nThe mill bought two new saws. They stand in the barn.", "Both trucks are green.", "The gate opens at seven",
		"Mira ran the harbour race last year.", "The tests are in the annex.", "Ola lost a glove on the ferry.",
	} {
		if got, sure := judge.Guess(memory.TitleOf(text), text); got != memory.Reference || !sure {
			t.Errorf("%q: got %s, sure %v", text, got, sure)
		}
	}
}

func TestWhatIsNoPlainStatementIsNotSurelyAReference(t *testing.T) {
	for _, row := range []struct{ name, text string }{
		{"a fragment", "A small museum of broken tools"},
		{"a question", "Is the anvil rented?"},
		{"a question at its end", "The anvil is rented. Who has it?"},
		{"an order", "Rotate the keys and restart the gateway."},
		{"a wish", "Ada wants the anvil back."},
		{"an opinion", "The blue anvil seems heavier than it is."},
		{"a maybe", "The anvil might be rented."},
		{"a duty", "The anvil should be oiled."},
		{"a rule about every one", "Every anvil is numbered."},
		{"a rule about things of a kind", "Branch names are lower case."},
		{"a rule about any one", "A branch is named after its ticket."},
		{"a rule by its verb", "Reviewers answer within a day."},
		{"a habit that is a liking", "Ida drinks her coffee black."},
		{"somebody of themselves", "I moved to Lisbon in May."},
		{"what goes wrong", "The gateway crashed on Monday."},
		{"why something goes wrong", "Locale was C in cron, so sorting differed."},
		{"a plan without a subject", "Will mail the plans by Friday."},
		{"a decision without a subject", "Switching from bolts to rivets."},
		{"a card of keys", "Saws\n\n**Status:** accepted\n**Date:** 2026-01-11"},
		{"chatter", "ok thanks"},
		{"steps", "1. The saw is oiled.\n2. The saw is started."},
		{"a statement among much else", "The anvil is rented. Long list of all the things without a place of their own in here, for now and for good"},
	} {
		if got, sure := judge.Guess(memory.TitleOf(row.text), row.text); got == memory.Reference && sure {
			t.Errorf("%s: %q is surely a reference", row.name, row.text)
		}
	}
}
