package dream

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mem/internal/memory"
)

// junk knows texts that are no memories. Its patterns are compiled once a night.
type junk struct {
	answer, path, report, progress, beside, stamp *regexp.Regexp

	reports map[string]bool // with what a report begins

	thanks, polite, kindly  map[string]bool // words of chatter: alone, among others, and one of which there must be
	lead, again, asks, ends map[string]bool // words of a prompt: before what it asks, behind it, what it asks for, and of what
	trials                  map[string]bool // what people type to see whether something is stored
}

func newJunk() *junk {
	whole := func(patterns ...string) *regexp.Regexp {
		return regexp.MustCompile(`^(?:` + strings.Join(patterns, "|") + `)$`)
	}
	return &junk{
		answer: regexp.MustCompile(`^[\p{L}\p{N}-]+  \S+ · (unfiled|active|superseded|expired) · \d{4}-\d\d-\d\d`),
		path:   regexp.MustCompile("^[`'\"]?(/tmp/|/var/tmp/|/private/tmp/|/var/folders/|/private/var/folders/|/dev/shm/|[A-Za-z]:\\\\(Users\\\\[^\\\\]+\\\\AppData\\\\Local|Windows)\\\\Temp\\\\|%TEMP%|\\$TMPDIR/)[^\\s`'\"]*[`'\"]?$"),
		report: whole(
			`PASS|FAIL|OK`, `(?i:ok\s+\S+\s+(\(cached\)|[\d.]+m?s)(\s+coverage: .*)?)`, `\?\s+\S+\s+\[no test files\]`,
			`(---|===)\s+(RUN|PASS|FAIL|SKIP|CONT|PAUSE):?\s+\S+(\s+\([\d.]+s\))?`,
			`(?i:(the )?(process|command|program|script) (exited|finished|completed) (successfully|with (exit )?(code|status) -?\d+)\.?)`, `(?i:(command )?(finished|completed) successfully\.?)`,
			`(?i:exit(ed)?( with)? (code|status):? -?\d+)`, `(?i:ok,? \d+ (passed|tests?)( passed)?\.?)`, `(?i:ran \d+ tests? in [\d.]+s)`,
			`(?i:=* ?\d+ (passed|failed)(, \d+ (passed|failed|skipped|warnings?|errors?|deselected|xfailed|todo|pending))*( in [\d.]+ ?m?s(econds)?)? ?=*)`,
			`(?i:(tests?|test suites|snapshots|suites|test files):?\s+\d+ (passed|failed|skipped|total)(, \d+ (passed|failed|skipped|total))*\.?)`,
			`[✓✔✗✘√]\s.*\([\d.]+ ?m?s\)`, `(real|user|sys)\s+\d+m[\d.]+s`, `(?i:(done|finished|completed|built|compiled)( successfully)? in [\d.]+ ?(m?s|seconds)\.?)`,
			`(?i:[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] ?(loading|working|thinking|building|installing|running)[. …]*)`,
		),
		progress: whole(
			`[^\[]{0,60}\[[#=>.█▓▒░-][#=>.█▓▒░ -]{3,}\].{0,20}?\d{1,3} ?%.{0,30}`, `[^|]{0,40}\d{1,3} ?% ?\|[#=█▓▒░][#=>.█▓▒░ -]{3,}\|?.{0,60}`,
			`[^\[]{0,40}\d{1,3} ?%\s+\[[#=>.█▓▒░-][#=>.█▓▒░ -]{3,}\].{0,30}`,
			`(?i:(downloading|uploading|installing|loading|fetching|compiling)( \S+){0,3}? ?(\.\.\.|…) ?\d{1,3} ?%)`, `(?i:(downloading|uploading|installing|fetching|compiling) \S*\w[./]\w\S* +\d{1,3} ?%)`,
		),
		beside: whole(`(?i:(time|duration):?\s+[\d.]+ ?m?s)`, `(?i:ran all test suites\.?)`, `(?i:snapshots:?\s+\d+ total)`),
		stamp:  regexp.MustCompile(`^\[?(\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d([.,]\d+)?(Z|[+-]\d\d:?\d\d)?\]?\s+\[?(TRACE|DEBUG|INFO|NOTICE)\]?\b`),
		reports: set(`pass fail ok ? --- === = the process command program script exit exited finished completed ran test tests suites snapshots real user
			sys done built compiled time duration ✓ ✔ ✗ ✘ √ ⠋ ⠙ ⠹ ⠸ ⠼ ⠴ ⠦ ⠧ ⠇ ⠏`),
		thanks: set("thanks thx danke merci gracias grazie obrigado obrigada спасибо 谢谢 謝謝 好的 ありがとう ありがとうございます 감사합니다 lgtm ok okay"),
		polite: set(`ok okay k yes yeah yep no nope sure thanks thank thx you so very much a lot ty great good nice perfect cool awesome excellent
			lovely sounds looks got it will do done alright all right fine that's that works for me now hi hello hey there bye goodbye morning
			evening night see later well welcome you're problem worries mind never again lgtm please to ja nein danke schön vielen dank super gut klar alles
			passt bitte oui non merci beaucoup d'accord parfait très bien sí si vale gracias muchas perfecto bien de nada grazie mille va bene
			certo obrigado obrigada muito да нет хорошо спасибо большое ладно понятно отлично ок 好 好的 谢谢 謝謝 了解 네 감사합니다 좋아요`),
		kindly: set(`ok okay yes yeah yep sure thanks thank thx ty great perfect cool awesome excellent sounds looks got hi hello hey bye goodbye
			welcome worries lgtm danke dank super klar passt merci d'accord parfait gracias vale perfecto grazie obrigado obrigada спасибо хорошо
			ладно отлично ок 好的 谢谢 謝謝 감사합니다 good`),
		lead:  set("please pls now ok okay can could would you just and then also go ahead great thanks"),
		again: set("again please now too thanks pls first instead then for"),
		asks: set(`fix run rerun commit push merge revert undo explain show check review test retry redo rewrite refactor update
			summarize summarise format simplify implement deploy finish clean shorten translate improve debug build continue`),
		ends: lines(`it|this|that|them|these|those|the test|the tests|the build|the bug|the bugs|the error|the errors|the code|the failing test
			|the failing tests|my code|the diff|the changes|this file|this function|this code|the above|with it|with this|me|me the diff|this bug
			|this error|all tests|all the tests|the plan|the next step|with the next step|with the plan|the linter errors|the type errors|it up|this up`),
		trials: lines(`asdf|asdfasdf|asdf asdf|asdfgh|asdfghjkl|asdf jkl|qwer|qwert|qwerty|qwertz|qwerty qwerty|zxcv|foo|foobar|foo bar|foo bar baz
			|test|test test|test test test|testing testing|just testing|just a test|a test|this is a test|this is just a test|only a test|test note
			|test memory|test capture|a test note|hello world|hello hello|lorem ipsum|lorem ipsum dolor sit amet|blah|blah blah|blah blah blah|bla bla|bla bla bla`),
	}
}

