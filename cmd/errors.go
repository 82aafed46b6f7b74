package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"mem/internal/engine"
	"mem/internal/gitlog"
	"mem/internal/index"
	"mem/internal/memory"
	"mem/internal/vault"
)

// The exit codes of SPEC §3. 2 is not among them: agent hosts take a 2 from a hook as
// "block, and erase the user's prompt".
const (
	exitDone        = 0
	exitFailed      = 1
	exitRed         = 3
	exitNothing     = 4
	exitRefused     = 5
	exitBusy        = 6
	exitUsage       = 64
	exitInterrupted = 130
)

// usageError is a command line that cannot be understood.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usage(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// refusal is a guard's no.
type refusal struct{ err error }

func (e *refusal) Error() string { return e.err.Error() }
func (e *refusal) Unwrap() error { return e.err }

// errNoRun says that no commit is of a night.
var errNoRun = errors.New("no run")

// A verdict is what an error means to whoever called mem: the exit code, and what to do.
type verdict struct {
	matches func(error) bool
	code    int
	hint    string
}

func is(target error) func(error) bool {
	return func(err error) bool { return errors.Is(err, target) }
}

func as[T error]() func(error) bool {
	return func(err error) bool {
		var target T
		return errors.As(err, &target)
	}
}

// verdicts is the one table that gives each error its exit code and its hint; the first
// that matches counts.
func verdicts() []verdict {
	return []verdict{
		{as[*engine.ErrSecret](), exitRefused, "take the credential out, or put it between <private> and </private>, and capture again"},
		{is(engine.ErrUnread), exitRefused, "mend mem.yaml, or delete it: mem check says what is wrong with it"},
		{is(engine.ErrPrivate), exitRefused, "leave something outside <private>…</private>"},
		{as[*refusal](), exitRefused, ""},
		{as[*byHand](), exitRefused, ""},
		{as[*engine.Uneditable](), exitRefused, "mend the note by hand: mem check names the line and what to do"},
		{is(engine.ErrEcho), exitRefused, "capture what you have to add to it"},
		{is(memory.ErrBlank), exitUsage, `give the text as an argument or on standard input: mem capture "what is worth keeping"; begin with -- when it starts with a dash`},
		{is(memory.ErrNotText), exitUsage, "only text is kept: convert it to UTF-8 first (iconv -t utf-8)"},
		{is(memory.ErrTooLong), exitUsage, "a memory is one concept: capture the few sentences that matter, and name the rest with --source"},
		{is(memory.ErrBadValue), exitUsage, ""},
		{as[*engine.FactsFull](), exitRefused, "nothing was written: merge facts or remove some in the same call: mem facts apply takes several operations as one"},
		{is(memory.ErrManyFacts), exitUsage, "give more of its words, or all of them"},
		{is(memory.ErrNoFact), exitUsage, "mem facts lists them"},
		{is(memory.ErrFact), exitUsage, "mem facts add 'the sentence that always holds'"},
		{is(engine.ErrKey), exitUsage, "docs/format.md has every key and what it may be"},
		{is(engine.ErrOutcome), exitUsage, "mem used SLUG --outcome success"},
		{is(vault.ErrBadSlug), exitUsage, "a slug is lower-case letters and digits joined by '-', such as lock-timeout-was-busy-retry"},
		{is(vault.ErrNoVault), exitUsage, "make one with: mem init DIR; then name it with --vault DIR or MEM_VAULT=DIR"},
		{is(vault.ErrNotVault), exitUsage, "mem init DIR makes a vault of a folder"},
		{is(vault.ErrTaken), exitRefused, "choose another --slug, or leave it out"},
		{is(vault.ErrStale), exitBusy, "the file changed meanwhile; try again"},
		{is(vault.ErrBusy), exitBusy, "another mem is at work; try again"},
		{is(index.ErrBusy), exitBusy, "another mem is writing the index; try again"},
		{is(gitlog.ErrBusy), exitBusy, "another git is at work in this repository; try again"},
		{is(engine.ErrNothingToUndo), exitFailed, "mem dream log lists the nights, mem log the decisions"},
		{is(engine.ErrNotStaged), exitFailed, "mem review --list names what waits"},
		{is(errNoRun), exitFailed, "mem dream log lists the nights"},
		{is(vault.ErrNoNote), exitFailed, "mem list shows every slug, mem recall finds one by its words"},
		{is(vault.ErrAmbiguous), exitFailed, "give the path instead of the slug"},
		{as[gitlog.ErrInProgress](), exitFailed, "finish it with git, or abort it, and try again: git status says how"},
		{is(gitlog.ErrDetached), exitFailed, "git switch BRANCH, and try again"},
		{as[gitlog.ErrForeignOwner](), exitFailed, "as git does, mem leaves another user's repository alone: git config --global --add safe.directory FOLDER allows it"},
		{as[*engine.NoHistory](), exitFailed, "mem init gives a vault its repository"},
		{is(fs.ErrPermission), exitFailed, "look at the owner and the mode of the vault's folders"},
		{as[*usageError](), exitUsage, ""},
	}
}

