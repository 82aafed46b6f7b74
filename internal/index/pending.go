package index

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// pendingFile lists the paths that could not be indexed when they should have been, one
// quoted path a line, oldest first. A line is written with one call and may be torn only
// at the end of the file.
const pendingFile = "pending"

// Postpone remembers paths that could not be indexed now. It needs neither the main lock
// nor an index.
func (x *Index) Postpone(paths []string) error {
	if len(paths) == 0 {
		return nil
	}
	if err := os.MkdirAll(x.dir, 0o700); err != nil {
		return fmt.Errorf("postpone indexing: %w", readOnly(err))
	}
	return x.onPending(func() error {
		var b []byte
		for _, p := range paths {
			b = append(strconv.AppendQuote(b, p), '\n')
		}
		f, err := os.OpenFile(x.pendingPath(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			return fmt.Errorf("postpone indexing: %w", readOnly(err))
		}
		_, err = f.Write(b)
		return errors.Join(err, f.Close())
	})
}

// Pending returns the paths that wait to be indexed, each once, oldest first.
func (x *Index) Pending() ([]string, error) {
	data, err := os.ReadFile(x.pendingPath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what waits to be indexed: %w", err)
	}
	return parsePending(data), nil
}

func parsePending(data []byte) []string {
	var out []string
	seen := map[string]bool{}
	for line := range bytes.Lines(data) {
		p, err := strconv.Unquote(strings.TrimSuffix(string(line), "\n"))
		if err == nil && !seen[p] {
			seen[p] = true
			out = append(out, p)
		}
	}
	return out
}

// done takes paths off the list.
func (x *Index) done(paths []string) error {
	if info, err := os.Stat(x.pendingPath()); err != nil || info.Size() == 0 {
		return nil
	}
	indexed := map[string]bool{}
	for _, p := range paths {
		indexed[p] = true
	}
	return x.onPending(func() error {
		waiting, err := x.Pending()
		if err != nil {
			return err
		}
		var b []byte
		for _, p := range waiting {
			if !indexed[p] {
				b = append(strconv.AppendQuote(b, p), '\n')
			}
		}
		return x.replacePending(b)
	})
}

// doneFirst takes off the list what were its first n bytes.
func (x *Index) doneFirst(n int64) error {
	if n == 0 {
		return nil
	}
	return x.onPending(func() error {
		data, err := os.ReadFile(x.pendingPath())
		if err != nil {
			return err
		}
		return x.replacePending(data[min(n, int64(len(data))):])
	})
}

func (x *Index) replacePending(data []byte) error {
	if len(data) == 0 {
		return os.Remove(x.pendingPath())
	}
	return writeFile(x.pendingPath(), data)
}

// onPending runs f while nobody else changes the list. That takes microseconds, so the
// wait is not one that a caller would want to bound or break off.
func (x *Index) onPending(f func() error) error {
	ctx, cancel := context.WithTimeoutCause(context.Background(), time.Second, ErrBusy)
	defer cancel()
	release, err := x.take(ctx, lockPending, exclusive)
	if err != nil {
		return err
	}
	defer release()
	return f()
}

func (x *Index) pendingPath() string { return filepath.Join(x.dir, pendingFile) }
