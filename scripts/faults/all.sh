#!/usr/bin/env bash
# Shows what mem does under every fault of this folder: runs each script in turn and prints a table of what came of it.
# usage: scripts/faults/all.sh [SECONDS]   (what killed and mem-deleted are given; STRICT=1: what is still owed fails too)
. "$(dirname "$0")/../lib.sh"
export MEM_BIN; failed=0; : >"$work/table"
for s in "$(cd "$(dirname "$0")" && pwd)"/*.sh; do
  name=$(basename "$s" .sh); args=()
  case $name in lib|all) continue;; killed|mem-deleted) [ -z "${1:-}" ] || args=("$1");; esac
  echo "== $name"; began=$SECONDS; rc=0
  bash "$s" "${args[@]}" >"$work/out" 2>&1 || rc=$?
  cat "$work/out"; last=$(tail -1 "$work/out")
  case $rc,$last in
    0,skipped:*) what=skipped;;
    0,*) what=holds; ! grep -q '^OWED' "$work/out" || what=owes;;
    *) what=FAILED; failed=$((failed + 1));;
  esac
  printf '%-18s %-8s %4d s  %s\n' "$name" "$what" $((SECONDS - began)) "${last:0:110}" >>"$work/table"
done
echo; cat "$work/table"
[ $failed = 0 ] || fail "$failed of $(wc -l <"$work/table") faults"
