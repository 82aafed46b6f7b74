#!/usr/bin/env bash
# Shows that a .mem that cannot be written (a file, a link, read-only, immutable) costs no capture and no answer, and is said.
. "$(dirname "$0")/lib.sh"
n=0; : >"$work/words"
look() { # look WHAT: captures, ten at once too, are stored and committed under names of their own; recall answers; dream and status are loud
  n=$((n + 1))
  must 0 capture --json "Of kz${n}x: written while .mem was $1."; says '\.mem'; grep -q '"committed":true' "$work/out" || fail "$1: not committed"
  echo "kz${n}x" >>"$work/words"; grep -rqF "kz${n}x" "$MEM_VAULT/memory" || fail "$1: acknowledged, not on disk"
  local before pids=(); before=$(git -C "$MEM_VAULT" rev-list --count HEAD)
  for i in 0 1 2 3 4 5 6 7 8 9; do
    timeout 20 "$MEM_BIN" capture --title "Many $n" "Of kz${n}y$i: one of ten." </dev/null >"$work/many.$i" 2>&1 & pids+=($!); echo "kz${n}y$i" >>"$work/words"
  done
  for p in "${pids[@]}"; do wait "$p" || { cat "$work"/many.*; fail "$1: one of ten captures at once"; }; done
  [ "$(find "$MEM_VAULT/memory" -name "many-$n*" | wc -l)" = 10 ] || fail "$1: ten captures at once are not ten notes"
  [ "$(git -C "$MEM_VAULT" rev-list --count HEAD)" = $((before + 10)) ] || fail "$1: ten captures at once are not ten commits"
  must 0 set "$(basename "$(grep -rlF "kz${n}x" "$MEM_VAULT/memory")" .md)" importance=7
  for w in kzfirst kzhand "kz${n}x" "kz${n}y4"; do answers "$w"; done
  printf 'Of kzdropped%s: by hand, while .mem was %s.\n' "$n" "$1" >"$shard/dropped-$n.md"; echo "kzdropped$n" >>"$work/words"; answers "kzdropped$n"
  must 0 recall --json --no-count zebra; grep -q '"abstained":true' "$work/out" || fail "$1: no abstention"
  must 0 list; must 0 log; must 0 show hand; must 0 check -q; must 0 dream --dry-run
  must 1 dream; says '\.mem'
  must 3 status; grep -q '^RED .*\.mem' "$work/out" || { cat "$work/out"; fail "$1: status is not red of it"; }
  echo "$1: captures are stored and committed; dream ends with 1, status with 3; recall, list, show, log answer"
}
well() { # well: writable again; the next night makes up for everything
  local w; for w in kzfirst kzhand $(cat "$work/words"); do answers "$w"; done
  settled
}
must 0 init; must 0 capture "Of kzfirst: it was there before."; state=$MEM_VAULT/.mem
shard=$(dirname "$(find "$MEM_VAULT/memory" -name '*.md')"); echo "Of kzhand: by hand." >"$shard/hand.md"; must 0 dream
mv "$state" "$work/state"
echo in the way >"$state"; look "a file"; rm "$state"; well; rm -rf "$state"
ln -s "$work/nowhere/at/all" "$state"; look "a link to nowhere"; rm "$state"; well; rm -rf "$state"
mkdir "$work/elsewhere"; ln -s "$work/elsewhere" "$state"; look "a link to a folder outside"; rm "$state"; well; rm -rf "$state"
mv "$work/state" "$state"
if [ "$(id -u)" != 0 ]; then
  chmod 500 "$state" "$state/index"; look "without the right to write"; chmod 700 "$state" "$state/index"; well; exit
fi
if mount --bind "$state" "$state" 2>/dev/null; then
  mounted+=("$state"); mount -o remount,ro,bind "$state"; look "on a read-only mount"; umount "$state"; well
fi
if chattr +i "$state" "$state/index" 2>/dev/null; then
  look immutable; chattr -i "$state" "$state/index"; well
fi
echo "nothing said is lost, recall answers from the files"
