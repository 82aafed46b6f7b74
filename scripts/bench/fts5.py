"""The reference for search: SQLite's FTS5, used as one would use it for a folder of notes.

build DATABASE FOLDER   an index of every .md file below FOLDER, without a copy of the texts
ask DATABASE WORD...    the texts of the three best notes that have any of the words
has                     fails unless this Python's SQLite has FTS5
"""
import os
import sqlite3
import sys


def parts(text):
    """title, tags and body of a note, by its frontmatter."""
    head, title, tags = "", "", ""
    if text.startswith("---\n"):
        end = text.find("\n---\n", 4)
        if end > 0:
            head, text = text[4:end], text[end + 5:]
    for line in head.split("\n"):
        if line.startswith("title: "):
            title = line[7:]
        elif line.startswith("tags: "):
            tags = line[6:]
    return title, tags, text


def notes(folder):
    for root, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".md"):
                path = os.path.join(root, name)
                with open(path, encoding="utf-8") as f:
                    yield path, parts(f.read())


def build(database, folder):
    db = sqlite3.connect(database)
    db.execute("CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT)")
    db.execute("CREATE VIRTUAL TABLE notes USING fts5(title, tags, body, content='', tokenize='porter unicode61')")
    for i, (path, (title, tags, body)) in enumerate(notes(folder), 1):
        db.execute("INSERT INTO files VALUES (?, ?)", (i, path))
        db.execute("INSERT INTO notes (rowid, title, tags, body) VALUES (?, ?, ?, ?)", (i, title, tags, body))
    db.commit()
    db.close()


def ask(database, words):
    db = sqlite3.connect(database)
    found = db.execute(
        "SELECT path FROM notes JOIN files ON files.id = notes.rowid WHERE notes MATCH ? ORDER BY rank LIMIT 3",
        (" OR ".join('"' + w + '"' for w in words),)).fetchall()
    for (path,) in found:
        with open(path, encoding="utf-8") as f:
            print(path, f.read(), sep="\n")
    sys.exit(not found)


if sys.argv[1] == "build":
    build(sys.argv[2], sys.argv[3])
elif sys.argv[1] == "ask":
    ask(sys.argv[2], sys.argv[3:])
else:
    sqlite3.connect(":memory:").execute("CREATE VIRTUAL TABLE t USING fts5(x)")
