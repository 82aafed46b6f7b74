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

const manifestHead = "sizes of a mem index\n"

// writeManifest writes down the sizes of the files of a closed store.
func writeManifest(gen string) error {
	entries, err := os.ReadDir(filepath.Join(gen, storeFolder))
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString(manifestHead)
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
func checkManifest(gen string) error {
	data, err := os.ReadFile(filepath.Join(gen, manifestFile))
	if err != nil {
		return fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	body, ok := strings.CutPrefix(string(data), manifestHead)
	body, whole := strings.CutSuffix(body, "end\n")
	if !ok || !whole {
		return fmt.Errorf("%w: manifest cannot be read", ErrDamaged)
	}
	for line := range strings.Lines(body) {
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
