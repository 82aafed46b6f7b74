#!/usr/bin/env bash
# Shows that setting a key on real files with odd frontmatter changes that key's lines only, or is refused with a reason.
# usage: scripts/zoo.sh FOLDER   (of markdown files)
. "$(dirname "$0")/lib.sh"
zoo=$(cd "${1:?folder of markdown files}" && pwd)
export MEM_VAULT=$work/v; "$MEM_BIN" init >/dev/null; shard=$MEM_VAULT/memory/2026/08; mkdir -p "$shard"
edited=0; refused=0; n=0
declare -A name
for f in "$zoo"/*; do
  case $f in */INDEX.md) continue;; *.md|*.markdown|*.mdx) ;; *) continue;; esac
  n=$((n + 1)); slug=zoo-$n; cp "$f" "$shard/$slug.md"; name[$slug]=$f
done
git -C "$MEM_VAULT" add -A; git -C "$MEM_VAULT" commit -qm zoo
for slug in "${!name[@]}"; do
  if out=$("$MEM_BIN" set "$slug" status=active 2>&1 >/dev/null </dev/null); then
    python3 - "${name[$slug]}" "$shard/$slug.md" <<'P' || fail "${name[$slug]}: other lines changed"
import difflib, re, sys
old, new = (open(p, 'rb').read() for p in sys.argv[1:3])
key = re.compile(rb'^(\xef\xbb\xbf)?["\']?(status|updated)["\']?[ \t]*:')
had = re.match(rb'^(\xef\xbb\xbf)?---[ \t]*\r?\n', old)
split = lambda b: re.split(rb'(?<=\n)', b)
for op, a, b, c, d in difflib.SequenceMatcher(None, split(old), split(new), autojunk=False).get_opcodes():
    if op == 'equal':
        continue
    for line in split(old)[a:b] + split(new)[c:d]:
        if line and not key.match(line) and not (not had and line.rstrip(b'\r\n').lstrip(b'\xef\xbb\xbf') == b'---'):
            sys.exit(f'{op}: {line!r}')
P
    edited=$((edited + 1))
  else
    [ -n "$out" ] || fail "${name[$slug]}: refused without a reason"
    cmp -s "${name[$slug]}" "$shard/$slug.md" || fail "${name[$slug]}: refused, but changed"
    refused=$((refused + 1)); printf 'refused %-44s %s\n' "$(basename "${name[$slug]}")" "$(head -1 <<<"$out" | cut -c1-110)"
  fi
done
found=0; asked=0
for slug in "${!name[@]}"; do
  word=$(python3 - "$shard/$slug.md" <<'P'
import re, sys
raw = open(sys.argv[1], 'rb').read()
t = raw.decode('utf-16') if raw[:2] in (b'\xff\xfe', b'\xfe\xff') else raw.decode('utf-8-sig', 'replace')
t = re.sub(r'^---[ \t]*\r?\n.*?\n(---|\.\.\.)[ \t]*(\r?\n|$)', '', t, count=1, flags=re.S)
words = re.findall(r'(?<![0-9A-Za-z_])[A-Za-z]{7,24}(?![0-9A-Za-z_])', t)
print(max(words, key=len) if words else '')
P
)
  [ -n "$word" ] || continue
  asked=$((asked + 1))
  "$MEM_BIN" recall --json -n 50 --no-count --scope all --status all -- "$word" </dev/null 2>/dev/null | grep -q "\"slug\":\"$slug\"" || fail "${name[$slug]}: $word of its body is not recalled"
  found=$((found + 1))
done
echo "$n files: $edited edited in the key's lines only, $refused refused with a reason; a word of the body recalled for $found of $asked that have one"
