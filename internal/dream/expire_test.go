package dream_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"mem/internal/dream"
	"mem/internal/memory"
)

// empties are texts without content, and the rule that says so.
var empties = []struct{ name, text, rule string }{
	{"nothing", "", "blank"},
	{"white space of many kinds", " \t\r\n\u00a0\u200b\ufeff\u2003\n", "blank"},
	{"a rule", "---\n***\n___", "markup only"},
	{"empty headings and list marks", "#\n##  \n- \n* \n+\n> ", "markup only"},
	{"an ordered list without texts", "1.\n2.\n3)", "markup only"},
	{"tasks without texts", "- [ ]\n- [x]\n* [X] ", "markup only"},
	{"empty links", "[]() ![]() [[]] ![[]]", "markup only"},
	{"a comment", "<!-- write here what you learnt -->", "markup only"},
	{"comments over lines", "<!--\nfix\n--> <!-- -->\n", "markup only"},
	{"a fence of a language with nothing in it", "```go\n\n```", "markup only"},
	{"a fence whose language stands apart", "``` go\n```", "markup only"},
	{"a fence of tildes", "~~~\n~~~~", "markup only"},
	{"tags that only lay out", "<br>\n<p> </p><hr/>&nbsp;", "markup only"},
	{"a table without cells", "| | |\n|---|:-:|\n| | |", "markup only"},
	{"punctuation", "!!!", "markup only"},
	{"dots", "…", "markup only"},
	{"the probe", "mem-probe-0123456789abcdef\n", "left by mem's own probe"},
}

// full are texts that look empty and are not.
var full = []struct{ name, text string }{
	{"a word", "lathe"},
	{"a number", "42"},
	{"a numbered line that begins no list", "42."},
	{"an emoji", "👍"},
	{"a flag", "🇳🇿"},
	{"a letter of any script", "—水—"},
	{"a sign that means something", "∞"},
	{"money", "€"},
	{"a fraction", "½"},
	{"a heading", "# Todo"},
	{"a link to a page", "[](https://example.org)"},
	{"a link to a note", "[[lathe]]"},
	{"a picture", "![[plan.png]]"},
	{"an address in pointed brackets", "<https://example.org>"},
	{"somebody's tag", "<host>"},
	{"a comment that is never closed", "<!-- ask Ada"},
	{"a word after a comment", "<!-- x --> no"},
	{"a comment of Obsidian", "%% ask Ada %%"},
	{"code", "```\nx\n```"},
	{"a fence that is never closed", "```secret"},
	{"code on the fence's own line", "```rm -rf```"},
	{"a fence with a sentence", "``` call ada\n```"},
	{"a fence closed by another kind", "```go\n~~~"},
	{"a task that is done", "- [x] oil"},
	{"a box that is no task", "[x]"},
	{"a sentence about the probe", "mem-probe-0123456789abcdef was left behind"},
	{"the probe's prefix alone", "mem-probe-"},
	{"bytes that are no text", "\xff\xfe"},
}

func TestExpireRetiresWhatHasNoContent(t *testing.T) {
	for _, row := range empties {
		t.Run(row.name, func(t *testing.T) {
			p := decide(t, vault(note("x", 1, row.text, unfiled)), dream.Policy{})
			expect(t, p, "expire: x ("+row.rule+")")
			keys := p.Changes()[0].Files[0].(memory.Keys).Set
			if len(keys) != 2 || keys[0].Value != memory.Text("expired") || keys[1] != (memory.KeyEdit{Key: "updated", Value: memory.Instant(tonight)}) {
				t.Errorf("got keys %v", keys)
			}
		})
	}
	for _, row := range full {
		t.Run(row.name+" is content", func(t *testing.T) {
			expect(t, decide(t, vault(note("x", 1, row.text)), dream.Policy{}))
		})
	}
}

func TestExpireLeavesToPeopleWhatIsTheirs(t *testing.T) {
	human := func(n *memory.Note) { n.Actor = "human:ada" }
	keeps := []string{"listed empty-but-kept: x"}
	for _, row := range []struct {
		name string
		note memory.Note
		want []string
	}{
		{"an owner's empty note", note("x", 1, "", unfiled, by(memory.OriginOwner)), keeps},
		{"a note that a person captured", note("x", 1, "---", human), keeps},
		{"a file dropped by hand, perhaps about to be filled", note("x", 1, "", bare), keeps},
		{"an important note", note("x", 1, "", weighing(9)), keeps},
		{"the probe, whoever it claims to be from", note("x", 1, "mem-probe-0123456789abcdef", by(memory.OriginOwner)),
			[]string{"expire: x (left by mem's own probe)"}},
		{"a note with a title", note("x", 1, "", entitled("Call Ada")), nil},
		{"a note with an alias", note("x", 1, "", func(n *memory.Note) { n.Aliases = []string{"lathe"} }), nil},
		{"a bookmark", note("x", 1, "", func(n *memory.Note) { n.Source = "https://example.org" }), nil},
		{"a status that somebody made up", note("x", 1, "", declares("draft")), []string{"listed status-unknown: x"}},
		{"a block that cannot be edited", note("x", 1, "", broken("no end")), []string{"problem frontmatter-unparsable: memory/2026/08/x.md"}},
		{"a note that is retired", note("x", 1, "", is(memory.Superseded)), nil},
	} {
		t.Run(row.name, func(t *testing.T) { expect(t, decide(t, vault(row.note), dream.Policy{}), row.want...) })
	}
	t.Run("two empty notes are no copies of each other", func(t *testing.T) {
		expect(t, decide(t, vault(note("x", 1, "---"), note("y", 2, "---")), dream.Policy{}), "expire: x (markup only)", "expire: y (markup only)")
	})
}

// FuzzExpireNeverRetiresAWord takes away what a page does not show, by means of its own,
// and wants every text with a letter or digit left over to stay.
func FuzzExpireNeverRetiresAWord(f *testing.F) {
	for _, row := range empties {
		f.Add(row.text)
	}
	for _, row := range full {
		f.Add(row.text)
	}
	unseen := []*regexp.Regexp{
		regexp.MustCompile(`(?s)<!--.*?-->`),
		regexp.MustCompile("(?m)^[\\s\\p{Cf}\\p{Cc}]*(`{3,}|~{3,})[ \\t\\p{Cf}\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*\\S*[\\s\\p{Cf}\\p{Cc}]*$"),
		regexp.MustCompile(`(?m)^[\s\p{Cf}\p{Cc}]*\d+[.)][\s\p{Cf}\p{Cc}]*$`),
		regexp.MustCompile(`[-*+] \[[xX]\]`),
		regexp.MustCompile(`(?i)<[/ ]*(br|hr|p|div|span|b|i|em|strong|ul|ol|li|pre|code|table|tr|td|th|thead|tbody|details|summary|blockquote|center)[/ ]*>|&nbsp;`),
		regexp.MustCompile(`mem-probe-[0-9a-f]+`),
	}
	isEmpty := map[string]bool{} // the rules of this table; of noise see the other
	for _, row := range empties {
		isEmpty["rule "+row.rule] = true
	}
	f.Fuzz(func(t *testing.T, text string) {
		shown := text
		for _, r := range unseen {
			shown = r.ReplaceAllString(shown, "")
		}
		p := decide(t, vault(note("x", 1, text)), dream.Policy{})
		if len(p.Decisions) > 0 && isEmpty[p.Changes()[0].Evidence[0]] && strings.ContainsFunc(shown, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			t.Errorf("%q would be retired: %s", text, told(p))
		}
	})
}
