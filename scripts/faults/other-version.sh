#!/usr/bin/env bash
# Shows that an index of another version, or a damaged one, is built anew once, said once, and never an empty answer.
. "$(dirname "$0")/lib.sh"
must 0 init; for i in 1 2 3 4 5; do must 0 capture "Of kz$i: it stands in hall $i."; done
index=$MEM_VAULT/.mem/index
gen() { echo "$index/$(cat "$index/CURRENT")"; }
state() { tar -C "$MEM_VAULT" -c .mem/index | sha256sum; }
spoil() { # spoil WHAT: the index as it would lie there
  local g before; g=$(gen); before=$(state)
  case $1 in
    "of another version") sed -i 's/"mem_version":"[^"]*"/"mem_version":"mem 99.9"/' "$g/index_meta.json";;
    "of an older version") sed -i 's/"mem_version":"[^"]*"/"mem_version":"mem 0.1"/' "$g/index_meta.json";;
    "with garbled metadata") printf '\0\377{{{' >"$g/index_meta.json";;
    "with empty metadata") : >"$g/index_meta.json";;
    "without metadata") rm "$g/index_meta.json";;
    "with a CURRENT that names nothing") echo gen-999 >"$index/CURRENT";;
    "with a garbled CURRENT") head -c 200 /dev/urandom >"$index/CURRENT";;
    "with a cut root.bolt") truncate -s 100 "$g/store/root.bolt";;
    "with a garbled root.bolt") head -c 65536 /dev/urandom >"$g/store/root.bolt";;
    "with cut segments") find "$g/store" -name '*.zap' -exec truncate -s 10 {} +;;
    "with garbled segments") find "$g/store" -name '*.zap' | while read -r z; do head -c "$(stat -c %s "$z")" /dev/urandom >"$z"; done;;
    "without its segments") find "$g/store" -name '*.zap' -delete;;
    "with garbled stamps") for s in "$g"/stamps/*; do head -c 300 /dev/urandom >"$s"; done;;
    "with a folder in place of the lock") rm "$index/lock"; mkdir "$index/lock";;
    "that is a file") rm -rf "$index"; echo in the way >"$index";;
  esac
  [ "$(state)" != "$before" ] || fail "of the script: an index $1: nothing was spoilt"
}
while read -r what; do
  spoil "$what"; answers kz1; cp "$work/err" "$work/first"
  answers kz2; silent "the second recall after an index $what"
  for i in 3 4 5; do answers "kz$i"; done
  [ "$(wc -l <"$work/first")" = 1 ] || { cat "$work/first"; fail "an index $what: not said once"; }
  must 0 index status; grep -q '5 notes indexed, 5 files, 0 differ' "$work/out" || { cat "$work/out"; fail "an index $what: not whole again"; }
  printf 'an index %-36s %s\n' "$what:" "$(sed 's/^mem: //' "$work/first" | grep . || echo "(nothing said)")"
done <<'W'
of another version
of an older version
with garbled metadata
with empty metadata
without metadata
with a CURRENT that names nothing
with a garbled CURRENT
with a cut root.bolt
with a garbled root.bolt
with cut segments
with garbled segments
without its segments
with garbled stamps
W
spoil "of another version"; must 0 capture "Of kzcapture: the first to see it is a capture."; answers kzcapture; answers kz1
spoil "of another version"; before=$(cat "$index/CURRENT"); pids=()
for i in 1 2 3 4 5; do timeout 20 "$MEM_BIN" recall --json -- "kz$i" </dev/null >"$work/many.$i" 2>"$work/said.$i" & pids+=($!); done
for p in "${pids[@]}"; do wait "$p" || fail "one of five recalls at once"; done
for i in 1 2 3 4 5; do grep -q "\"text\":\"Of kz$i" "$work/many.$i" || fail "kz$i is not recalled while five see the old index"; done
[ "$(ls -d "$index"/gen-* | wc -l)" = 1 ] || fail "generations left over: $(ls "$index")"
echo "five recalls at once saw another version: all answered, $before became $(cat "$index/CURRENT"), said $(cat "$work"/said.* | grep -c . || true) times"
must 0 capture "Of kzway1: before something lay in the way."
for what in "with a folder in place of the lock" "that is a file"; do # nothing that mem would delete by itself
  spoil "$what"; must 0 capture "Of kzway${#what}: while the index was one $what."; says 'index'
  for w in kz1 kzway1 "kzway${#what}"; do answers "$w"; says 'answered from the files'; done
  must 1 index rebuild; says 'index'; must 3 status; grep -q '^RED .*index' "$work/out" || fail "an index $what: status is not red of it"
  rm -rf "$index"; answers kz1; answers "kzway${#what}"; silent "a recall after an index $what was taken away"
  echo "an index $what: captures are kept, recall answers from the files, status is red; taken away, it is built anew"
done
settled
echo "each is built anew once, said once, and every answer is right"
