#!/usr/bin/env bash
# Shows that the notes that a night builds do not push their facts out: hit@5 and refusals before and after one.
# usage: scripts/rollup.sh FOLDER   (with notes.jsonl and gold.jsonl, as mem import jsonl and mem eval run take them)
. "$(dirname "$0")/lib.sh"
from=$(cd "${1:?folder with notes.jsonl and gold.jsonl}" && pwd)
export MEM_VAULT=$work/v MEM_NOW=2024-06-01T03:00:00Z; "$MEM_BIN" init >/dev/null
python3 - "$from/notes.jsonl" >"$work/unfiled.jsonl" <<'P'
import json, sys
for line in open(sys.argv[1]):
    print(json.dumps(json.loads(line) | {'status': 'unfiled'}))
P
"$MEM_BIN" import jsonl "$work/unfiled.jsonl" | tail -1
"$MEM_BIN" eval run --gold "$from/gold.jsonl" --out "$work/before.jsonl" | grep -E 'ALL|swapped'
"$MEM_BIN" dream </dev/null 2>"$work/dream" | tail -1 || { cat "$work/dream"; fail "dream"; }
sound "$MEM_VAULT"
"$MEM_BIN" eval run --gold "$from/gold.jsonl" --out "$work/after.jsonl" | grep -E 'ALL|swapped'
"$MEM_BIN" eval compare "$work/before.jsonl" "$work/after.jsonl"
python3 - "$work/before.jsonl" "$work/after.jsonl" <<'P' || fail "a night has made recall worse"
import json, sys
def sums(path):
    hits = refused = swapped = 0
    for line in open(path):
        r = json.loads(line)
        if r['answerable']: hits += r['hit5']
        elif r['category'] == 'swapped': swapped += r['abstained']
        else: refused += r['abstained']
    return hits, refused, swapped
before, after = sums(sys.argv[1]), sums(sys.argv[2])
print('hit@5, refused, swapped refused:', before, '->', after)
sys.exit(any(b > a for b, a in zip(before, after)))
P
for page in $(grep -l '^type: entity' -r "$MEM_VAULT/memory"); do
  echo "== $page"; sed '1,/^actor:/d' "$page"
done >"${ROLLUP_PAGES:-$work/pages}"
echo "$(grep -c '^== ' "${ROLLUP_PAGES:-$work/pages}") notes of entities"
before=$(git -C "$MEM_VAULT" rev-parse HEAD); "$MEM_BIN" dream </dev/null >/dev/null 2>&1
[ -z "$(git -C "$MEM_VAULT" diff --name-only "$before" HEAD -- memory)" ] || fail "the second night changed memory/"
echo "the second night changed nothing in memory/"
