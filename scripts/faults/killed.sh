#!/usr/bin/env bash
# Shows that commands of every kind, killed at random while six hands work, lose nothing acknowledged and leave a sound vault.
# usage: scripts/faults/killed.sh [SECONDS]   (15; SEED=n repeats a run's choices)
. "$(dirname "$0")/lib.sh"
must 0 init
python3 "$faults/hands.py" work "$MEM_BIN" "${1:-15}" 6 "$work/acked" 0.5 \
  capture=8 batch=3 recall=6 set=3 used=1 forget=1 dream=2 status=1+3 rebuild=1 check=1 undo=1 init=1 >"$work/hands" || { cat "$work/hands"; fail "a command that was left alone"; }
cat "$work/hands"; ! grep -q 'status ended with 3' "$work/hands" || owed "status is red, index not equal to the files, of what others write while it looks"
python3 - "$work/hands" <<'P' || fail "of the script: some kind was hardly killed"
import re, sys # each kind that ran so often that it cannot be chance was killed now and then
kinds = re.findall(r'(?:^ |, )(\d+) ([a-z]+)(?: \((\d+) killed\))?', open(sys.argv[1]).readline().split(':', 1)[1].split(';')[0])
sys.exit(len(kinds) < 12 or any(int(n) >= 30 and not int(k or 0) for n, _, k in kinds) or sum(int(k or 0) for _, _, k in kinds) < 10)
P
kept "$work/acked"
must 0 dream; must 0 check -q
# a killed status leaves its probe (mem-probe-…): the nights leave it alone for an hour, as another status may be at it
[ -z "$(git -C "$MEM_VAULT" status --porcelain | grep -v '/mem-probe-')" ] || { git -C "$MEM_VAULT" status --porcelain; fail "git status after the next night"; }
left=$(find "$MEM_VAULT/memory" -name 'mem-probe-*' | wc -l)
find "$MEM_VAULT/memory" -name 'mem-probe-*' -exec touch -d '2 hours ago' {} + # by the clock of the system: $MEM_NOW moves no file
must 0 dream; if git -C "$MEM_VAULT" status --porcelain | grep -q mem-probe-; then
  fail "$left probes of a killed status stay in memory/, uncommitted, whatever night comes"
fi
settled
kept "$work/acked" >/dev/null
echo "after ${1:-15} s of kills: fsck, git status, check and mem status clean, no lock left"
