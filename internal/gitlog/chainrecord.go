package gitlog

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"mem/internal/gitlog/gitfile"
)

// chainEntry is a line of a chain's record. The first has the base, "" for an unborn branch, the commit that joins, the
// branch that the chain is to be, if it is one of its own, and whether it is all or nothing.
type chainEntry struct {
	Base  string `json:",omitempty"`
	Aside string `json:",omitempty"`
	Whole bool   `json:",omitempty"`
	Commit
}

// chainRecord is a chain on its way, one JSON value a line: all that RecoverChain needs.
type chainRecord struct {
	repo *Repo
	file *os.File
}

func (r *Repo) chainPath() string {
	return filepath.Join(r.stateDir(), "chain-"+r.vaultID()+".pending")
}

// chainLeft reports whether a killed process left a chain.
func (r *Repo) chainLeft() bool { return exists(r.chainPath()) || exists(r.chainPath()+".old") }

func (r *Repo) newChainRecord(first chainEntry) (*chainRecord, error) {
	if err := os.MkdirAll(r.stateDir(), 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(r.chainPath(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	rec := &chainRecord{r, f}
	if err := rec.write(first); err != nil {
		rec.drop()
		return nil, err
	}
	return rec, nil
}

func (c *chainRecord) add(next Commit) error { return c.write(chainEntry{Commit: next}) }

func (c *chainRecord) write(e chainEntry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, err = c.file.Write(append(line, '\n'))
	return err
}

func (c *chainRecord) drop() {
	c.file.Close()
	c.repo.dropChainRecord()
}

func (r *Repo) dropChainRecord() { os.Remove(r.chainPath()) }

// chainRecords reads the record of a chain that was not joined; none if there is none. A line that was being written
// when the process died is left out.
func (r *Repo) chainRecords() ([]chainEntry, error) {
	f, err := os.Open(r.chainPath())
	if isGone(err) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	var entries []chainEntry
	lines := bufio.NewReader(f)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return entries, nil
		}
		var e chainEntry
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, fmt.Errorf("the record of an unfinished run is damaged: %w", err)
		}
		entries = append(entries, e)
	}
}

// chainFiles returns what the chain that is not joined yet has made of each file, by path from the top of the work tree.
func (r *Repo) chainFiles() (map[string]hash, error) {
	entries, err := r.chainRecords()
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	files := map[string]hash{}
	for _, e := range entries[1:] {
		for _, f := range e.Files {
			path := r.prefix + f.Path
			files[path] = hash{}
			if !f.Remove {
				blob, _, err := r.clean(path, f.Data, hash{})
				if err != nil {
					return nil, err
				}
				files[path] = gitfile.HashOf(gitfile.KindBlob, blob)
			}
		}
	}
	return files, nil
}
