package index

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
)

// bolt and the segments are mapped into memory: reading behind the end of a file that
// became shorter kills the process with a signal. So the sizes are written down when a
// generation is closed and compared before it is opened, and whatever reads it runs
// guarded.

const manifestHead = "sizes of a mem index after batch %d\n"

// writeManifest writes down the sizes of the files of a closed store, and how many batches
// were written to it.
func writeManifest(gen string, batches int) error {
	entries, err := os.ReadDir(filepath.Join(gen, storeFolder))
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, manifestHead, batches)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			fmt.Fprintf(&b, "%d %s\n", info.Size(), e.Name())
		}
	}
	return writeFile(filepath.Join(gen, manifestFile), []byte(b.String()+"end\n"))
}

// checkManifest compares the files of a store with what was written down. A file may have
// grown, and a segment may be gone, if a later process was killed before it could write
// the manifest: scorch itself sees to what it still needs. A shorter file is damage.
func checkManifest(gen string) (batches int, err error) {
	data, err := os.ReadFile(filepath.Join(gen, manifestFile))
	if err != nil {
		return 0, fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	body, whole := strings.CutSuffix(string(data), "end\n")
	head, body, _ := strings.Cut(body, "\n")
	if _, err := fmt.Sscanf(head+"\n", manifestHead, &batches); err != nil || !whole {
		return 0, fmt.Errorf("%w: manifest cannot be read", ErrDamaged)
	}
	return batches, checkSizes(gen, body)
}

// checkSizes compares the files of a store with the lines "size name" of its manifest.
func checkSizes(gen, lines string) error {
	for line := range strings.Lines(lines) {
		size, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		want, err := strconv.ParseInt(size, 10, 64)
		if err != nil {
			return fmt.Errorf("%w: manifest cannot be read", ErrDamaged)
		}
		info, err := os.Stat(filepath.Join(gen, storeFolder, name))
		switch {
		case errors.Is(err, fs.ErrNotExist) && filepath.Ext(name) == ".zap":
			continue
		case err != nil:
			return fmt.Errorf("%w: %v", ErrDamaged, err)
		case info.Size() < want:
			return fmt.Errorf("%w: %s has %d bytes, not %d", ErrDamaged, name, info.Size(), want)
		}
	}
	return nil
}

// guarded runs f so that a fault in mapped memory, or a panic of the engine over garbled
// bytes, is an error: ErrDamaged.
func guarded(f func() error) (err error) {
	old := debug.SetPanicOnFault(true)
	defer debug.SetPanicOnFault(old)
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrDamaged, r)
		}
	}()
	return f()
}
