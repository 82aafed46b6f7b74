#!/usr/bin/env bash
# Shows that a night with every kind of decision, a staged one, its approval, its rejection and an undo come, disturbed at any
# step by a kill, a failing or a full disk, to the very notes and decisions that they come to undisturbed, when run once more.
# usage: scripts/faults/night.sh [POINTS [COMMAND...]]   (12 steps of each fault; 0: every one; see night.py)
. "$(dirname "$0")/lib.sh"
command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null || { echo "skipped: strace is not there, or not allowed"; exit 0; }
unset MEM_VAULT
python3 "$faults/night.py" "$MEM_BIN" "$work/nights" "${1:-12}" "${@:2}"
