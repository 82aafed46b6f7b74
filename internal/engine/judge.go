package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"mem/internal/dream"
	"mem/internal/judge"
	"mem/internal/memory"
	"mem/internal/secret"
)

// Model is the judge that the user's config names, with what asking it takes. The zero value is none.
type Model struct {
	memory.Judge
	Curl  string        // the curl program, which asks https; "" for none
	Pause time.Duration // before asking again what was refused; 0 means half a second
}

// verdicts is where in .mem the model's answers are recorded.
const verdicts = "verdicts.jsonl"

// adjudicator is who answers a night's questions: the rules, and behind them the model that the
// user's config names. What is wrong with the config is told, and is as none. A dry run asks
// nobody: it has the answers of earlier nights. done is to be called when the night is over.
func (e *Engine) adjudicator(dry bool) (a dream.Adjudicator, asks bool, done func()) {
	done = func() {}
	e.refuse("settings-judge")
	if e.o.Judge == nil {
		return judge.Rules{}, false, done
	}
	m, err := e.o.Judge()
	if err == nil && !m.On() {
		return judge.Rules{}, false, done
	}
	var model interface {
		dream.Adjudicator
		By() string
		Of() string
	}
	if err == nil {
		budget := &judge.Budget{Calls: m.Calls, Time: time.Duration(m.Minutes) * time.Minute}
		if len(m.Command) == 0 {
			model, err = judge.NewOpenAI(m.Judge, judge.Options{Curl: m.Curl, Env: e.o.Env, Pause: m.Pause}, budget)
		} else {
			c := &judge.Command{Argv: m.Command, Env: judge.Scrubbed(e.o.Env, m.Env), Time: m.Timeout, Budget: budget}
			if c.Dir, err = os.MkdirTemp("", "mem-judge-"); err == nil { // and not the vault: an agent obeys the files of its folder
				done = func() { _ = os.RemoveAll(c.Dir) }
			}
			model = c
		}
	}
	if err != nil {
		e.notice("no model is asked: %v", err)
		return judge.Rules{}, false, done
	}
	var ask dream.Adjudicator = model
	if dry {
		ask = dream.AdjudicatorFunc(func(context.Context, dream.Case) (dream.Verdict, error) {
			return nil, &dream.Unasked{Why: "a dry run asks nobody"}
		})
	}
	record := &judge.Record{Path: filepath.Join(e.vault.StateDir(), verdicts), By: model.By(), Of: model.Of(), Ask: ask}
	return judge.Chain{judge.Rules{}, withheld{e, record}}, true, done
}

// withheld keeps from a model what is not to leave: a question about a note that is private in
// part, or holds a credential, is put to nobody.
type withheld struct {
	e    *Engine
	from dream.Adjudicator
}

func (w withheld) Adjudicate(ctx context.Context, c dream.Case) (dream.Verdict, error) {
	for _, p := range c.Passages() {
		for _, text := range []string{p.Title, p.Text} {
			if _, spans := secret.CutPrivate(text); spans > 0 {
				return nil, &dream.Unasked{Why: "a note is private in part"}
			}
		}
		if w.e.refuseSecrets([]named{{"title", p.Title}, {"text", p.Text}}) != nil {
			return nil, &dream.Unasked{Why: "a note holds a credential"}
		}
	}
	v, err := w.from.Adjudicate(ctx, c)
	var unusable *dream.Unusable
	var unasked *dream.Unasked
	if err != nil && !errors.As(err, &unusable) && !errors.As(err, &unasked) && w.e.harmless("error", err.Error()) != err.Error() {
		return nil, errors.New("it failed, and its words hold a credential") // which would stand in the brief
	}
	return v, err
}

// refuse tells that the vault's own settings name somebody who is not asked.
func (e *Engine) refuse(code string) {
	_, findings, _ := e.vault.Settings() // what else is wrong with them is check's to say
	for _, f := range findings {
		if f.Code == code {
			e.notice("%s %s", f.Detail, f.Remedy)
		}
	}
}
