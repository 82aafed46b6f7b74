#!/usr/bin/env bash
# Shows that a folder of real notes moves in with nothing lost, and out again: imported as markdown and compared byte by byte,
# exported as jsonl, markdown and OKF, the bundle checked, and each export imported into an empty vault and compared.
# usage: scripts/moving.sh FOLDER   (with markdown files at any depth)
. "$(dirname "$0")/lib.sh"
from=$(cd "${1:?folder of markdown files}" && pwd)
check=$work/okfcheck; (cd "$here" && HOME=$REAL_HOME go build -buildvcs=false -o "$check" ./scripts/okfcheck)
export MEM_VAULT=$work/v MEM_NOW=2026-12-01T03:00:00Z; "$MEM_BIN" init >/dev/null
"$MEM_BIN" import markdown "$from" 2>"$work/said" | tail -1; sound "$MEM_VAULT"
head=$(git -C "$MEM_VAULT" rev-parse HEAD)
"$MEM_BIN" import markdown "$from" 2>/dev/null | tail -1
[ "$head" = "$(git -C "$MEM_VAULT" rev-parse HEAD)" ] || fail "the second import wrote something"
python3 - "$from" "$MEM_VAULT/memory" <<'P' || fail "something was lost"
import os, re, sys
mem = re.compile(rb'^(type|status|captured|updated|slug|aliases|source|scope|actor|origin|status_before):')
def files(root):
    return sorted(os.path.join(d, f) for d, _, names in os.walk(root) for f in names if f.endswith('.md'))
def split(data):
    m = re.match(rb'(---\r?\n)(.*?\n)?(---[ \t]*\r?\n)', data, re.S)
    return (m.group(2) or b'', data[m.end():]) if m else (b'', data)
notes, names = {}, set()
for p in files(sys.argv[2]):
    data = open(p, 'rb').read()
    source = re.search(rb'^source: ["\']?markdown:(.*?)["\']?$', data, re.M)
    notes[source.group(1).decode()] = data
    names.add(os.path.basename(p)[:-3])
    aliases = re.search(rb'^aliases: \[(.*)\]$', data, re.M)
    names |= {a.strip().strip('"\'') for a in aliases.group(1).decode().split(',')} if aliases else set()
changed = links = 0
for p in files(sys.argv[1]):
    rel = os.path.relpath(p, sys.argv[1])
    was, text = split(open(p, 'rb').read()); now, body = split(notes.pop(rel))
    if text != body: sys.exit(f'{rel}: the text differs')
    for line in was.split(b'\n'):
        if line not in now.split(b'\n'):
            if not mem.match(line): sys.exit(f'{rel}: lost {line!r}')
            changed += 1
    for block in re.findall(rb'^links:\n((?:\s+-.*\n)+)', now, re.M):
        for item in re.findall(rb'-\s*(\S+)', block):
            links += 1
            if item.decode().strip('"\'') not in names and os.path.exists(os.path.join(os.path.dirname(p), item.decode() + '.md')):
                sys.exit(f'{rel}: the link to {item} leads nowhere')
    links += len(re.findall(rb'\[\[', body))
if notes: sys.exit(f'notes of no file: {list(notes)}')
print(f'compared: every text the same byte for byte, {changed} lines of status set, {links} links kept')
P
"$MEM_BIN" export okf -o "$work/okf"; "$check" "$work/okf"
"$MEM_BIN" export jsonl -o "$work/v.jsonl"; "$MEM_BIN" export markdown -o "$work/md"
same() { # same NAME: the vault NAME has the very files of the first one
  sound "$work/$1"; diff -r "$MEM_VAULT/memory" "$work/$1/memory" >"$work/diff" || { head -20 "$work/diff"; fail "$1 differs"; }
  echo "$1 imported into an empty vault: $(find "$work/$1/memory" -name '*.md' | wc -l) notes, byte for byte"
}
"$MEM_BIN" --vault "$work/jsonl" import jsonl "$work/v.jsonl" >/dev/null; same jsonl
"$MEM_BIN" --vault "$work/markdown" import markdown "$work/md" >/dev/null 2>&1; same markdown
"$MEM_BIN" --vault "$work/fromokf" import okf "$work/okf" >/dev/null 2>&1; same fromokf
