package dream_test

import (
	"testing"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
)

func TestConflictClosesWhatANewerNoteSaysHasChanged(t *testing.T) {
	for _, row := range []struct{ name, older, newer string }{
		{"now, another number", "The relay port is 22.", "The relay port is now 2222."},
		{"now, at the beginning", "The relay port is 22.", "Now the relay port is 2222."},
		{"now, another day", "Market day is Monday.", "Market day is now Thursday."},
		{"now, another state", "The annex heating is on.", "The annex heating is now off."},
		{"now, a name of which there is one", "The default branch of the service is `main`.", "The default branch of the service is now `trunk`."},
		{"now, in the second clause", "The relay port is 22.", "The old box is gone, the relay port is now 2222."},
		{"from now on", "The standup is at ten.", "From now on the standup is at nine."},
		{"as of now", "The standup is at ten.", "As of today the standup is at nine."},
		{"no longer", "The relay listens on port 22.", "The relay no longer listens on port 22."},
		{"no longer, and what instead", "The relay listens on port 22.", "The relay no longer listens on port 22, it listens on 2222."},
		{"is no longer", "The lift at dock 4 is safe.", "The lift at dock 4 is no longer safe."},
		{"not any more", "We deploy the api on Fridays.", "We do not deploy the api on Fridays any more."},
		{"not anymore", "The lathe needs oil.", "The lathe doesn't need oil anymore."},
		{"used to be", "The relay port is 22.", "The relay port used to be 22."},
		{"used to do", "The backup job runs on cron.", "The backup job used to run on cron."},
		{"now, another minute", "The backup runs at 16:20.", "The backup now runs at 16:50."},
		{"now, another hour", "The backup runs at 16:20.", "The backup now runs at 17:20."},
		{"moved from and to", "The standup is at ten.", "The standup moved from ten to eleven."},
		{"moved by somebody", "The standup is at ten.", "We moved the standup from ten to eleven."},
		{"moved on", "The standup moved from nine to ten.", "The standup moved from ten to eleven."},
		{"was moved", "The backup job runs on cron.", "The backup job was moved from cron to systemd."},
		{"switched", "The backup job runs on cron.", "The backup job switched from cron to systemd timers."},
		{"changed to another number", "The relay port is 22.", "The relay port changed to 2222."},
		{"raised", "The upload limit is 5.", "The upload limit was raised from 5 to 8."},
		{"instead of", "The build team uses npm.", "The build team uses pnpm instead of npm."},
		{"instead of, told to use", "Use npm for the api.", "Use pnpm instead of npm for the api."},
		{"a key", "Retry limit: 5s", "Retry limit: 30s"},
		{"a key that is a path", "db.port: 5432", "db.port: 5433"},
		{"a setting", "busy_timeout = 5000", "busy_timeout = 200"},
		{"a key of which there is one", "Package manager: npm", "Package manager: pnpm"},
		{"a key and a state", "Dark mode: on", "Dark mode: off"},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := decide(t, vault(note("old", 1, row.older), note("new", 5, row.newer, unfiled)), dream.Policy{})
			expect(t, p, "file: new unfiled → active", "supersede: old by new")
		})
		t.Run(row.name+", but it is the older", func(t *testing.T) {
			p := decide(t, vault(note("a", 9, row.older), note("b", 5, row.newer)), dream.Policy{})
			for _, d := range p.Decisions {
				if d.Change.Notes[0] == "a" {
					t.Errorf("the newer note is closed: %s", d.Change.Reason)
				}
			}
		})
	}
}

func TestConflictClosesNothingThatIsNotSaidToHaveChanged(t *testing.T) {
	for _, row := range []struct{ name, older, newer string }{
		{"another thing of the kind", "Locker 1 holds the spare pump.", "Locker 2 now holds the spare pump."},
		{"another subject", "The relay port is 22.", "The mail port is now 2222."},
		{"two that one may have", "Ada has key 5.", "Ada now has key 6."},
		{"one more tool", "The team uses Slack.", "The team now uses Jira."},
		{"a question", "The relay port is 22.", "Is the relay port now 2222?"},
		{"a plan", "The standup is at ten.", "The standup should be moved from ten to eleven."},
		{"a wish", "The backup job runs on cron.", "Ben wants the backup job moved from cron to systemd."},
		{"a supposition", "The relay port is 22.", "If the relay port is now 2222, mail fails."},
		{"for now", "The annex heating is on.", "For now the annex heating is off."},
		{"a day that is not known to have come", "The standup is at ten.", "As of 1 September the standup is at nine."},
		{"a pronoun", "It is at ten.", "It is now at eleven."},
		{"no longer, of something else", "The relay listens on port 22.", "The relay no longer listens on port 23."},
		{"moved from elsewhere", "The standup is at ten.", "The standup moved from nine to eleven."},
		{"moved on, from elsewhere", "The standup moved from eight to nine.", "The standup moved from ten to eleven."},
		{"moved on, of something else", "The retro moved from nine to ten.", "The standup moved from ten to eleven."},
		{"moved on from what was only planned", "The standup should be moved from nine to ten.", "The standup moved from ten to eleven."},
		{"moved, of something else", "The standup is at ten.", "The retro moved from ten to eleven."},
		{"instead of something else", "The build team uses npm.", "The build team uses pnpm instead of yarn."},
		{"instead, in another place", "Use npm for the api.", "Use pnpm instead of npm for the site."},
		{"now, the same", "The relay port is 22.", "The relay port is now 22."},
		{"a key of one word", "port: 22", "port: 80"},
		{"a key that may have many values", "Team member: Ada", "Team member: Ben"},
		{"a key with a sentence", "Coding style: tabs everywhere", "Coding style: no trailing commas at all"},
		{"another unit", "Retry limit: 5s", "Retry limit: 5x"},
		{"two keys", "Retry limit: 5s", "Retry delay: 30s"},
		{"a not that was not moved", "The backup job runs on cron.", "The backup job never moved from cron to systemd."},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := decide(t, vault(note("old", 1, row.older), note("new", 5, row.newer)), dream.Policy{Only: []dream.Job{dream.JobConflict}})
			if len(p.Decisions) > 0 {
				t.Errorf("%q is closed by %q: %s", row.older, row.newer, p.Decisions[0].Change.Reason)
			}
		})
	}
}