// set is the words of a text, and lines what stands between its bars.
func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

func lines(list string) map[string]bool {
	out := map[string]bool{}
	for l := range strings.SplitSeq(list, "|") {
		out[strings.TrimSpace(l)] = true
	}
	return out
}

// rule judges a text that has words: what is nothing but the trace of a conversation or of a
// program, all of it, is no memory. A text of which one line says anything else is one.
func (j *junk) rule(body string) emptyRule {
	body = strings.TrimFunc(body, invisible)
	switch {
	case len(body) > junkLength:
		return hasContent
	case j.isRecalled(body):
		return recalled
	case j.isChatter(body):
		return chatter
	case j.isPrompt(body):
		return prompt
	case j.trials[strings.Join(spokenWords(body), " ")]:
		return trial
	case j.isTemporary(body):
		return tempPath
	case j.isTransient(body):
		return transient
	}
	return hasContent
}

// What is looked at, at most: a text that is longer was worth somebody's while, and a longer
// line or sentence is no report and no word of thanks. Chosen.
const (
	junkLength   = 8 << 10
	reportLength = 240
	spokenLength = 100
)

// isRecalled reports whether a text is what mem itself prints as an answer: captured again
// it would be its own witness.
func (j *junk) isRecalled(body string) bool {
	const open, end = "<mem-recall", "</mem-recall"
	if strings.HasPrefix(body, open) {
		last := body[strings.LastIndexByte(body, '\n')+1:]
		return strings.HasSuffix(last, ">") && strings.Contains(last, end) && strings.Count(body, open) == 1 && strings.Count(body, end) == 1 &&
			!strings.Contains(last[strings.Index(last, end):len(last)-1], ">")
	}
	heads, quotes := 0, 0
	for line := range shownLines(body) {
		switch {
		case strings.HasPrefix(line, ">"):
			quotes++
		case strings.Contains(line, " · ") && j.answer.MatchString(line):
			heads++
		default:
			return false
		}
	}
	return heads > 0 && quotes > 0
}

