#!/usr/bin/env bash
# Shows that a vault on a read-only mount is read as ever, with and without an index, and that what would write says so at once.
. "$(dirname "$0")/lib.sh"
root read-only
words="crane winch gantry"
look() { # look WHEN: everything that reads answers; everything that writes fails in words, and nothing hangs
  local w
  for w in $words; do answers "kz$w"; done
  must 0 recall --exit-code kzcrane; must 4 recall --exit-code zebra
  must 0 recall --as-of 2030-01-01 kzcrane
  must 0 list; [ "$(wc -l <"$work/out")" = "$count" ] || fail "list shows $(wc -l <"$work/out") of $count"
  must 0 recent; must 0 show crane; must 0 show crane --history --why; must 0 related crane; must 0 log; must 0 dream log; must 0 check
  must 0 dream --dry-run
  must 1 capture "Of kznever: it cannot be kept."; says 'read-only'; [ ! -s "$work/out" ] || fail "a refused capture answered"
  must 1 capture --json "Of kznever: it cannot be kept."; python3 -c 'import json,sys; assert json.load(sys.stdin)["code"] == 1' <"$work/out" || fail "no JSON of the failure"
  printf '{"text": "Of kznever: it cannot be kept."}\n' >"$work/line"; rc=0; timeout 20 "$MEM_BIN" capture --batch <"$work/line" >"$work/out" 2>"$work/err" || rc=$?
  [ $rc = 1 ] || fail "a batch: exit $rc, not 1"
  must 1 set crane a=b; says 'read-only'; must 1 forget crane; says 'read-only'
  must 1 dream; says 'read-only'
  must 1 index rebuild; says 'read-only'
  try 20 used crane --outcome success; [ $rc = 1 ] || fail "used: exit $rc, not 1"; says 'read-only'
  must 3 status; grep -q '^RED .*read-only' "$work/out" || { cat "$work/out"; fail "status is not red of it"; }
  echo "$1: recall, show, list, log answer; capture, set, forget, dream, rebuild say read-only and end with 1; status is red"
}
must 0 init
for w in $words; do must 0 capture --title "$w" "Of kz$w: it stands in the hall."; done
count=3
must 0 dream; cp -a "$MEM_VAULT" "$work/bare"; rm -rf "$work/bare/.mem"
frozen "$MEM_VAULT"; look "with an index"; thaw "$MEM_VAULT"
printf 'Of kzlate: written by hand.\n' >"$MEM_VAULT/memory/$(ls "$MEM_VAULT/memory")/$(ls "$MEM_VAULT"/memory/*)/late.md"; count=4; words="$words late"
frozen "$MEM_VAULT"; look "with a note that the index does not know"; thaw "$MEM_VAULT"
export MEM_VAULT=$work/bare; count=3; words=${words% late}
frozen "$MEM_VAULT"; look "without .mem"; thaw "$MEM_VAULT"
[ -z "$(find "$work/bare" -name .mem)" ] || fail "something was written"
must 0 capture "Of kzafter: it can be written again."; answers kzafter; settled
echo "everything that reads answers; everything that writes says read-only and ends with 1"
