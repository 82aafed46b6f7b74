package dream_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"mem/internal/dream"
	"mem/internal/memory"
)

// oneText are pairs of texts that say one thing.
func oneText() [][3]string {
	return [][3]string{
		{"white space", "The lathe needs oil.", "  The   lathe\n\tneeds oil. \n"},
		{"lines", "The lathe needs oil.\nSo does the saw.", "The lathe needs oil. So does the saw."},
		{"a space that does not break", "The lathe needs 5 ml of oil.", "The lathe\u00a0needs 5 ml of oil."},
		{"a capital letter at the beginning", "the lathe needs oil", "The lathe needs oil."},
		{"capital letters throughout", "The lathe needs oil from Kiel.", "THE LATHE NEEDS OIL FROM KIEL."},
		{"small letters throughout", "The US lathe came from Kiel with IBM.", "the us lathe came from kiel with ibm."},
		{"a title's capitals", "Spare fuses are in the annex", "Spare Fuses Are In The Annex"},
		{"a mark at the end", "The lathe needs oil!", "The lathe needs oil"},
		{"a comma", "On Mondays, the lathe needs oil.", "On Mondays the lathe needs oil."},
		{"quotation marks", "Ben calls it \"the beast\" at work.", "Ben calls it “the beast” at work."},
		{"brackets", "The lathe (in the annex) needs oil.", "The lathe, in the annex, needs oil."},
		{"emphasis", "The lathe needs **oil**.", "The lathe needs oil."},
		{"a list", "- oil\n- rags", "* oil\n* rags"},
		{"a heading", "# Lathe\n\nNeeds oil.", "Lathe\nNeeds oil."},
		{"a hyphen", "The well-known lathe.", "The well known lathe."},
		{"a hyphen left out", "Fully high-speed steel.", "Fully highspeed steel."},
		{"a dash", "The lathe – the old one – needs oil.", "The lathe - the old one - needs oil."},
		{"an apostrophe", "Don't oil the lathe's belt.", "Dont oil the lathe’s belt."},
		{"a question by its words", "How do I oil the lathe?", "how do I oil the lathe"},
		{"an abbreviation's dots", "The lathe came from the U.S. at 9 a.m.", "The lathe came from the US at 9 am"},
		{"an hour", "The standup is at 10AM.", "The standup is at 10am"},
		{"code marked as such", "Run `make all` first.", "Run make all first."},
		{"wide marks", "Der Code ist 7！", "Der Code ist 7!"},
		{"Chinese marks", "周五可以部署，到生产环境。", "周五可以部署 到生产环境"},
		{"an article", "The lathe needs oil.", "A lathe needs oil."},
		{"no article", "The oil is in the annex.", "Oil is in annex."},
		{"please", "Please oil the lathe on Mondays.", "Oil the lathe on Mondays."},
		{"a contraction", "We don't deploy on Fridays.", "We do not deploy on Fridays."},
		{"cannot", "The gate cannot be opened by hand.", "The gate can't be opened by hand."},
	}
}

// twoTexts are pairs of texts that look alike and say two things.
func twoTexts() [][3]string {
	return [][3]string{
		{"a number", "Bay 12 holds 40 crates.", "Bay 13 holds 40 crates."},
		{"a point in a number", "The gap is 1.5 mm.", "The gap is 15 mm."},
		{"a comma in a number", "Ports 80,443 are open.", "Ports 80443 are open."},
		{"a sign", "Keep it at -5 degrees.", "Keep it at 5 degrees."},
		{"a range", "Use 7-5 screws.", "Use 75 screws."},
		{"a time", "The gate opens at 10:30.", "The gate opens at 1030."},
		{"a unit", "The bolt takes 5 Nm.", "The bolt takes 5 kg."},
		{"a unit's case", "The cache has 5 MB.", "The cache has 5 Mb."},
		{"a per cent", "Keep 50% of it.", "Keep 50 of it."},
		{"a currency", "It costs $50.", "It costs €50."},
		{"inches", "The pipe is 5\" wide.", "The pipe is 5 wide."},
		{"a version", "Pin it to v1.2.3.", "Pin it to v1.2.4."},
		{"a version's dots", "Pin it to v1.23.", "Pin it to v12.3."},
		{"a power", "It covers 10² m.", "It covers 102 m."},
		{"an ordinal", "Take the 1st exit.", "Take the 2nd exit."},
		{"a name", "Ben signs the invoices.", "Ada signs the invoices."},
		{"a not", "Deploying is allowed.", "Deploying is not allowed."},
		{"a shortened not", "The lift can be used.", "The lift can't be used."},
		{"never", "Always run it cold.", "Never run it cold."},
		{"an answer and a negation", "No, more oil.", "No more oil."},
		{"may and must", "You may oil the lathe.", "You must oil the lathe."},
		{"an opposite", "Turn the valve on.", "Turn the valve off."},
		{"roles", "Ben pays Ada.", "Ada pays Ben."},
		{"order", "First oil, then water.", "First water, then oil."},
		{"a country and a pronoun", "Tell us the code.", "Tell US the code."},
		{"a machine and a pronoun", "IT is down.", "It is down."},
		{"a variable", "set MAXCPU", "set maxcpu"},
		{"a name of code", "Call getUser first.", "Call getuser first."},
		{"a flag's case", "Run grep -v foo.", "Run grep -V foo."},
		{"a flag and a word", "Run it -n times.", "Run it n times."},
		{"a path", "Look into /etc/hosts.", "Look into /etc/host."},
		{"a path's case", "Look into /srv/Data.", "Look into /srv/data."},
		{"an address", "See https://example.org/a?b=1.", "See https://example.org/a?b=2."},
		{"a pattern", "Delete *.go there.", "Delete .go there."},
		{"a language", "Write it in C++.", "Write it in C."},
		{"another language", "Write it in C#.", "Write it in C."},
		{"a file with a dot", "Read .env first.", "Read env first."},
		{"a negated flag", "Match !done lines.", "Match done lines."},
		{"a comparison", "Alert if load < 5 there.", "Alert if load > 5 there."},
		{"an equals sign", "retries != 3", "retries = 3"},
		{"a mark of approval", "Plan B ✅", "Plan B ❌"},
		{"a ticked box", "- [x] oil the lathe", "- [ ] oil the lathe"},
		{"indented code", "```\nif a:\n  b()\nc()\n```", "```\nif a:\n  b()\n  c()\n```"},
		{"code", "Run `Make`.", "Run `make`."},
		{"an underscore", "The key is max_size.", "The key is maxsize."},
		{"a prefix", "Please re-sign the contract.", "Please resign the contract."},
		{"a plural's owner", "The dogs' bowl is new.", "The dog's bowl is new."},
		{"a question", "The lathe is safe?", "The lathe is safe."},
		{"few and a few", "Few people know.", "A few people know."},
		{"the letter A", "We go by plan A today.", "We go by plan today."},
		{"one word more", "The lathe needs oil.", "The lathe needs more oil."},
		{"one sentence more", "The lathe needs oil.", "The lathe needs oil. So does the saw."},
		{"Chinese", "周五可以部署到生产环境。", "周五不可以部署到生产环境。"},
		{"two emphases", "a *b* c", "a * b * c 2"},
	}
}