// judge returns the first verdict that matches an error.
func judge(err error) verdict {
	for _, v := range verdicts() {
		if v.matches(err) {
			return v
		}
	}
	return verdict{code: exitFailed}
}

// fail prints an error in one line, its hint in another, and returns its exit code.
func (a *app) fail(err error) int {
	v := judge(err)
	text := said(err)
	fmt.Fprintf(a.env.Stderr, "mem: %s\n", text)
	if a.json && !a.answered {
		_ = a.printJSON(failure{text, v.code}) // it is Main's to notice what cannot be written
	}
	hint := v.hint
	if special := hintOf(err); special != "" {
		hint = special
	}
	if hint == "" && v.code == exitUsage && a.command != "" {
		hint = a.command + " --help shows how"
	}
	if hint != "" && !a.quiet {
		fmt.Fprintf(a.env.Stderr, "mem: %s\n", clean(hint))
	}
	return v.code
}

// said is an error in one line. Of several that came together, those that decide the exit
// code come first; each is said once.
func said(err error) string {
	list := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		list = joined.Unwrap()
		deciding := judge(err)
		slices.SortStableFunc(list, func(a, b error) int {
			return cmp.Compare(weight(a, deciding), weight(b, deciding))
		})
	}
	var parts []string
	for _, e := range list {
		for line := range strings.Lines(clean(e.Error())) {
			line = strings.Trim(line, " \t\r\n;")
			switch n := len(parts); {
			case line == "" || slices.Contains(parts, line):
			case n > 0 && strings.HasSuffix(parts[n-1], ":"): // a heading, such as that of YAML's errors
				parts[n-1] += " " + line
			default:
				parts = append(parts, line)
			}
		}
	}
	return strings.Join(parts, "; ")
}

func weight(err error, deciding verdict) int {
	if deciding.matches != nil && deciding.matches(err) {
		return 0
	}
	return 1
}

// failure is the one JSON document of a command that has no answer.
type failure struct {
	Error string `json:"error"`
	Code  int    `json:"code"` // the exit code
}

// hintOf is the hint that only the error itself can give, "" when it has none.
func hintOf(err error) string {
	var hand *byHand
	if errors.As(err, &hand) {
		return hand.do
	}
	var foreign *engine.NotOfDream
	if errors.As(err, &foreign) {
		return "git revert " + foreign.Commit + ", in the vault, takes back any commit"
	}
	var no *vault.NoNote
	if !errors.As(err, &no) || len(no.Near) == 0 {
		return ""
	}
	text := "did you mean"
	for i, s := range no.Near[:min(3, len(no.Near))] {
		if i > 0 {
			text += " or"
		}
		text += " " + string(s)
	}
	return text + "?"
}
