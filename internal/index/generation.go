package index

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// The folder of an index:
//
//	CURRENT                 the name of the generation in use; replaced by rename
//	gen-N/index_meta.json   what wrote it, and in which version
//	gen-N/store/            scorch: root.bolt and the segments *.zap
//	gen-N/stamps/           what is indexed, a file a month (stamps.go)
//	gen-N/manifest          sizes of the files of store/ when they were last closed (damage.go)
//	pending                 paths that wait to be indexed (pending.go)
//	looked                  when all files were last the same (look.go)
//	lock gate rebuild queue look (lock.go)
const (
	currentFile  = "CURRENT"
	metaFile     = "index_meta.json"
	storeFolder  = "store"
	stampFolder  = "stamps"
	manifestFile = "manifest"
	genPrefix    = "gen-"
)

// version names the format on disk and the analysis of text. It has to change whenever
// either does: an index of another version is built anew.
const version = "mem 1.9"

// meta is index_meta.json, named and formed as bleve does, with our version besides.
type meta struct {
	Storage   string `json:"storage"`
	IndexType string `json:"index_type"`
	Version   string `json:"mem_version"`
}

// generation returns the folder of the generation in use. The main lock must be held.
func (x *Index) generation() (string, error) {
	data, err := os.ReadFile(filepath.Join(x.dir, currentFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", ErrAbsent
	case err != nil:
		return "", fmt.Errorf("read %s: %w", currentFile, readOnly(err))
	}
	name, ok := strings.CutSuffix(string(data), "\n")
	if _, known := generationNumber(name); !ok || !known {
		return "", fmt.Errorf("%w: %s names no generation", ErrDamaged, currentFile)
	}
	return filepath.Join(x.dir, name), nil
}

// Generation names the index that answers just now, "" when there is none. It changes when
// the index is built anew: what was read before and after does not belong together.
func (x *Index) Generation() string {
	data, _ := os.ReadFile(filepath.Join(x.dir, currentFile)) // what cannot be read is none
	return strings.TrimSpace(string(data))
}

// State names what the index holds just now: it changes with every batch, and when the
// index is built anew. "" is no state.
func (x *Index) State() string {
	gen := x.Generation()
	data, err := os.ReadFile(filepath.Join(x.dir, gen, manifestFile))
	if gen == "" || err != nil {
		return ""
	}
	head, _, _ := strings.Cut(string(data), "\n")
	return gen + " " + head
}

// checkMeta tells whether a generation was made by this version.
func checkMeta(gen string) error {
	data, err := os.ReadFile(filepath.Join(gen, metaFile))
	if err != nil {
		return fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	var m meta
	if err := json.Unmarshal(data, &m); err != nil || m.Version == "" {
		return fmt.Errorf("%w: %s cannot be read", ErrDamaged, metaFile)
	}
	if m.Version != version {
		return fmt.Errorf("%w (%s, this is %s)", ErrOutdated, m.Version, version)
	}
	return nil
}

// newGeneration makes the folder of a generation with a number above all others.
func (x *Index) newGeneration() (string, error) {
	next := 1
	for _, n := range x.generations() {
		next = max(next, n+1)
	}
	gen := filepath.Join(x.dir, genPrefix+strconv.Itoa(next))
	for _, d := range []string{gen, filepath.Join(gen, storeFolder), filepath.Join(gen, stampFolder)} {
		if err := os.Mkdir(d, 0o700); err != nil {
			return "", readOnly(err)
		}
	}
	data, err := json.Marshal(meta{Storage: "boltdb", IndexType: "scorch", Version: version})
	if err != nil {
		return "", err
	}
	return gen, os.WriteFile(filepath.Join(gen, metaFile), data, 0o600)
}

// flip makes a generation the current one. The main lock must be held exclusively: no
// other process is inside the generation that was current, so all others are removed.
func (x *Index) flip(gen string) error {
	if err := writeFile(filepath.Join(x.dir, currentFile), []byte(filepath.Base(gen)+"\n")); err != nil {
		return err
	}
	for _, n := range x.generations() {
		if old := filepath.Join(x.dir, genPrefix+strconv.Itoa(n)); old != gen {
			_ = os.RemoveAll(old) // what stays is swept by the next flip
		}
	}
	scraps, _ := filepath.Glob(filepath.Join(x.dir, "."+currentFile+"-*"))
	for _, s := range scraps {
		_ = os.Remove(s) // of a process that was killed while it flipped
	}
	return nil
}

// generations lists the numbers of all generations that lie about, ascending.
func (x *Index) generations() []int {
	entries, _ := os.ReadDir(x.dir) // none to be seen: none
	var out []int
	for _, e := range entries {
		if n, ok := generationNumber(e.Name()); ok {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, cmp.Compare)
	return out
}

func generationNumber(name string) (int, bool) {
	digits, ok := strings.CutPrefix(name, genPrefix)
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil && n > 0 && strconv.Itoa(n) == digits
}

// writeFile replaces a file as a whole. It is not synced: what a power failure leaves of
// a cache is told from the real thing when it is read.
func writeFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return readOnly(err)
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("write %s: %w", filepath.Base(path), err)
	}
	return nil
}

func generationName(gen string) string { return filepath.Base(gen) }

// folderSize adds up the sizes of all files below a folder; what cannot be seen is 0.
func folderSize(dir string) int64 {
	var sum int64
	_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			if info, err := e.Info(); err == nil {
				sum += info.Size()
			}
		}
		return nil
	})
	return sum
}
