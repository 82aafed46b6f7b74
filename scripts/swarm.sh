#!/usr/bin/env bash
# Shows that 50 captures at once of one title, on a vault that does not exist yet, are 50 memories; and again while mem dreams.
. "$(dirname "$0")/lib.sh"
n=${1:-50}
swarm() { # swarm LABEL: n captures at once, all to be found
  local pids=() i
  for i in $(seq "$n"); do
    "$MEM_BIN" capture --title "Same title $1" "Text number $i of swarm $1 says zq$1x$i." </dev/null >"$work/out.$i" 2>"$work/err.$i" & pids+=($!)
  done
  [ "${2:-}" = dream ] && { "$MEM_BIN" dream </dev/null >"$work/dream" 2>&1 || { cat "$work/dream"; fail dream; }; }
  for i in "${!pids[@]}"; do wait "${pids[$i]}" || { cat "$work/err.$((i + 1))"; fail "capture $((i + 1)) of swarm $1"; }; done
  for i in $(seq "$n"); do
    "$MEM_BIN" recall --json --no-count -- "zq$1x$i" </dev/null 2>/dev/null | grep -q "Text number $i of swarm $1" || fail "capture $i of swarm $1 is not recalled"
  done
}
export MEM_VAULT=$work/v
swarm a
[ "$(find "$MEM_VAULT/memory" -name '*.md' | wc -l)" = "$n" ] || fail "not $n files"
[ "$(git -C "$MEM_VAULT" log --format=%s | grep -c '^capture: ')" = "$n" ] || fail "not $n commits"
sound "$MEM_VAULT"
echo "$n captures at once on a vault that was not there: $n files, $n commits, $n recalled, fsck and status clean"
swarm b dream
"$MEM_BIN" dream </dev/null >/dev/null
[ "$(git -C "$MEM_VAULT" log --format=%s | grep -c '^capture: ')" = $((2 * n)) ] || fail "not $((2 * n)) commits"
sound "$MEM_VAULT"
echo "$n more while mem dreamt: the same"
