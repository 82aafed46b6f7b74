#!/usr/bin/env bash
# Shows that .mem deleted again and again, while hands capture, recall, set, forget and dream, loses nothing acknowledged.
# usage: scripts/faults/mem-deleted.sh [SECONDS]   (10)
. "$(dirname "$0")/lib.sh"
must 0 init; must 0 capture "Of kzfirst: it was there before."
(set +e; while [ ! -e "$work/stop" ]; do # at once, by renaming it away, and file by file
  n=$((${n:-0} + 1)); if [ $((n % 2)) = 0 ]; then rm -rf "$MEM_VAULT/.mem"; else mv "$MEM_VAULT/.mem" "$work/gone.$n" && rm -rf "$work/gone.$n"; fi
  echo "$n" >"$work/deleted"; sleep "0.$((RANDOM % 5))"
done; true) 2>/dev/null & deleter=$!
# what is under way when its lock or its index is taken away may end with 1, in words; what ended with 0 must hold
rc=0; python3 "$faults/hands.py" work "$MEM_BIN" "${1:-10}" 6 "$work/acked" 0 capture=8+1 recall=6 set=3+1 forget=1+1 dream=2+1 status=1+3 rebuild=1+1 check=1+1+3 || rc=$?
touch "$work/stop"; wait $deleter
[ $rc = 0 ] || fail "a command ended as it must not"
kept "$work/acked"; answers kzfirst
rm -rf "$MEM_VAULT/.mem"; kept "$work/acked" >/dev/null
settled
[ "$(cat "$work/deleted")" -ge 5 ] || fail "of the script: .mem was deleted $(cat "$work/deleted") times"
[ "$(grep -c '"word"' "$work/acked")" -ge 5 ] || fail "of the script: $(grep -c '"word"' "$work/acked") captures went through"
echo ".mem was deleted $(cat "$work/deleted") times: nothing acknowledged is lost"
