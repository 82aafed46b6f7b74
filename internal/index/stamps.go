package index

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mem/internal/memory"
)

// The stamps of what is indexed lie in one file for each shard folder of the vault
// (stamps/2026-08), so that a capture rewrites those of its month only; what lies in no
// shard is in stamps/other. A file is a head line, the records sorted by path, and a
// checksum of both. After the number of records and the length of all their paths together
// a record is: how much of the path is that of the one before, the rest of it with its
// length, size, mtime after the one before, ctime after the mtime, inode after the one
// before; all numbers as varints.
//
// Stamps are written after the notes are in the store. Killed in between, a process
// leaves stamps that are too old: the notes are then indexed once more.

const stampHead = "mem stamps 3\n"

// otherShard has the stamps of notes that lie in no shard folder.
const otherShard = "other"

// shardOf returns the name of the stamp file that a path belongs to.
func shardOf(path string) string {
	dir, _, ok := strings.Cut(strings.TrimPrefix(path, "memory/"), "/")
	rest := strings.TrimPrefix(path, "memory/"+dir+"/")
	month, _, inMonth := strings.Cut(rest, "/")
	if !ok || !inMonth || !number4(dir) || len(month) != 2 || !digit(month[0]) || !digit(month[1]) {
		return otherShard
	}
	return dir + "-" + month
}

func number4(s string) bool {
	return len(s) == 4 && digit(s[0]) && digit(s[1]) && digit(s[2]) && digit(s[3])
}

// Stamps returns what the index knows of files, sorted by path. Errors are as for Search.
func (x *Index) Stamps(ctx context.Context) ([]memory.Stamp, error) {
	list, err := x.Records(ctx)
	if err != nil {
		return nil, err
	}
	return stampsOf(list)
}

// Records is Stamps as they lie on disk, a part for each month: for whoever looks at each
// record once.
func (x *Index) Records(ctx context.Context) ([]Records, error) {
	return x.records(ctx, func(gen string) ([]string, error) {
		entries, err := os.ReadDir(filepath.Join(gen, stampFolder))
		if err != nil {
			return nil, fmt.Errorf("%w: %v", ErrDamaged, err)
		}
		var names []string
		for _, e := range entries {
			if !strings.HasPrefix(e.Name(), ".") {
				names = append(names, e.Name())
			}
		}
		return names, nil
	})
}

// RecordsIn is Records without the months in which none of some folders of the vault
// (memory/2026/08) lies.
func (x *Index) RecordsIn(ctx context.Context, folders []string) ([]Records, error) {
	return x.records(ctx, func(string) ([]string, error) {
		names := map[string]bool{}
		for _, f := range folders {
			names[shardOf(f+"/x.md")] = true
		}
		return slices.Sorted(maps.Keys(names)), nil
	})
}

// StampsIn is Stamps for the files that lie directly in some folders of the vault.
func (x *Index) StampsIn(ctx context.Context, folders []string) ([]memory.Stamp, error) {
	list, err := x.RecordsIn(ctx, folders)
	if err != nil {
		return nil, err
	}
	all, err := stampsOf(list)
	return slices.DeleteFunc(all, func(r memory.Stamp) bool { return !slices.Contains(folders, path.Dir(r.Path)) }), err
}

// records reads the stamp files that choose names in the current generation.
func (x *Index) records(ctx context.Context, choose func(gen string) ([]string, error)) ([]Records, error) {
	release, err := x.lock(ctx, shared)
	if err != nil {
		return nil, err
	}
	defer release()
	gen, err := x.generation()
	if err != nil {
		return nil, err
	}
	if err := checkMeta(gen); err != nil {
		return nil, err
	}
	if _, err := checkManifest(gen); err != nil {
		return nil, err
	}
	names, err := choose(gen)
	if err != nil {
		return nil, err
	}
	return readRecords(gen, names)
}

// readRecords reads stamp files. No file: no records.
func readRecords(gen string, shards []string) ([]Records, error) {
	var out []Records
	for _, shard := range shards {
		data, err := os.ReadFile(filepath.Join(gen, stampFolder, shard))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %v", ErrDamaged, err)
		}
		r, ok := newRecords(data)
		if !ok {
			return nil, fmt.Errorf("%w: stamps of %s cannot be read", ErrDamaged, shard)
		}
		out = append(out, r)
	}
	return out, nil
}

// readStamps returns the records of one stamp file.
func readStamps(gen, shard string) ([]memory.Stamp, error) {
	list, err := readRecords(gen, []string{shard})
	if err != nil {
		return nil, err
	}
	return stampsOf(list)
}

// writeStamps replaces a stamp file; records are sorted by path.
func writeStamps(gen, shard string, records []memory.Stamp) error {
	return writeFile(filepath.Join(gen, stampFolder, shard), encodeStamps(records))
}

// restamp applies a batch to the stamps: records of what was put, paths of what was removed.
func restamp(gen string, put []memory.Stamp, removed []string) error {
	type change struct {
		record memory.Stamp
		gone   bool
	}
	changes := map[string]map[string]change{}
	note := func(path string, c change) {
		shard := shardOf(path)
		if changes[shard] == nil {
			changes[shard] = map[string]change{}
		}
		changes[shard][path] = c
	}
	for _, p := range removed {
		note(p, change{gone: true})
	}
	for _, r := range put {
		note(r.Path, change{record: r})
	}
	for shard, changed := range changes {
		old, err := readStamps(gen, shard)
		if err != nil {
			return err
		}
		records := old[:0]
		for _, r := range old {
			if _, ok := changed[r.Path]; !ok {
				records = append(records, r)
			}
		}
		for _, c := range changed {
			if !c.gone {
				records = append(records, c.record)
			}
		}
		slices.SortFunc(records, func(a, b memory.Stamp) int { return cmp.Compare(a.Path, b.Path) })
		if err := writeStamps(gen, shard, records); err != nil {
			return err
		}
	}
	return nil
}

func encodeStamps(records []memory.Stamp) []byte {
	b := []byte(stampHead)
	all := 0
	for i := range records {
		all += len(records[i].Path)
	}
	b = binary.AppendUvarint(b, uint64(len(records)))
	b = binary.AppendUvarint(b, uint64(all))
	var before memory.Stamp
	for _, r := range records {
		same := 0
		for same < min(len(r.Path), len(before.Path)) && r.Path[same] == before.Path[same] {
			same++
		}
		b = binary.AppendUvarint(b, uint64(same))
		b = binary.AppendUvarint(b, uint64(len(r.Path)-same))
		b = append(b, r.Path[same:]...)
		b = binary.AppendVarint(b, r.Size)
		b = binary.AppendVarint(b, r.MTime-before.MTime) // what overflows comes back as it was
		b = binary.AppendVarint(b, r.CTime-r.MTime)
		b = binary.AppendVarint(b, int64(r.Inode-before.Inode))
		before = r
	}
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
}
