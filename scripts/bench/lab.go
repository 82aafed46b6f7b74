package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// lab is the programs that mem is compared with, as this machine has them.
type lab struct {
	grep    []string // a program and its flags; a pattern and a folder follow
	python  string   // whose SQLite has FTS5, "" for none
	script  string   // fts5.py
	sqlite3 string   // the program, "" for none
}

//go:embed fts5.py
var ftsScript []byte

// equip looks for the programs. Without any FTS5 the measures that need it say so.
func (s shell) equip(ctx context.Context) (lab, error) {
	l := lab{grep: []string{"grep", "-rciE"}, script: filepath.Join(s.place, "fts5.py")}
	if _, err := exec.LookPath("rg"); err == nil {
		l.grep = []string{"rg", "-ci"}
	}
	if err := os.WriteFile(l.script, ftsScript, 0o600); err != nil {
		return l, err
	}
	// The interpreter itself: what is named python3 may be a script that looks for it each time.
	if d, err := s.run(ctx, s.place, "", "python3", "-c", "import sys; print(sys.executable)"); err == nil {
		python := strings.TrimSpace(d.out)
		if _, err := s.run(ctx, s.place, "", s.pythonArgv(python, l.script, "has")...); err == nil {
			l.python = python
		}
	}
	if path, err := exec.LookPath("sqlite3"); err == nil {
		if _, err := s.run(ctx, s.place, "", path, ":memory:", "CREATE VIRTUAL TABLE t USING fts5(x); SELECT count(*) FROM fsdir('.');"); err == nil {
			l.sqlite3 = path
		}
	}
	return l, nil
}

// pythonArgv starts Python without what it would look for on the disk at start-up: the
// fastest that it can.
func (s shell) pythonArgv(python string, args ...string) []string {
	return append([]string{python, "-I", "-S"}, args...)
}

var errNoFTS = errors.New("neither python3 nor sqlite3 with FTS5 is here")

// ftsName says which program asks FTS5.
func (l lab) ftsName() string {
	if l.python == "" {
		return "the program sqlite3"
	}
	return "Python's sqlite3"
}

// ftsBuild is the command that builds an FTS5 index of the notes below folder.
func (b *bench) ftsBuild(database, folder string) ([]string, error) {
	switch {
	case b.lab.python != "":
		return b.pythonArgv(b.lab.python, b.lab.script, "build", database, folder), nil
	case b.lab.sqlite3 != "":
		return []string{b.lab.sqlite3, database, fmt.Sprintf(`
BEGIN;
CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT);
CREATE VIRTUAL TABLE notes USING fts5(title, tags, body, content='', tokenize='porter unicode61');
INSERT INTO files (path) SELECT name FROM fsdir(%s) WHERE name LIKE '%%.md';
INSERT INTO notes (rowid, body) SELECT id, CAST(readfile(path) AS TEXT) FROM files;
COMMIT;`, sqlText(folder))}, nil
	default:
		return nil, errNoFTS
	}
}

// ftsAsk is the command that asks the FTS5 index for the three best notes with any of the words.
func (b *bench) ftsAsk(database string, words []string) ([]string, error) {
	if b.lab.python != "" {
		return append(b.pythonArgv(b.lab.python, b.lab.script, "ask", database), words...), nil
	}
	return b.sqliteAsk(database, words)
}

// sqliteAsk is the same by the program sqlite3, which starts faster than Python.
func (b *bench) sqliteAsk(database string, words []string) ([]string, error) {
	if b.lab.sqlite3 == "" {
		return nil, errNoFTS
	}
	match := `"` + strings.Join(words, `" OR "`) + `"`
	return []string{b.lab.sqlite3, database, fmt.Sprintf(
		`SELECT path, readfile(path) FROM notes JOIN files ON files.id = notes.rowid WHERE notes MATCH %s ORDER BY rank LIMIT 3;`, sqlText(match))}, nil
}

func sqlText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// grepName is the reference's name in the table.
func (l lab) grepName() string { return "`" + strings.Join(l.grep, " ") + "` of the words" }
