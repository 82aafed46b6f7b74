package vault

import "mem/internal/memory"

// Prepared is a change whose new texts are written aside while something else is done.
type Prepared struct {
	v      *Vault
	change memory.Change
	steps  []*step
	err    error // why they are not there
	done   chan struct{}
}

// Prepare begins with a change: it does what Apply does before it touches the first file, in the
// background. The change is carried out by ApplyPrepared within the same Update, or dropped: whether a name
// is taken is looked for now.
func (w *Writer) Prepare(c memory.Change) *Prepared {
	p := &Prepared{v: w.v, change: c, done: make(chan struct{})}
	go func() {
		defer close(p.done)
		if p.steps, p.err = w.v.composeAll(c.Files); p.err == nil {
			p.err = w.stage(p.steps)
		}
	}()
	return p
}

// Drop takes away what was prepared.
func (p *Prepared) Drop() {
	<-p.done
	p.v.unstage(p.steps)
}

// ApplyPrepared is Apply of a change that was prepared. A file that was changed since is found out as
// it is by Apply; where the preparation failed, all of it is done now.
func (w *Writer) ApplyPrepared(p *Prepared) ([]Written, error) {
	<-p.done
	if p.err != nil {
		p.Drop()
		return w.Apply(p.change)
	}
	if err := w.v.expectAll(p.change.Reads); err != nil {
		p.Drop()
		return nil, err
	}
	return w.put(p.steps, nil)
}
