package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mem/internal/engine"
	"mem/internal/eval"
	"mem/internal/jsonl"
	"mem/internal/memory"
)

func newEval(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "eval",
		Short: "How well recall answers: measure it, compare two measurements",
		Long: `Measure how well recall answers: questions whose right answers are known, on your own vault
or on notes from a file; questions that the vault makes for itself; and what became of
what was shown. Compare two measurements.`,
		Example: "  mem eval probe\n  mem eval health\n  mem eval run --gold gold.jsonl\n  mem eval compare before.jsonl after.jsonl",
		Args:    cobra.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newEvalRun(a), newEvalProbe(a), newEvalHealth(a), newEvalCompare(a))
	return c
}

// evalFlags are the flags of `eval run`.
type evalFlags struct {
	gold, notes, out, curve string
	profile                 string
	without, with           []string
}

// adjust is what the flags make of the weights; nil for nothing.
func (f *evalFlags) adjust() (func(memory.Weights) memory.Weights, error) {
	if f.profile == "" && len(f.without)+len(f.with) == 0 {
		return nil, nil
	}
	profile, ok := memory.ParseProfile(f.profile)
	if !ok && f.profile != "" {
		return nil, usage("--profile %q: it is %s", f.profile, memory.Profiles)
	}
	for _, factor := range f.without {
		if _, err := (memory.Weights{}).Without(factor); err != nil {
			return nil, usage("--without %v", err)
		}
	}
	set := map[string]float64{}
	for _, s := range f.with {
		name, number, _ := strings.Cut(s, "=")
		value, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return nil, usage("--with %q: it is FACTOR=NUMBER", s)
		}
		if _, err := (memory.Weights{}).With(name, value); err != nil {
			return nil, usage("--with %v", err)
		}
		set[name] = value
	}
	return func(w memory.Weights) memory.Weights {
		if f.profile != "" {
			w.Profile = profile
		}
		for _, factor := range f.without {
			w, _ = w.Without(factor) // looked at above
		}
		for factor, value := range set {
			w, _ = w.With(factor, value) // the same
		}
		return w
	}, nil
}