// shownLines are the lines of a text that show something.
func shownLines(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.Lines(text) {
			if line = strings.TrimFunc(line, invisible); line != "" && !yield(line) {
				return
			}
		}
	}
}

// spokenWords are the words of a text that is one short line, in lower case; nil for others.
func spokenWords(body string) []string {
	if len(body) > spokenLength || strings.ContainsAny(body, "\n`/\\=_@#<>{}[]()0123456789") {
		return nil
	}
	return strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(body, "’", "'")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '\''
	})
}

// isChatter reports whether a text is thanks, assent or a greeting and nothing more. One
// word alone may be a note that somebody will fill: of those only thanks and "ok" are chatter.
func (j *junk) isChatter(body string) bool {
	words := spokenWords(body)
	switch {
	case len(words) == 0 || len(words) > 6:
		return false
	case len(words) == 1:
		return j.thanks[words[0]]
	}
	return !slices.ContainsFunc(words, func(w string) bool { return !j.polite[w] }) &&
		slices.ContainsFunc(words, func(w string) bool { return j.kindly[w] })
}

// isPrompt reports whether a text only tells an assistant to go on, or to do something to
// what both are looking at: "please fix the tests".
func (j *junk) isPrompt(body string) bool {
	words := spokenWords(body)
	if len(words) > 10 {
		return false
	}
	asked := len(words) > 1 && words[len(words)-1] == "please"
	for len(words) > 0 && j.lead[words[0]] && !(len(words) == 2 && words[1] == "on") {
		asked, words = asked || slices.Contains([]string{"please", "pls", "can", "could"}, words[0]), words[1:]
	}
	for len(words) > 1 && j.again[words[len(words)-1]] && !(len(words) == 2 && words[0] == "try") {
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return false
	}
	switch text := strings.Join(words, " "); text {
	case "continue", "go on", "keep going", "carry on", "try again", "proceed", "do it", "do that", "retry":
		return true
	case "next", "next step":
		return asked
	}
	return j.asks[words[0]] && j.ends[strings.Join(words[1:], " ")]
}

// isTemporary reports whether a text is nothing but paths that will not be there tomorrow.
func (j *junk) isTemporary(body string) bool {
	paths := 0
	for line := range shownLines(body) {
		if !strings.ContainsAny(line, `/\`) || !j.path.MatchString(line) {
			return false
		}
		paths++
	}
	return paths > 0
}

// isTransient reports whether every line of a text is a program's report on how a run went,
// of which tomorrow nobody knows any more which run it was.
func (j *junk) isTransient(body string) bool {
	reports, stamps := 0, 0
	for line := range shownLines(body) {
		switch {
		case len(line) > reportLength:
			return false
		case j.isReport(line):
			reports++
		case (line[0] == '[' || line[0] >= '0' && line[0] <= '9') && j.stamp.MatchString(line):
			stamps++
		case !j.begins(line) || !j.beside.MatchString(line):
			return false
		}
	}
	return reports > 0 || stamps >= leastLog
}

// isReport reports whether a line is a program's. A pattern is tried only on what begins as
// one, or has a share: each note of a vault is asked every night.
func (j *junk) isReport(line string) bool {
	if strings.Contains(line, "%") && j.progress.MatchString(line) {
		return true
	}
	figures := line[0] >= '0' && line[0] <= '9' && (strings.Contains(line, " passed") || strings.Contains(line, " failed"))
	return (figures || j.begins(line)) && j.report.MatchString(line)
}

// begins reports whether the first word of a line, or its first sign, is one of a report.
func (j *junk) begins(line string) bool {
	end := strings.IndexFunc(line, func(r rune) bool { return r == ':' || unicode.IsSpace(r) })
	if end < 0 {
		end = len(line)
	}
	if word := line[:end]; end <= 16 && (j.reports[word] || j.reports[strings.ToLower(word)]) {
		return true
	}
	_, size := utf8.DecodeRuneInString(line)
	return line[0] == '=' || line[0] >= 0x80 && j.reports[line[:size]]
}

// leastLog is how many lines of a log make a log: a single one may be what was to be kept.
const leastLog = 3

// worthless reports whether nothing speaks for a note but its text.
func (n *night) worthless(note *memory.Note) bool {
	return note.Trust != memory.Verified && note.Uses == 0 && len(memory.Links(note.Body)) == 0 && !n.needed()[note.Slug]
}