func TestConflictListsWhatAMachineDoesNotCloseAlone(t *testing.T) {
	const was, is = "The relay port is 22.", "The relay port is now 2222."
	on := func(day int) func(*memory.Note) {
		return func(n *memory.Note) { n.ValidFrom = time.Date(2026, 8, day, 0, 0, 0, 0, time.UTC) }
	}
	for _, row := range []struct {
		name       string
		older, new memory.Note
		want       []string
	}{
		{"neither says that it has changed", note("a", 1, was), note("b", 5, "The relay port is 2222."), []string{"listed disagree: a, b"}},
		{"the older one says so", note("a", 1, is), note("b", 5, was), []string{"listed disagree: a, b"}},
		{"from outside", note("a", 1, was), note("b", 5, is, by(memory.OriginExternal)), []string{"listed disagree: a, b"}},
		{"the owner's own word", note("a", 1, was, by(memory.OriginOwner)), note("b", 5, is), []string{"listed disagree: a, b"}},
		{"the owner about the owner", note("a", 1, was, by(memory.OriginOwner)), note("b", 5, is, by(memory.OriginOwner)), []string{"supersede: a by b"}},
		{"marked as important", note("a", 1, was, weighing(9)), note("b", 5, is), []string{"listed disagree: a, b"}},
		{"it says more than that", note("a", 1, was+" The key is in the tin."), note("b", 5, is), []string{"listed disagree: a, b"}},
		{"at the same instant", note("a", 5, was), note("b", 5, is), []string{"listed disagree: a, b"}},
		{"when is a guess", note("a", 1, was, func(n *memory.Note) { n.CapturedGuessed = true }), note("b", 5, is), []string{"listed disagree: a, b"}},
		{"two scopes", note("a", 1, was, scope("x")), note("b", 5, is), nil},
		{"tags that have nothing in common", note("a", 1, was, tagged("mill")), note("b", 5, is, tagged("depot")), nil},
		{"windows that do not touch", note("a", 1, was, holding(1, 3)), note("b", 5, is, holding(4, 30)), []string{"expire: a (its window has ended)"}},
		{"the day from which it holds outranks that of the capture", note("a", 5, was, on(2)), note("b", 1, is, on(8)), []string{"supersede: a by b"}},
		{"the other way round", note("a", 1, was, on(8)), note("b", 5, is, on(2)), []string{"listed disagree: b, a"}},
		{"it does not hold yet", note("a", 1, was), note("b", 5, is, on(20)), nil},
		{"somebody said that they are two", note("a", 1, was, func(n *memory.Note) { n.DistinctFrom = []memory.Slug{"b"} }), note("b", 5, is), nil},
		{"an entity", note("a", 1, was, kind(memory.Entity)), note("b", 5, is), nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			expect(t, decide(t, vault(row.older, row.new), dream.Policy{}), row.want...)
		})
	}
}

func TestConflictClosesByTheNewestAndSaysUntilWhen(t *testing.T) {
	s := vault(note("a", 1, "The relay port is 22."), note("b", 3, "The relay port is now 23."), note("c", 6, "The relay port is now 24."))
	p := decide(t, s, dream.Policy{})
	expect(t, p, "supersede: a by c", "supersede: b by c")
	keys := p.Changes()[0].Files[0].(memory.Keys)
	if want := (memory.KeyEdit{Key: "valid_until", Value: memory.Instant(time.Date(2026, 8, 6, 10, 0, 0, 0, time.UTC))}); keys.Set[2] != want {
		t.Errorf("got %+v, want %+v", keys.Set[2], want)
	}
	if c := p.Changes()[0]; c.Reason != "The newer c says that this has changed." || c.Evidence[0] != "c" {
		t.Errorf("reason %q, evidence %q", c.Reason, c.Evidence)
	}
	expect(t, decide(t, carryOut(t, s, p), dream.Policy{}))
}

func TestWhatWasPartedIsNeitherClosedNorListedAgain(t *testing.T) {
	s := vault(note("a", 1, "The relay port is 22."), note("b", 5, "The relay port is now 2222."))
	change := decide(t, s, dream.Policy{}).Changes()[0]
	s.Decided = map[memory.DecisionKey]string{change.Key(): "abc"}
	expect(t, decide(t, s, dream.Policy{}), "stays undone: supersede: a by b")
}
