#!/usr/bin/env bash
# Shows that 10,000 files dropped in at once, while hands capture and recall, are found, and that one commit takes them in.
# usage: scripts/faults/dropped-in.sh [FILES]   (10000)
. "$(dirname "$0")/lib.sh"
n=${1:-10000}
must 0 init; must 0 capture "Of kzfirst: it was there before."; must 0 dream
drop() { python3 - "$MEM_VAULT" "$n" <<'P'
import os, sys
root, n = sys.argv[1], int(sys.argv[2])
words = 'crane winch gantry relay conveyor hall pump valve sensor ladder motor shaft'.split()
for i in range(n): # over three years, some with frontmatter, some without
    d = f'{root}/memory/{2023 + i % 3}/{i % 12 + 1:02}'
    os.makedirs(d, exist_ok=True)
    head = f'---\ntype: reference\nstatus: active\ncaptured: {2023 + i % 3}-{i % 12 + 1:02}-05T10:00:00Z\n---\n' if i % 2 else ''
    text = ' '.join(words[(i * 7 + j * j) % 12] + (str(i) if j % 5 == 0 else '') for j in range(40))
    with open(f'{d}/dropped-{i}.md', 'w') as f:
        f.write(f'{head}# Drop {i}\n\nOf kzd{i}z: {text}.\n')
P
}
python3 "$faults/hands.py" work "$MEM_BIN" 5 3 "$work/acked" 0 capture=2 recall=3 >"$work/hands" 2>&1 & hands=$!
drop; began=$SECONDS
answers "kzd$((n - 1))z"; echo "the last of $n files is recalled $((SECONDS - began)) s after it was written"
for i in 0 1 $((n / 2)) $((n / 3)); do answers "kzd${i}z"; done
wait $hands || { cat "$work/hands"; fail "the hands meanwhile"; }; cat "$work/hands"
must 0 index status; grep -q ' 0 differ' "$work/out" || { cat "$work/out"; fail "the index differs after recalls"; }
began=$SECONDS; timeout 120 "$MEM_BIN" dream --json </dev/null >"$work/night" 2>"$work/err" || fail "dream: exit $?: $(head -3 "$work/err")"
edits=$(git -C "$MEM_VAULT" log --first-parent --format=%s "HEAD~$(($(git -C "$MEM_VAULT" rev-list --count --first-parent HEAD) - 1))..HEAD" | grep -c '^edit: ' || true)
[ "$edits" = 1 ] || { git -C "$MEM_VAULT" log --first-parent --format=%s | head -20; fail "$edits commits of hand edits, not one"; }
[ "$(git -C "$MEM_VAULT" ls-files memory | grep -c /dropped-)" = "$n" ] || fail "not all are committed"
sound "$MEM_VAULT"
python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["edits"], "hand edits in one commit;", d["summary"] + ",", sys.argv[1], "s")' $((SECONDS - began)) <"$work/night"
loose=$(git -C "$MEM_VAULT" count-objects | cut -d' ' -f1); [ "$loose" -lt 1000 ] || fail "$loose loose objects"
[ "$(grep -c '"word"' "$work/acked")" -ge 1 ] || fail "of the script: no capture went through meanwhile"
git -C "$MEM_VAULT" count-objects -v | tr "\n" " "; echo
kept "$work/acked"; settled; answers kzfirst; answers "kzd$((n / 2))z"
echo "$n dropped in: found at once, taken in by one commit, the hands lost nothing"