func newEvalRun(a *app) *cobra.Command {
	var f evalFlags
	c := &cobra.Command{
		Use:   "run",
		Short: "Ask questions whose right answers are known, and count",
		Long: `Ask every question of a file, ten notes deep, and say how often and how high the right
notes came, which questions were refused, what an answer costs and how long it takes.
A question without a right answer has to be refused.

The vault is only read, and no use is counted. With --notes the questions are asked of a
throw-away vault made of that file, which is deleted at the end.`,
		Example: `  mem eval run
  mem eval run --gold gold.jsonl --out before.jsonl
  mem eval run --gold gold.jsonl --notes notes.jsonl --json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.evalRun(c, f) },
	}
	fl := c.Flags()
	fl.StringVar(&f.gold, "gold", "", "the questions, a `file` of one JSON object a line (else eval/gold.jsonl in the vault)")
	fl.StringVar(&f.notes, "notes", "", "ask a throw-away vault made of the notes in this `file`")
	fl.StringVar(&f.out, "out", "", "write a line for each question to this `file`, for mem eval compare")
	fl.StringVar(&f.profile, "profile", "", "rank by another `formula`: "+memory.Profiles)
	fl.StringSliceVar(&f.without, "without", nil, "leave out a `factor` of the ranking, by the names that recall --explain shows")
	fl.StringSliceVar(&f.with, "with", nil, "give a factor another weight: `FACTOR=NUMBER`")
	fl.StringVar(&f.curve, "curve", "", "draw the refusal curve: `FILE`.svg, and FILE.csv with its points")
	return c
}

// evalReport is the answer of `eval run --json`.
type evalReport struct {
	Gold      string   `json:"gold"`
	Vault     string   `json:"vault"` // "" for a throw-away one
	Notes     int      `json:"notes"`
	Questions int      `json:"questions"`
	Unknown   []string `json:"unknown"` // relevant slugs that no note has
	eval.Summary
	Results []eval.Record `json:"results"`
}

func (a *app) evalRun(c *cobra.Command, f evalFlags) error {
	var gold []eval.Question
	var err error
	switch {
	case f.gold != "": // a bad file is told before a vault is made
		if gold, err = readGold(f.gold); err != nil {
			return err
		}
	case f.notes != "":
		return usage("--notes needs --gold FILE: the questions to ask")
	}
	adjust, err := f.adjust()
	if err != nil {
		return err
	}
	a.adjust = adjust
	e, names, done, err := a.examined(c, f)
	if err != nil {
		return err
	}
	defer done()
	if f.gold == "" {
		if f.gold, gold, err = ownGold(e.Root()); err != nil {
			return err
		}
	}
	began := a.env.Now()
	x, err := e.Evaluate(c.Context(), engine.Exam{
		Gold: gold, Names: names, Watch: func() time.Duration { return a.env.Now().Sub(began) }, Step: a.progress("questions"),
	})
	if err != nil {
		return err
	}
	r := evalReport{
		Gold: f.gold, Notes: x.Notes, Questions: len(gold), Unknown: x.Unknown, Summary: eval.Summarize(x.Records), Results: x.Records,
	}
	if r.Unknown == nil {
		r.Unknown = []string{}
	}
	if f.notes == "" {
		r.Vault = e.Root()
	}
	if err := f.write(x.Records); err != nil {
		return err
	}
	a.unknown(r.Unknown)
	if a.json {
		return a.printJSON(r)
	}
	a.report(r)
	return nil
}

func (a *app) unknown(slugs []string) {
	if len(slugs) > 0 {
		a.notice(fmt.Sprintf("%s of the questions: there is no such note, which counts as not found: %s",
			count(len(slugs), "relevant slug", "relevant slugs"), firstOf(slugs, 5)))
	}
}

// examined opens the vault that is to be asked: the one that mem is in, or a throw-away one
// that done deletes.
func (a *app) examined(c *cobra.Command, f evalFlags) (e *engine.Engine, names engine.Names, done func(), err error) {
	if f.notes == "" {
		e, err := a.open()
		if err != nil {
			return nil, nil, nil, err
		}
		return e, nil, e.Close, nil
	}
	data, err := os.ReadFile(f.notes)
	if err != nil {
		return nil, nil, nil, err
	}
	notes, bad := jsonl.Notes(data)
	if bad = append(bad, jsonl.Doubles(notes)...); len(bad) > 0 {
		return nil, nil, nil, badNotes(f.notes, bad)
	}
	if len(notes) == 0 {
		return nil, nil, nil, usage(`%s: there are no notes; a line is {"slug": "…", "text": "…"}`, f.notes)
	}
	dir, err := os.MkdirTemp("", "mem-eval-")
	if err != nil {
		return nil, nil, nil, fmt.Errorf("make a place for the throw-away vault: %w", err)
	}
	remove := func() { _ = os.RemoveAll(dir) } // the system sweeps its temporary folder
	e, names, err = engine.Throwaway(c.Context(), dir, notes, a.options())
	if err != nil {
		remove()
		return nil, nil, nil, err
	}
	return e, names, func() { e.Close(); remove() }, nil
}

func badNotes(path string, bad []*jsonl.BadLine) error {
	var lines []string
	for _, b := range bad[:min(5, len(bad))] {
		lines = append(lines, b.Error())
	}
	if n := len(bad) - len(lines); n > 0 {
		lines = append(lines, fmt.Sprintf("and %d more lines", n))
	}
	return usage("%s: %s", path, strings.Join(lines, "; "))
}

// ownGold reads the questions that a vault keeps.
func ownGold(root string) (path string, gold []eval.Question, err error) {
	path = filepath.Join(root, "eval", "gold.jsonl")
	if _, err := os.Stat(path); err != nil {
		return "", nil, usage(`there are no questions: name a file with --gold, or keep one as eval/gold.jsonl in the vault; a line is {"id": "q1", "query": "…", "relevant": ["slug"], "category": "…"}`)
	}
	gold, err = readGold(path)
	return path, gold, err
}

func readGold(path string) ([]eval.Question, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	gold, err := eval.Gold(data)
	if err != nil {
		return nil, usage("%s: %v", path, err)
	}
	return gold, nil
}

// write writes the files that were asked for: a line for each question, and the curve.
func (f evalFlags) write(records []eval.Record) error {
	if f.out != "" {
		if err := writeRecords(f.out, records); err != nil {
			return err
		}
	}
	if f.curve == "" {
		return nil
	}
	base, curve := f.curve, eval.CurveOf(records)
	if ext := strings.ToLower(filepath.Ext(base)); ext == ".svg" || ext == ".csv" {
		base = strings.TrimSuffix(base, filepath.Ext(base))
	}
	if err := os.WriteFile(base+".svg", curve.SVG(), 0o600); err != nil {
		return err
	}
	return os.WriteFile(base+".csv", curve.CSV(), 0o600)
}

// writeRecords writes a line for each question.
func writeRecords(path string, records []eval.Record) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, r := range records {
		if err := enc.Encode(r); err != nil {
			return err
		}
	}
	return os.WriteFile(path, b.Bytes(), 0o600)
}

// report prints a run: first the figures of answerable questions, then those of the ones to
// be refused, in the columns of the usual reference implementations.
func (a *app) report(r evalReport) {
	a.printf("%s  (%d notes, %d questions; %.2f ms a question in the median, %.2f at 95 %%; %.0f tokens an answer, its first three notes)\n",
		oneLine(r.Gold), r.Notes, r.Questions, r.MedianMS, r.P95MS, r.Tokens)
	a.figures(r.Summary)
}

func (a *app) figures(s eval.Summary) {
	rows := s.Answerable
	if s.All.Questions > 0 {
		rows = append(rows[:len(rows):len(rows)], s.All)
	}
	for _, x := range rows {
		a.printf("  %-26s n=%-5d hit@1 %.3f @3 %.3f @5 %.3f @10 %.3f  recall@3 %.3f @5 %.3f @10 %.3f  MRR %.3f  nDCG@10 %.3f  lost %.3f  tokens %.0f  ms %.2f p95 %.2f\n",
			oneLine(x.Category), x.Questions, x.Hit1, x.Hit3, x.Hit5, x.Hit10, x.Recall3, x.Recall5, x.Recall10, x.MRR, x.NDCG, x.Lost, x.Tokens, x.MedianMS, x.P95MS)
	}
	for _, x := range refusals(s) {
		a.printf("  %-26s n=%-5d refused %.3f  ms %.2f p95 %.2f\n", oneLine(x.Category), x.Questions, x.Refused, x.MedianMS, x.P95MS)
	}
}

// refusals orders the rows of what has to be refused: the sum behind its parts, then what
// is reported apart.
func refusals(s eval.Summary) []eval.Refusal {
	var rows, apart []eval.Refusal
	for _, x := range s.Refuse {
		if x.Category == eval.Swapped {
			apart = append(apart, x)
		} else {
			rows = append(rows, x)
		}
	}
	if len(rows) > 1 {
		rows = append(rows, s.AllRefuse)
	}
	return append(rows, apart...)
}

// firstOf lists the first n of some names for a sentence.
func firstOf(names []string, n int) string {
	text := oneLine(strings.Join(names[:min(n, len(names))], ", "))
	if len(names) > n {
		text += fmt.Sprintf(" and %d more", len(names)-n)
	}
	return text
}
