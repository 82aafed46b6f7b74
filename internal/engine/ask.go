package engine

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"mem/internal/index"
)

// ask answers a request from the files as they are. Where another process built the index
// anew between the comparison and the search, both are done again.
func (e *Engine) ask(ctx context.Context, req index.Request) (index.Answer, view, error) {
	for try := 1; ; try++ {
		before := e.index.Generation()
		answer, v, err := e.askOnce(ctx, req)
		if err != nil || v.noIndex != nil || try == 4 || e.index.Generation() == before {
			return answer, v, err
		}
	}
}

// askOnce compares and searches. Where others are looking at all files just now, their look
// may do.
func (e *Engine) askOnce(ctx context.Context, req index.Request) (index.Answer, view, error) {
	if g := e.lastGlance(); g.serves(e.o.Clock, e.fullCheck()) {
		answer, v, err := e.askBeside(ctx, req, func() (view, error) {
			v, ok := e.look(ctx, g)
			if !ok {
				return v, errLook
			}
			return v, nil
		})
		if !errors.Is(err, errLook) {
			return answer, v, err
		}
	}
	fresh, done := e.index.Look(ctx)
	if fresh {
		answer, err := e.search(ctx, view{}, req)
		return answer, view{}, err
	}
	return e.askBeside(ctx, req, func() (view, error) {
		v, err := e.refreshAll(ctx)
		done(err == nil && v.same)
		return v, err
	})
}

// errLook says that a glance does not do: every file has to be looked at.
var errLook = errors.New("look at every file")

// askBeside asks the index while the files are compared with it: mostly it has nothing to
// learn, and its answer stands, unless somebody else has told it something between the two.
func (e *Engine) askBeside(ctx context.Context, req index.Request, compare func() (view, error)) (index.Answer, view, error) {
	var early index.Answer
	var earlyErr error
	state := e.index.State()
	var wg sync.WaitGroup
	wg.Go(func() { early, earlyErr = e.index.Search(ctx, req) })
	v, err := compare()
	wg.Wait()
	if err != nil {
		return index.Answer{}, v, err
	}
	if earlyErr == nil && !v.changed && v.skip == nil && v.noIndex == nil && state != "" && e.index.State() == state {
		return early, v, nil
	}
	answer, err := e.search(ctx, v, req)
	return answer, v, err
}

// search asks the index, or the overlay alone where there is none.
func (e *Engine) search(ctx context.Context, v view, req index.Request) (index.Answer, error) {
	if v.noIndex != nil {
		return index.Scan(ctx, v.over(req))
	}
	seen := e.index.Generation()
	answer, err := e.index.Search(ctx, v.over(req))
	if err == nil || ctx.Err() != nil {
		return answer, err
	}
	listing, listErr := e.vault.List(ctx)
	if listErr != nil {
		return index.Answer{}, listErr
	}
	if rebuildable(err) { // a damage that only the search has met
		if again := e.renew(ctx, seen, err); again == nil {
			if v, again = e.compare(ctx, listing); again == nil {
				if answer, again = e.index.Search(ctx, v.over(req)); again == nil {
					return answer, nil
				}
			}
			err = again
		}
	}
	if v, err = e.withoutIndex(ctx, err); err != nil {
		return index.Answer{}, err
	}
	return index.Scan(ctx, v.over(req))
}

// searchIndex is search, and mends nothing that it finds out of order.
func (e *Engine) searchIndex(ctx context.Context, v view, req index.Request) (index.Answer, error) {
	if v.noIndex != nil {
		return index.Answer{}, v.noIndex
	}
	return e.index.Search(ctx, v.over(req))
}

// over lays what the index does not know of the files over a request. What the request has
// laid over them itself, notes as they once were, stays on top.
func (v view) over(req index.Request) index.Request {
	if req.Skip == nil {
		req.Skip, req.Overlay = v.skip, v.overlay
		return req
	}
	own := req.Skip
	req.Skip = maps.Clone(own)
	maps.Copy(req.Skip, v.skip)
	req.Overlay = slices.Clone(req.Overlay)
	for _, d := range v.overlay {
		if !own[d.Stamp.Path] {
			req.Overlay = append(req.Overlay, d)
		}
	}
	return req
}
