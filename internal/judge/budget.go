package judge

import (
	"context"
	"fmt"
	"time"

	"mem/internal/dream"
)

// Budget is what a night may cost. The zero value is MostCalls and MostTime.
type Budget struct {
	Calls int           // requests, also those made again; 0 means MostCalls
	Time  time.Duration // spent waiting for answers; 0 means MostTime

	made  int
	spent time.Duration
}

// What a night may cost where nobody says otherwise. Chosen.
const (
	MostCalls = 50
	MostTime  = 10 * time.Minute
)

// call makes a request if there is something left, within the time that is left.
func (b *Budget) call(ctx context.Context, do func(context.Context) error) error {
	calls, most := b.Calls, b.Time
	if calls == 0 {
		calls = MostCalls
	}
	if most == 0 {
		most = MostTime
	}
	switch {
	case b.made >= calls:
		return &dream.Unasked{Why: fmt.Sprintf("the night's calls are made (%d)", calls)}
	case b.spent >= most:
		return &dream.Unasked{Why: fmt.Sprintf("the night's time for it is over (%s)", minutes(most))}
	}
	b.made++
	begun := time.Now() // waits, not dates
	defer func() { b.spent += time.Since(begun) }()
	ctx, cancel := context.WithTimeout(ctx, most-b.spent)
	defer cancel()
	return do(ctx)
}

func minutes(d time.Duration) string {
	if d%time.Minute == 0 {
		return fmt.Sprintf("%d minutes", d/time.Minute)
	}
	return d.String()
}
