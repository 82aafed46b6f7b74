package dream_test

import (
	"strings"
	"testing"

	"mem/internal/dream"
	"mem/internal/memory"
)

func TestClaimsContradict(t *testing.T) {
	tagged := func(tags ...string) func(*memory.Note) { return func(n *memory.Note) { n.Tags = tags } }
	none := func(*memory.Note) {}
	for _, row := range []struct {
		name string
		a, b string
		with func(*memory.Note) // changes a
		but  func(*memory.Note) // changes b
	}{
		{"another number", "The relay port is 22.", "The relay port is 2222.", none, none},
		{"another minute", "The backup runs at 16:20.", "The backup runs at 16:50.", none, none},
		{"a number in a word", "The standup is at ten.", "The standup is at 9.", none, none},
		{"a number in the middle", "Bay 12 holds 40 crates.", "Bay 12 holds 50 crates.", none, none},
		{"a setting", "busy_timeout = 5000", "busy_timeout = 200", none, none},
		{"a place", "The spare fuse is in drawer 5.", "The spare fuse is in drawer 6.", none, none},
		{"a bound", "The bay holds up to 40 crates.", "The bay holds up to 50 crates.", none, none},
		{"what is allowed", "Deploys on Fridays are allowed.", "Deploys on Fridays are forbidden.", none, none},
		{"a setting with a unit", "Retry limit: 5s", "Retry limit: 30s", none, none},
		{"another day", "The bins go out early. Market day is Monday.", "The bins go out early. Market day is Thursday.", none, none},
		{"another name", "The default branch of the service is `main`.", "The default branch of the service is `trunk`.", none, none},
		{"a not", "The lift at dock 4 is safe for pallets.", "The lift at dock 4 is not safe for pallets.", none, none},
		{"a shortened not", "The lift is safe.", "The lift isn't safe.", none, none},
		{"does not", "The lathe needs oil.", "The lathe does not need oil.", none, none},
		{"never", "Run the press while it is cold.", "Never run the press while it is cold.", none, none},
		{"we never", "Deploy the api on Fridays.", "We never deploy the api on Fridays.", none, none},
		{"we do not", "We deploy on Fridays.", "We do not deploy on Fridays.", none, none},
		{"always and never", "Always run the press cold.", "Never run the press cold.", none, none},
		{"an opposite", "The annex heating is on.", "The annex heating is off.", none, none},
		{"since when", "The annex heating is on.", "Since June the annex heating is off.", none, none},
		{"titles", "See the log.", "Look at the switch.", entitled("Relay port is 22"), entitled("Relay port is 2222")},
		{"Chinese", "周五可以部署到生产环境。", "周五不可以部署到生产环境。", none, none},
		{"German", "Der Tank ist voll.", "Der Tank ist nicht voll.", none, none},
		{"a tag in common", "The relay port is 22.", "The relay port is 2222.", tagged("relay", "x"), tagged("Relay")},
	} {
		a, b := note("a", 1, row.a, row.with), note("b", 2, row.b, row.but)
		if one, other := dream.ClaimsOf(&a), dream.ClaimsOf(&b); !one.Contradict(other) || !other.Contradict(one) {
			t.Errorf("%s: no disagreement between %q and %q", row.name, row.a, row.b)
		}
	}
	for _, row := range []struct {
		name string
		a, b string
		with func(*memory.Note)
		but  func(*memory.Note)
	}{
		{"the same", "The relay port is 22.", "The relay port is 22.", none, none},
		{"another thing of the kind", "Locker 1 holds the spare pump.", "Locker 2 holds the spare pump.", none, none},
		{"another place", "Bay 12 holds 40 crates.", "Bay 13 holds 40 crates.", none, none},
		{"two properties", "The lathe is red.", "The lathe is loud.", none, none},
		{"two things that one has", "Ada has key 5.", "Ada has key 6.", none, none},
		{"two likes", "Ada likes tea.", "Ada likes coffee.", none, none},
		{"two tools", "The team uses Slack.", "The team uses Jira.", none, none},
		{"two events", "The belt stopped on Monday.", "The belt stopped on Friday.", none, none},
		{"what was", "The port was 22.", "The port was 80.", none, none},
		{"a question", "Is the gate open?", "Is the gate not open?", none, none},
		{"a guess", "The port may be 22.", "The port may not be 22.", none, none},
		{"one value in two spellings", "The standup is at ten.", "The standup is at 10.", none, none},
		{"two units", "The time-out is 5s.", "The time-out is 5000ms.", none, none},
		{"two units apart", "The time-out is 5 s.", "The time-out is 5000 ms.", none, none},
		{"who repaired it", "The lift is safe since the repair by Corvane.", "The lift is safe since the repair by Tessel.", none, none},
		{"two machines with one sentence", "The port is 22.", "The port is 80.", entitled("Relay"), entitled("Door server")},
		{"two machines in the first sentence", "Relay first. The port is 22.", "Door server first. The port is 80.", none, none},
		{"nothing that it is said of", "It is 22.", "It is 80.", none, none},
		{"two projects", "The api port is 22.", "The api port is 80.", func(n *memory.Note) { n.Tags = []string{"atlas"} }, func(n *memory.Note) { n.Tags = []string{"borealis"} }},
		{"two scopes", "The port is 22.", "The port is 80.", scope("api"), none},
		{"one after the other", "The port is 22.", "The port is 80.", holding(1, 3), holding(3, 9)},
		{"built by dream", "The port is 22.", "The port is 80.", outOf("c"), none},
		{"before and after", "Wipe the arm before lunch.", "Wipe the arm after lunch.", none, none},
		{"a quotation", "> The port is 22.", "> The port is 80.", entitled("Mail"), entitled("Mail")},
		{"a key alone", "added: 5", "added: 6", none, none},
		{"code", "x = 1\nlimit = 5", "x = 1\nlimit = 6", none, none},
		{"a pronoun, and not", "This performs write barriers.", "This does not perform write barriers.", none, none},
		{"a not inside a name", "Compare the output with expect-all here.", "Compare the output with expect-no-all here.", none, none},
		{"with and with no", "The search works with version numbers.", "The search works with no version numbers.", none, none},
		{"a clause that tells which of two", "The run takes the seed corpus which passes.", "The run takes the seed corpus which fails.", none, none},
		{"two addresses", "http://a.example/script?id=40", "http://a.example/script?id=104", none, none},
		{"those that are not", "Packages named main are ignored.", "Packages not named main are ignored.", none, none},
		{"an answer", "Ask the porter here.", "No, ask the porter here.", none, none},
		{"not only", "The gate is open for guests.", "The gate is not only open for guests.", none, none},
		{"a numbered room", "Room 5 is yellow here.", "Room no 5 is yellow here.", none, none},
		{"a label before a sentence", "Note: gate 7 sticks.", "Note: gate 8 sticks.", none, none},
		{"a clause that tells which", "The gate that is at lane 3 sticks.", "The gate that is at lane 4 sticks.", none, none},
		{"two that there are", "There is a pump in hall 3.", "There is a pump in hall 4.", none, none},
		{"one of several", "A spare key is in drawer 5.", "A spare key is in drawer 6.", none, none},
		{"one of several, and not", "Some gates are open.", "Some gates are not open.", none, none},
		{"two days of leave", "Ada is on leave on Monday.", "Ada is on leave on Tuesday.", none, none},
		{"two hours at which it opens", "The gate is open at 9.", "The gate is open at 10.", none, none},
		{"two dates", "The shop is closed on 5 May.", "The shop is closed on 6 May.", none, none},
		{"two places of several things", "The keys are in drawer 5.", "The keys are in drawer 6.", none, none},
		{"two loads", "The belt runs at 40 rpm empty.", "The belt runs at 50 rpm loaded.", none, none},
		{"two conditions", "When the load is above 40 the belt stops.", "When the load is above 50 the belt stops.", none, none},
		{"two dates in the titles", "The backup is 12 GB.", "The backup is 13 GB.", entitled("Backup of 1 August"), entitled("Backup of 2 August")},
		{"nothing", "", "", none, none},
	} {
		a, b := note("a", 1, row.a, row.with), note("b", 2, row.b, row.but)
		if one, other := dream.ClaimsOf(&a), dream.ClaimsOf(&b); one.Contradict(other) || other.Contradict(one) {
			t.Errorf("%s: a disagreement between %q and %q", row.name, row.a, row.b)
		}
	}
}

func BenchmarkClaims(b *testing.B) {
	n := note("a", 1, strings.Repeat("The relay of hall 3 listens on port 22, and nobody has changed that since the move. ", 20))
	for b.Loop() {
		c := dream.ClaimsOf(&n)
		for range 10 {
			c.Contradict(c)
		}
	}
}
