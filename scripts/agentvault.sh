#!/usr/bin/env bash
# Shows that a night on real notes of another tool touches only what dream may touch, and that a second night changes nothing.
# usage: scripts/agentvault.sh FOLDER   (with markdown files at any depth)
. "$(dirname "$0")/lib.sh"
from=$(cd "${1:?folder of markdown files}" && pwd)
export MEM_VAULT=$work/v MEM_NOW=2026-02-01T03:00:00Z; "$MEM_BIN" init >/dev/null
shard=$MEM_VAULT/memory/2026/01; mkdir -p "$shard"
find "$from" -mindepth 2 -name '*.md' -print0 | while IFS= read -r -d '' f; do cp -n "$f" "$shard/"; done
n=$(find "$shard" -name '*.md' | wc -l); cp -r "$shard" "$work/before"
"$MEM_BIN" capture "The plugin's hooks are registered in hooks.json." >/dev/null
"$MEM_BIN" recall --json --scope all -n 5 "ollama cold start timeout" </dev/null | python3 -c 'import json,sys; d=json.load(sys.stdin); assert not d["abstained"], d["note"]; print("recall:", [r["slug"] for r in d["results"]][:2])'
"$MEM_BIN" dream </dev/null >"$work/dream1" 2>&1 || { cat "$work/dream1"; fail "dream"; }
tail -1 "$work/dream1"; sound "$MEM_VAULT"
python3 - "$work/before" "$shard" <<'P' || fail "dream touched other lines"
import os, re, sys
key = re.compile(rb'^["\']?(status|updated|superseded_by|valid_until|type|trust|uses|last_used)["\']?[ \t]*:')
for name in os.listdir(sys.argv[1]):
    keep = lambda p: [l for l in open(p, 'rb').read().split(b'\n') if not key.match(l)]
    if keep(os.path.join(sys.argv[1], name)) != keep(os.path.join(sys.argv[2], name)):
        sys.exit(f'{name}: other lines changed')
P
brief=$MEM_VAULT/desk/briefs/brief-2026-02-01.md
echo "brief: $(wc -l <"$brief") lines, $(wc -w <"$brief") words"; [ -n "${KEEP:-}" ] && cp "$brief" "${brief%.md}.svg" "$KEEP"; [ "$(wc -l <"$brief")" -lt 100 ] || fail "nobody reads that brief in two minutes"
xml=$(python3 -c 'import sys, xml.dom.minidom as m; print(len(m.parse(sys.argv[1]).getElementsByTagName("circle")))' "${brief%.md}.svg") && echo "picture: valid XML, $xml discs"
rc=0; "$MEM_BIN" check >"$work/check" || rc=$?; echo "check: exit $rc, $(grep -c ' broken ' "$work/check" || true) broken rules, $(grep -c ' note ' "$work/check" || true) notes"
head=$(git -C "$MEM_VAULT" rev-parse HEAD)
"$MEM_BIN" dream </dev/null >"$work/dream2" 2>&1 || fail "second dream"; tail -1 "$work/dream2"
[ -z "$(git -C "$MEM_VAULT" diff --name-only "$head" HEAD -- memory)" ] || fail "the second night changed memory/"
[ "$head" = "$(git -C "$MEM_VAULT" rev-parse HEAD)" ] || echo "second night: $(git -C "$MEM_VAULT" diff --stat "$head" HEAD | tail -1)"
echo "$n notes: dream touched only the keys that it may; the second night changed nothing in memory/"
