#!/usr/bin/env bash
# Shows that a clock set back a day, or a year ahead and back again, loses no capture, no answer and no night.
. "$(dirname "$0")/lib.sh"
at() { export MEM_NOW=$1; }
day() { # day LABEL: what anybody does in a day
  must 0 capture --json "Of kz$1: captured when the clock said $MEM_NOW."; silent "capture at $MEM_NOW"
  python3 - "$MEM_NOW" "$work/out" <<'P' || fail "captured is not what the clock said"
import json, sys
d = json.load(open(sys.argv[2]))
assert d['captured'] == sys.argv[1] and d['path'].startswith('memory/' + sys.argv[1][:7].replace('-', '/')) and d['committed'] and d['indexed'], d
P
  answers "kz$1"; silent "recall at $MEM_NOW"
  words="$words kz$1"
}
all() { local w; for w in $words; do answers "$w"; done; }
words=
at 2026-08-03T12:00:00Z; must 0 init; day today
must 0 dream; grep -q '1 filed' "$work/out" || fail "not filed"
at 2026-08-02T12:00:00Z; day yesterday; all
must 0 dream; grep -q '1 filed' "$work/out" || fail "a day back: not filed"
must 0 status; all; sound "$MEM_VAULT"
head=$(git -C "$MEM_VAULT" rev-parse HEAD); must 0 dream
[ -z "$(git -C "$MEM_VAULT" diff --name-only "$head" HEAD -- memory)" ] || fail "a second night a day back changed memory/"
must 0 capture --json "Of kztoday: captured when the clock said 2026-08-03T12:00:00Z."
grep -q '"duplicate":true' "$work/out" || { cat "$work/out"; fail "a retry after the clock was set back is a second note"; }
at 2027-08-03T12:00:00Z; day ahead; all
must 3 status; grep -q '^RED .*dream' "$work/out" || fail "a year without a dream is not red"
must 0 dream; must 0 status; all
at 2026-08-04T12:00:00Z; day back; all
must 0 dream; grep -q '1 filed' "$work/out" || { cat "$work/out"; fail "back from the future: not filed"; }
must 0 status; all; must 0 check -q
at 2026-08-04T12:00:01Z; must 0 recent -n 9; must 0 list; [ "$(wc -l <"$work/out")" = 4 ] || fail "list: not 4"
must 0 set "$(basename "$(find "$MEM_VAULT/memory" -name '*kztoday*')" .md)" importance=8
must 0 log; must 0 dream log; run=$(awk '{print $3; exit}' "$work/out"); must 0 dream undo "$run"; sound "$MEM_VAULT"
git -C "$MEM_VAULT" log --format=%ct | sort -c -rn 2>/dev/null || echo "commit dates follow the clock: git log has them out of order"
unset MEM_NOW
must 0 capture "Of kznow: by the system's clock."; answers kznow; all; must 0 dream; sound "$MEM_VAULT"
for bad in yesterday 0001-01-01T00:00:00Z 2026-13-40T00:00:00Z 0000-00-00T00:00:00Z 1754224920; do
  MEM_NOW=$bad; export MEM_NOW; must 64 recall kzcrane; says MEM_NOW
done
for far in 1969-12-31T23:59:59Z 9999-12-31T23:59:59Z; do
  at $far; must 0 capture "Of kzfar$far: at the end of the calendar."; must 0 dream; try 20 status; [ $rc = 0 ] || [ $rc = 3 ] || fail "status at $far: $rc"
  all; sound "$MEM_VAULT"
done
unset MEM_NOW; must 0 dream; all; must 0 check -q
echo "a day back, a year ahead and back, the ends of the calendar: captures, recalls and nights as ever"
