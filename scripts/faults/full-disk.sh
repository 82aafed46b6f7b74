#!/usr/bin/env bash
# Shows that on a disk that fills up, by bytes and by files, each capture is stored or says why not, and recall goes on.
. "$(dirname "$0")/lib.sh"
root full-disk
i=0; acked=$work/acked
fill() { # fill BYTES TIMES: captures; acknowledged ones are written down, a refused one must say why and leave nothing
  local n
  for n in $(seq "$2"); do
    i=$((i + 1)); try 20 capture --title "Full kz${i}q" "Of kz${i}q: the disk filled up. $(head -c "$1" /dev/urandom | base64 -w 60)"
    if [ $rc = 0 ]; then
      echo "{\"word\": \"kz${i}q\", \"slug\": \"full-kz${i}q\"}" >>"$acked"
    else
      [ $rc = 1 ] || { cat "$work/err"; fail "capture on a full disk: exit $rc, not 1"; }
      says 'no space left|full'; refused=$((refused + 1))
      [ -z "$(find "$MEM_VAULT/memory" -name "full-kz${i}q*")" ] || fail "refused, but a file stayed"
    fi
  done
}
one() { # one WHAT OPTIONS ROOM: a vault on a disk with these limits, filled, asked, given room
  room "$2" "$work/$1"; export MEM_VAULT=$work/$1/v; refused=0; : >"$acked"
  must 0 init
  n=0; while [ $refused -lt 3 ]; do fill 12000 5; n=$((n + 5)); [ $n -lt 2000 ] || fail "it never filled up"; done
  fill 30 5; fill 12000 2 # a small one may still fit; a big one never kills what is there
  kept "$acked"
  try 30 dream --json; tell="a dream there: exit $rc"; says 'no space left|full|disk'
  [ $rc = 1 ] || { cat "$work/out" "$work/err"; fail "a dream on the full disk: exit $rc, not 1"; }
  grep -qE '"failed":\["|"code":1' "$work/out" || { cat "$work/out"; fail "the dream's JSON does not say why"; }
  try 20 status; [ $rc = 0 ] || [ $rc = 3 ] || { cat "$work/err"; fail "status on the full disk: exit $rc"; }
  try 20 set "full-kz1q" full=kept; [ $rc = 0 ] || says 'no space left|full'
  git -C "$MEM_VAULT" fsck --strict --no-dangling >"$work/fsck" 2>&1 || { cat "$work/fsck"; fail "git fsck on the full disk"; }
  kept "$acked" >/dev/null
  mount -o "remount,$3" "$work/$1"
  must 0 capture "Of room: there is some again, says kzroom."; answers kzroom
  settled; kept "$acked" >/dev/null
  echo "$1: $(wc -l <"$acked") stored and recalled, $refused refused with a reason; $tell; with room again one dream settles it"
}
one bytes size=2500k size=64m
one files size=64m,nr_inodes=300 size=64m,nr_inodes=20000
export MEM_VAULT=$work/v; must 0 init
rc=0; "$MEM_BIN" capture "Of nobody: kzheard was not told." >/dev/full 2>"$work/err" || rc=$?
[ $rc = 0 ] || fail "a capture whose answer nobody could read: exit $rc"; answers kzheard
rc=0; "$MEM_BIN" recall kzheard >/dev/full 2>"$work/err" </dev/null || rc=$?
[ $rc = 1 ] || fail "a recall whose answer could not be written: exit $rc, not 1"; says .
echo "an answer that cannot be written: capture is kept (0), recall fails (1)"
echo "each capture on a full disk is stored or says why not; nothing stored is lost"
