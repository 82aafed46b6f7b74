#!/usr/bin/env bash
# Shows that a .mem that cannot be written (frozen, a file, a link to nowhere, immutable) costs no capture and no answer.
. "$(dirname "$0")/lib.sh"
n=0
look() { # look WHAT: a capture is stored and says what could not be done; recall answers; dream and status say it
  n=$((n + 1))
  must 0 capture "Of kz${n}x: written while .mem was $1."
  grep -rqF "kz${n}x" "$MEM_VAULT/memory" || fail "$1: acknowledged, not on disk"
  says 'index|lock|\.mem'; cat "$work/err" >>"$work/said"
  must 0 capture --json "Of kz${n}y: written while .mem was $1."
  python3 -c 'import json,sys; d=json.load(sys.stdin); assert not d["indexed"] and d["notes"], d' <"$work/out" || fail "$1: the reply does not say that it is not indexed"
  answers "kz${n}x"; answers "kz${n}y"; answers kzfirst; says 'index'
  must 0 recall --json --no-count zebra; grep -q '"abstained":true' "$work/out" || fail "$1: no abstention"
  try 20 dream; [ $rc = 0 ] || says '\.mem|lock|index'; echo "  dream: exit $rc: $(head -1 "$work/err")"
  try 20 status; [ $rc = 3 ] || { cat "$work/out"; fail "$1: status ends with $rc, not 3"; }
  must 0 list; must 0 log
  echo "$1: stored, said, recalled"
}
well() { # well WHAT: writable again, the next commands make up for everything
  local i; for i in $(seq "$n"); do answers "kz${i}x"; answers "kz${i}y"; done
  settled
}
must 0 init; must 0 capture "Of kzfirst: it was there before."; state=$MEM_VAULT/.mem
mv "$state" "$work/state"; echo in the way >"$state"; look "a file"; rm "$state"; well
ln -s "$work/nowhere/at/all" "$state"; look "a link to nowhere"; rm "$state"; well
if [ "$(id -u)" = 0 ]; then
  if mount --bind "$state" "$state" 2>/dev/null; then
    mounted+=("$state"); mount -o remount,ro,bind "$state"; look "read-only"; umount "$state"; well
  fi
  if chattr +i "$state" "$state/index" 2>/dev/null; then
    look "immutable"; chattr -i "$state" "$state/index"; well
  fi
else
  chmod 500 "$state" "$state/index"; look "without the right to write"; chmod 700 "$state" "$state/index"; well
fi
