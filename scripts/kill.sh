#!/usr/bin/env bash
# Shows that captures and dreams killed at random moments lose nothing that was acknowledged, and that the next run leaves git clean.
. "$(dirname "$0")/lib.sh"
rounds=${1:-100}; RANDOM=${SEED:-$$}; echo "seed ${SEED:-$$}"
export MEM_VAULT=$work/v; "$MEM_BIN" init >/dev/null
acked=(); killed=0
for i in $(seq "$rounds"); do
  text="Round $i: the word is kz$i and stays."
  if ((i % 4 == 0)); then "$MEM_BIN" dream </dev/null >/dev/null 2>&1 & else "$MEM_BIN" capture "$text" </dev/null >/dev/null 2>&1 & fi
  pid=$!
  python3 -c "import time,sys; time.sleep(int(sys.argv[1])/1000)" $((RANDOM % ${SPREAD:-90}))
  kill -9 $pid 2>/dev/null && killed=$((killed + 1))
  if wait $pid 2>/dev/null && ((i % 4 != 0)); then acked+=("$i"); fi
done
"$MEM_BIN" dream </dev/null >"$work/last" 2>&1 || { cat "$work/last"; fail "the dream after the kills"; }
sound "$MEM_VAULT"
for i in "${acked[@]}"; do
  grep -rqF "the word is kz$i and" "$MEM_VAULT/memory" || fail "acknowledged capture $i is not on disk"
  "$MEM_BIN" recall --json --no-count -- "kz$i" </dev/null 2>/dev/null | grep -qF "kz$i and" || fail "acknowledged capture $i is not recalled"
done
[ -z "$(find "$MEM_VAULT/memory" -name '*.md' -size 0)" ] || fail "an empty file"
"$MEM_BIN" check -q || fail "check"
echo "$rounds rounds, $killed killed: ${#acked[@]} acknowledged captures on disk and recalled; fsck, status and check clean"
