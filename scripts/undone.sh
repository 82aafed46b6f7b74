#!/usr/bin/env bash
# Shows that a night of 1,000 decisions of every kind is taken back, byte by byte, by one plain `git revert -m 1`.
# usage: scripts/undone.sh [NOTES]   (1,000 to be filed, and a fifth as many to be retired or built on)
. "$(dirname "$0")/lib.sh"
export MEM_VAULT=$work/v MEM_NOW=2026-08-20T03:00:00Z; "$MEM_BIN" init >/dev/null
python3 - "${1:-1000}" >"$work/notes.jsonl" <<'P'
import json, sys
n = int(sys.argv[1])
def note(slug, text, day=1, status='unfiled', type='reference', **more):
    print(json.dumps(dict(slug=slug, text=text, status=status, type=type, captured=f'2026-08-{day:02}T10:00:00Z', **more)))
for i in range(n):
    note(f'fact-{i}', f'The locker {i} of hall {i % 37} holds the spare part {i * 7919 % 100003}.', 1 + i % 9, tags=[f'person/ada-{i % 11}'] if i % 9 == 0 else [])
for i in range(n // 10): # the same in other white space
    note(f'copy-{i}', f'The locker {i} of hall {i % 37}  holds the spare part\n{i * 7919 % 100003}.', 15, tags=[f'person/ada-{i % 11}'] if i % 9 == 0 else [])
for i in range(n // 20):
    note(f'scrap-{i}', '---')
    note(f'bay-{i}', f'Bay {5000 + i} is grey.', 2, 'active')
    note(f'bay-{i}-now', f'Bay {5000 + i} is now white.', 16)
for i in range(3):
    note(f'jam-{i}', f'The night watch spool jams after the generator restart: flush its ledger, reseat the coupling. Seen in week {i}.', 3 + 4 * i, 'active', 'fix', session=f's{i}')
P
"$MEM_BIN" import jsonl "$work/notes.jsonl" >/dev/null
for s in one two; do "$MEM_BIN" used fact-1 fact-2 --outcome success --session $s >/dev/null; done
printf -- '---\ntype: reference\nstatus: unfiled\r\ncaptured: 2026-08-03\nslug: crlf\n---\nThe gate is rented.' >"$MEM_VAULT/memory/2026/08/crlf.md"
mkdir -p "$MEM_VAULT/memory/2026/08" && printf 'The anvil is rented.' >"$MEM_VAULT/memory/2026/08/by-hand.md"
git -C "$MEM_VAULT" add memory && git -C "$MEM_VAULT" commit -qm 'by hand'
before=$(git -C "$MEM_VAULT" rev-parse HEAD:memory); cp -r "$MEM_VAULT/memory" "$work/before"
"$MEM_BIN" dream --max-changes 100000 --json </dev/null >"$work/night"
sound "$MEM_VAULT"
told=$(python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); print(sum(d["counts"].values()), d["summary"])' "$work/night")
[ "${told%% *}" -ge "${1:-1000}" ] || fail "only $told"
for op in filed superseded expired rollup insight; do [[ $told == *$op* ]] || fail "nothing was $op: $told"; done
closed=$(git -C "$MEM_VAULT" log --format='%(trailers:key=Mem-Reason,valueonly)' --grep='^Mem-Op: supersede' | grep -c 'says that this has changed' || true)
[ "$closed" -ge $((${1:-1000} / 20)) ] || fail "only $closed were closed by something newer"
ops=$(git -C "$MEM_VAULT" log --no-merges --format='%(trailers:key=Mem-Op,valueonly,separator=)' | sort -u)
for op in promote use brief; do grep -qx "$op" <<<"$ops" || fail "no commit to $op"; done
merge=$(git -C "$MEM_VAULT" log --first-parent --merges -1 --format=%H)
git -C "$MEM_VAULT" revert -m 1 --no-edit "$merge" >/dev/null || fail "git revert -m 1 stops"
[ "$(git -C "$MEM_VAULT" rev-parse HEAD:memory)" = "$before" ] || fail "git revert -m 1 gives back other bytes: $(git -C "$MEM_VAULT" diff --stat "$before" HEAD:memory | tail -3)"
diff -r "$work/before" "$MEM_VAULT/memory" || fail "the files on disk are not as they were"
sound "$MEM_VAULT"
MEM_NOW=2026-08-21T03:00:00Z "$MEM_BIN" dream --max-changes 100000 --json </dev/null >"$work/next"
again=$(python3 - "$work/night" "$work/next" <<'P'
import json, sys
night, following = (json.load(open(f)) for f in sys.argv[1:])
key = lambda d: (d['op'], tuple(d['notes']), d['reason'])
taken = {key(d) for d in night['applied']}
print(len([d for d in following['applied'] if key(d) in taken]), len(following['undone']))
P
)
[ "${again%% *}" = 0 ] || fail "the next night decides ${again%% *} of it again"
sound "$MEM_VAULT"
echo "$told: taken back by one revert, byte by byte; the next night leaves all ${again##* } undone"
