package judge

import (
	"context"

	"mem/internal/dream"
)

// Chain asks one adjudicator after the other, until one has a verdict that is not Keep. Rules
// come first: a model is asked only where they are not sure.
type Chain []dream.Adjudicator

// Adjudicate returns the first verdict that is not Keep, else the last answer or error.
func (c Chain) Adjudicate(ctx context.Context, q dream.Case) (v dream.Verdict, err error) {
	v = dream.Keep{}
	for _, a := range c {
		if v, err = a.Adjudicate(ctx, q); err == nil {
			if _, keep := v.(dream.Keep); !keep {
				return v, nil
			}
		}
	}
	return v, err
}
