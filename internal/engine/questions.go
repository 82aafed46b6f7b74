package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"mem/internal/eval"
	"mem/internal/memory"
	"mem/internal/secret"
	"mem/internal/vault"
)

// OwnQuestions is how many questions a vault makes for itself when nobody says how many.
const OwnQuestions = 200

// OwnGold is the file of questions that a vault may keep, relative to it.
const OwnGold = "eval/gold.jsonl"

// Probe asks the vault questions of its own, and judges the answers: those of eval/gold.jsonl
// and, unless x.Gold says which, at most n that Questions makes. To compare before and after
// a change give the Questions of the first Probe to the second as x.Gold: a question whose
// note was superseded meanwhile is then answered by the note that took its place.
//
// It wraps eval.ErrGold where the vault's own questions cannot be used.
func (e *Engine) Probe(ctx context.Context, n int, x Exam) (eval.Probe, error) {
	if x.Gold == nil {
		var err error
		if x.Gold, err = e.Questions(ctx, n); err != nil {
			return eval.Probe{}, err
		}
	}
	out := eval.Probe{Questions: x.Gold}
	x.Gold = e.heirs(eval.ByKind(x.Gold))
	done, err := e.Evaluate(ctx, x)
	if err != nil {
		return eval.Probe{}, err
	}
	out.Notes, out.Records, out.Unknown = done.Notes, done.Records, orEmpty(done.Unknown)
	out.Summary, out.Failed = eval.Summarize(done.Records), eval.Misses(x.Gold, done.Records)
	return out, nil
}

// Questions returns those that the vault keeps as eval/gold.jsonl, then at most n that are
// made of the titles and aliases of its live notes and of past recalls that were followed by
// success. Notes of every scope are asked for, each from its own. Notes with anything private
// in them and texts with a credential are left out. 0 means OwnQuestions.
func (e *Engine) Questions(ctx context.Context, n int) ([]eval.Question, error) {
	if n <= 0 {
		n = OwnQuestions
	}
	out, err := e.ownGold() // never nil: a second Probe asks the same, also if there are none
	if err != nil {
		return nil, err
	}
	notes, err := e.notes(ctx)
	if err != nil {
		return nil, err
	}
	cues, err := e.cues(notes)
	if err != nil {
		return nil, err
	}
	for _, q := range eval.Own(cues, out) {
		if n == 0 {
			break
		}
		if e.harmless("question", q.Query) != "" {
			out = append(out, q)
			n--
		}
	}
	return out, nil
}

func (e *Engine) ownGold() ([]eval.Question, error) {
	data, err := e.vault.ReadFile(OwnGold)
	if errors.Is(err, fs.ErrNotExist) {
		return []eval.Question{}, nil
	}
	if errors.Is(err, vault.ErrNotNote) {
		return nil, fmt.Errorf("%w: %s: it has to be a plain file, no link, of %d MiB at most", eval.ErrGold, OwnGold, vault.MaxFile>>20)
	}
	if err != nil {
		return nil, fmt.Errorf("read the vault's own questions: %w", err)
	}
	gold, err := eval.Gold(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(e.Root(), OwnGold), err)
	}
	for i := range gold {
		gold[i].Kind = eval.FromGold
	}
	return gold, nil
}

// longestCue is how many letters of a title or an alias are asked for, as of a query in the ledger.
const longestCue = 500

// cues lists what notes are called, and what was asked when they helped.
func (e *Engine) cues(notes []*memory.Note) ([]eval.Cue, error) {
	uses, torn, err := e.uses()
	if err != nil {
		return nil, err
	}
	e.tellTorn(torn)
	everywhere := memory.Query{Scope: memory.AllScopes}
	var out []eval.Cue
	open := map[string]*memory.Note{}
	for _, n := range notes {
		if isProbe(n) || private(n) || !everywhere.Admits(n, e.o.Now) {
			continue
		}
		open[string(n.Slug)] = n
		add := func(kind eval.Kind, text string) {
			text = memory.Cut(strings.ToValidUTF8(text, "\uFFFD"), longestCue)
			if memory.HasWords(text) {
				out = append(out, eval.Cue{Kind: kind, Text: text, Scope: n.Scope, Slug: string(n.Slug)})
			}
		}
		add(eval.FromTitle, ownTitle(n))
		for _, alias := range n.Aliases {
			add(eval.FromAlias, alias)
		}
	}
	for _, o := range eval.Outcomes(uses) {
		if n := open[o.Slug]; n != nil && o.Success && memory.HasWords(o.Query) {
			out = append(out, eval.Cue{Kind: eval.FromUse, Text: o.Query, Scope: n.Scope, Slug: o.Slug})
		}
	}
	return out, nil
}

// tellTorn says what of the ledger is left out.
func (e *Engine) tellTorn(lines int) {
	if lines > 0 {
		e.notice("lines of .mem/%s that cannot be read, and are left out: %d", usageState, lines)
	}
}

// private reports whether anything in a note is marked as private: somebody wrote it by hand.
func private(n *memory.Note) bool {
	return slices.ContainsFunc(append([]string{n.Body, n.Title}, n.Aliases...), func(text string) bool {
		_, spans := secret.CutPrivate(text)
		return spans > 0
	})
}

// ownTitle is the title of a note where it says more than the text begins with: one that is
// given, or a heading; "" otherwise. To ask a first sentence back would try nothing.
func ownTitle(n *memory.Note) string {
	title := bare(n.Title)
	if title == "" || title == bare(memory.HeadingOf(n.Body)) {
		return n.Title
	}
	if begins(n.Body, title) || memory.TitleOf(n.Body) == "" {
		return ""
	}
	return n.Title
}

// begins reports whether the first words of a text are those of a title, which are bare. It reads no
// further than that.
func begins(text, title string) bool {
	for w := range strings.FieldsFuncSeq(text, between) {
		word, rest, more := strings.Cut(title, " ")
		switch {
		case strings.ToLower(w) != word:
			return false
		case !more:
			return true
		}
		title = rest
	}
	return false
}

// bare is the words of a text, and no more.
func bare(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), between), " ")
}

func between(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }

// heirs names, for every right note that was superseded, the live one that took its place.
func (e *Engine) heirs(questions []eval.Question) []eval.Question {
	return heirs(questions, func(slug string) *memory.Note {
		n, err := e.open(slug)
		if err != nil {
			return nil
		}
		return n
	})
}

func heirs(questions []eval.Question, named func(slug string) *memory.Note) []eval.Question {
	for i := range questions {
		q := &questions[i]
		right := []string{}
		for _, slug := range q.Relevant {
			heir := heirOf(slug, named)
			if g, graded := q.Grades[slug]; graded && heir != slug {
				grades := map[string]float64{heir: g}
				for s, g := range q.Grades {
					grades[s] = max(g, grades[s])
				}
				q.Grades = grades
			}
			if !slices.Contains(right, heir) {
				right = append(right, heir)
			}
		}
		q.Relevant = right
	}
	return questions
}

// longestChain bounds how many notes superseded one another: one may name itself.
const longestChain = 20

func heirOf(slug string, named func(slug string) *memory.Note) string {
	at := slug
	for range longestChain {
		n := named(at)
		switch {
		case n == nil:
			return slug
		case n.Status.Live():
			return at
		case n.SupersededBy == "":
			return slug
		}
		at = string(n.SupersededBy)
	}
	return slug
}
