#!/usr/bin/env bash
# Shows that a .mem that cannot be written (a file, a link, read-only, immutable) costs no answer, and a capture never silently.
. "$(dirname "$0")/lib.sh"
n=0; : >"$work/words"
look() { # look WHAT CODE: a capture ends with CODE: stored (0), or refused in words (1) with nothing left; recall answers
  n=$((n + 1))
  must "$2" capture "Of kz${n}x: written while .mem was $1."; says '\.mem|index|lock'
  if [ "$2" = 0 ]; then
    echo "kz${n}x" >>"$work/words"; grep -rqF "kz${n}x" "$MEM_VAULT/memory" || fail "$1: acknowledged, not on disk"
  else
    ! grep -rqF "kz${n}x" "$MEM_VAULT/memory" || fail "$1: refused, but a file stayed"
    owed "$1: the capture is refused, though memory/ can be written: $(head -1 "$work/err" | sed "s#$work#…#g")"
  fi
  for w in kzfirst kzhand $(cat "$work/words"); do answers "$w"; done
  printf 'Of kzdropped%s: by hand, while .mem was %s.\n' "$n" "$1" >"$shard/dropped-$n.md"; echo "kzdropped$n" >>"$work/words"; answers "kzdropped$n"
  must 0 recall --json --no-count zebra; grep -q '"abstained":true' "$work/out" || fail "$1: no abstention"
  must 0 list; must 0 log; must 0 show hand; must 0 check -q; must 0 dream --dry-run
  try 20 dream; [ -s "$work/err" ] || fail "$1: dream says nothing of it"; night="dream ends with $rc"
  [ $rc != 0 ] || grep -qE "[0-9]+ filed" "$work/out" || owed "$1: a dream that could keep nothing ends with 0"
  try 20 status; [ -s "$work/out" ] || fail "$1: status prints nothing"; [ $rc = 3 ] || owed "$1: status is not red of it"
  echo "$1: capture ends with $2, $night, status with $rc; recall, list, show, log answer"
}
well() { # well: writable again; the next night makes up for everything
  local w; for w in kzfirst kzhand $(cat "$work/words"); do answers "$w"; done
  settled
}
must 0 init; must 0 capture "Of kzfirst: it was there before."; state=$MEM_VAULT/.mem
shard=$(dirname "$(find "$MEM_VAULT/memory" -name '*.md')"); echo "Of kzhand: by hand." >"$shard/hand.md"; must 0 dream
mv "$state" "$work/state"
echo in the way >"$state"; look "a file" 1; rm "$state"; well; rm -rf "$state"
ln -s "$work/nowhere/at/all" "$state"; look "a link to nowhere" 1; rm "$state"; well; rm -rf "$state"
mkdir "$work/elsewhere"; ln -s "$work/elsewhere" "$state"; look "a link to a folder outside" 1; rm "$state"; well; rm -rf "$state"
mv "$work/state" "$state"
if [ "$(id -u)" != 0 ]; then
  chmod 500 "$state" "$state/index"; look "without the right to write" 0; chmod 700 "$state" "$state/index"; well; exit
fi
if mount --bind "$state" "$state" 2>/dev/null; then
  mounted+=("$state"); mount -o remount,ro,bind "$state"; look "on a read-only mount" 1; umount "$state"; well
fi
if chattr +i "$state" "$state/index" 2>/dev/null; then
  look immutable 0; chattr -i "$state" "$state/index"; well
fi
echo "nothing said is lost, recall answers from the files"
