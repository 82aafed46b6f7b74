#!/usr/bin/env bash
# Shows that commands of every kind, killed at random while six hands work, lose nothing acknowledged and leave a sound vault.
# usage: scripts/faults/killed.sh [SECONDS]   (15; SEED=n repeats a run's choices)
. "$(dirname "$0")/lib.sh"
must 0 init
python3 "$faults/hands.py" work "$MEM_BIN" "${1:-15}" 6 "$work/acked" 0.5 \
  capture=8 recall=6 set=3 forget=1 dream=2 status=1 rebuild=1 check=1 undo=1 || fail "a command that was left alone"
kept "$work/acked"
settled
kept "$work/acked"
echo "after ${1:-15} s of kills: fsck, git status, check and mem status clean, no lock left"
