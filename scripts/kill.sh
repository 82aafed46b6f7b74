#!/usr/bin/env bash
# Shows that captures and dreams killed at random moments lose nothing that was acknowledged, and that the next run leaves git clean.
# usage: scripts/kill.sh [ROUNDS]   (SEED=n repeats a run's moments; STAGED=1: nights wait to be approved)
. "$(dirname "$0")/lib.sh"
export MEM_VAULT=$work/v; "$MEM_BIN" init >/dev/null
if [ -n "${STAGED:-}" ]; then
  echo 'dream: {approval: staged}' >"$MEM_VAULT/mem.yaml"; git -C "$MEM_VAULT" add mem.yaml; git -C "$MEM_VAULT" commit -qm staged
fi
python3 - "$MEM_BIN" "${1:-100}" "${SEED:-$$}" >"$work/acked" <<'P'
import datetime, os, random, subprocess, sys
mem, rounds, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
rng, killed, n, last = random.Random(seed), {'capture': 0, 'dream': 0}, 0, None
calm = -1
quiet = dict(stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
lasts = {'capture': 0.02, 'dream': 0.05} # how long each takes here, learnt: half of them are to end
def something(i): # for the next night: to file, to merge, to expire, to promote, to tell of, to learn from
    global n, last, calm
    n, calm = n + 1, calm + 1
    kind = calm % 6
    text, more = f'Calm {n}: the word is kz{n} and stays.', ['--type', 'reference']
    if kind == 1 and last:
        subprocess.run([mem, 'capture', '--type', 'reference', '--', last.replace(' ', '  ', 1)], check=True, **quiet)
    elif kind == 2:
        subprocess.run([mem, 'capture', '--slug', f'scrap-{n}', '--', '---'], check=True, **quiet)
    elif kind == 3:
        more += ['--tags', 'person/ada-lindqvist']
    elif kind == 4:
        text, more = f'The night watch spool jams after the generator restart: flush its ledger and reseat the coupling: the word is kz{n} and stays.', ['--type', 'fix', '--session', f's{n}']
    subprocess.run([mem, 'capture', '--slug', f'calm-{n}', *more, '--', text], check=True, **quiet)
    if kind == 5:
        for s in ('one', 'two'):
            subprocess.run([mem, 'used', f'calm-{n}', '--outcome', 'success', '--session', s], check=True, **quiet)
    last = text if kind == 0 else last
    print(n)
for i in range(rounds):
    os.environ['MEM_NOW'] = (datetime.datetime(2026, 8, 1) + datetime.timedelta(hours=6 * i)).strftime('%Y-%m-%dT%H:%M:%SZ')
    what = 'dream' if i % 4 == 3 else 'capture'
    n += 1
    args = [mem, 'dream'] if what == 'dream' else [mem, 'capture', f'Round {n}: the word is kz{n} and stays.']
    p = subprocess.Popen(args, **quiet)
    try:
        code = p.wait(timeout=rng.uniform(0, 1.25) * lasts[what])
    except subprocess.TimeoutExpired:
        p.kill()
        code = p.wait()
    if code == -9:
        killed[what] += 1
        lasts[what] *= 1.2
    elif code == 0:
        lasts[what] /= 1.2
        if what == 'capture':
            print(n)
    else:
        sys.exit(f'round {i}: {what} ended with {code}')
    if what == 'capture' and rng.random() < 0.5: # something for the next night to decide
        something(i)
print(f'seed {seed}: {killed} killed', file=sys.stderr)
P
export MEM_NOW; MEM_NOW=$(date -u -d "2026-08-01 + $((6 * ${1:-100} + 25)) hours" +%Y-%m-%dT%H:%M:%SZ)
for more in 0 1; do # what the last night filed, the next one may learn from
  MEM_NOW=$(date -u -d "2026-08-01 + $((6 * ${1:-100} + 24 * more)) hours" +%Y-%m-%dT%H:%M:%SZ) "$MEM_BIN" dream </dev/null >"$work/last" 2>&1 || { cat "$work/last"; fail "a dream after the kills"; }
done
sound "$MEM_VAULT"
for branch in $(git -C "$MEM_VAULT" for-each-ref --format='%(refname:short)' refs/heads/mem/dream); do
  git -C "$MEM_VAULT" diff --quiet HEAD || fail "a staged night changed a file"
  timeout --foreground -s KILL 0.0"$((RANDOM % 9 + 1))" "$MEM_BIN" review approve "$branch" </dev/null >/dev/null 2>&1 || true # killed as well, or not
  "$MEM_BIN" review approve "$branch" </dev/null >"$work/last" 2>&1 || grep -q 'waits to be approved' "$work/last" || { cat "$work/last"; fail "approve $branch"; }
  sound "$MEM_VAULT"
done
while read -r i; do
  grep -rqF "the word is kz$i and" "$MEM_VAULT/memory" || fail "acknowledged capture $i is not on disk"
  "$MEM_BIN" recall --json --no-count -- "kz$i" </dev/null 2>/dev/null | grep -qF "kz$i and" || fail "acknowledged capture $i is not recalled"
done <"$work/acked"
[ -z "$(find "$MEM_VAULT/memory" -name '*.md' -size 0)" ] || fail "an empty file"
[ -z "$(find "$MEM_VAULT/.git" -name '*.lock')" ] || fail "a lock left behind"
"$MEM_BIN" check -q || fail "check"
told=$(git -C "$MEM_VAULT" log --author='mem dream' --no-merges --format='%(trailers:key=Mem-Op,valueonly,separator=)' | sort | uniq -c | awk '{printf "%s%s %s", s, $1, $2; s = ", "}')
if [ "${1:-100}" -ge 100 ]; then
  for op in file supersede expire promote rollup insight; do [[ $told == *" $op"* ]] || fail "no night decided to $op: $told"; done
fi
echo "decided in all: $told"
echo "${1:-100} rounds: $(wc -l <"$work/acked") acknowledged captures on disk and recalled; fsck, status and check clean"