func mergedAsCopies(t *testing.T, a, b string) bool {
	t.Helper()
	plan := decide(t, vault(note("a", 1, a), note("b", 2, b)), dream.Policy{Only: []dream.Job{dream.JobMerge}})
	return len(plan.Decisions) > 0
}

func TestMergeKnowsOneTextHoweverItIsWritten(t *testing.T) {
	for _, row := range oneText() {
		if !mergedAsCopies(t, row[1], row[2]) || !mergedAsCopies(t, row[2], row[1]) {
			t.Errorf("%s: %q and %q are not merged", row[0], row[1], row[2])
		}
	}
}

func TestMergeKnowsTwoTextsHoweverAlikeTheyAre(t *testing.T) {
	for _, row := range twoTexts() {
		if mergedAsCopies(t, row[1], row[2]) || mergedAsCopies(t, row[2], row[1]) {
			t.Errorf("%s: %q and %q are merged", row[0], row[1], row[2])
		}
	}
}

func TestMergeSaysHowNearlyACopyIsOne(t *testing.T) {
	for text, want := range map[string]string{
		"The lathe needs oil.":  "It says the same as a, word for word.",
		"the lathe needs oil":   "It says the same as a, but for case, white space or punctuation.",
		"Please oil the lathe.": "",
		"A lathe needs oil!":    "It says the same as a, but for words that mean nothing here.",
	} {
		plan := decide(t, vault(note("a", 1, "The lathe needs oil."), note("b", 2, text)), dream.Policy{Only: []dream.Job{dream.JobMerge}})
		got := ""
		if len(plan.Decisions) > 0 {
			got = plan.Decisions[0].Change.Reason
		}
		if got != want {
			t.Errorf("%q: reason %q, want %q", text, got, want)
		}
	}
}

func TestACopyThatWasPartedStaysPartedHoweverItIsWrittenNow(t *testing.T) {
	first := decide(t, vault(note("a", 1, "The lathe needs oil."), note("b", 2, "The lathe needs oil.")), dream.Policy{})
	s := vault(note("a", 1, "The lathe needs oil."), note("b", 2, "the lathe needs oil"))
	change := first.Changes()[0]
	s.Decided = map[memory.DecisionKey]string{change.Key(): "abc"}
	expect(t, decide(t, s, dream.Policy{}))
}

// FuzzCopies: two texts are merged whichever is the older, and never when their digits or
// their negations differ.
func FuzzCopies(f *testing.F) {
	for _, row := range slices.Concat(oneText(), twoTexts()) {
		f.Add(row[1], row[2])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > 4000 {
			return
		}
		merged := mergedAsCopies(t, a, b)
		if merged != mergedAsCopies(t, b, a) {
			t.Fatalf("%q and %q are merged one way only", a, b)
		}
		if !merged {
			return
		}
		if x, y := digitsOf(a), digitsOf(b); x != y {
			t.Fatalf("%q and %q are merged, and their digits are %q and %q", a, b, x, y)
		}
		if x, y := negationsOf(a), negationsOf(b); x != y {
			t.Fatalf("%q and %q are merged, with %d and %d negations", a, b, x, y)
		}
	})
}

func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0xff10 && r <= 0xff19 {
			r -= 0xfee0
		}
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}

func negationsOf(text string) int {
	n := 0
	clean := strings.NewReplacer("'", "", "’", "", "‘", "", "ʼ", "", "\"", " ").Replace(strings.ToLower(text))
	for _, w := range strings.FieldsFunc(clean, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if slices.Contains([]string{"not", "no", "never", "cannot", "cant", "dont", "isnt", "wont"}, w) {
			n++
		}
	}
	return n
}
