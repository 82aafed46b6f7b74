#!/usr/bin/env bash
# What an agent pays for mem, as docs/performance.md has it: the bytes of the answer to
# tools/list, the bytes of mem context at 10 and at 100,000 notes, and how long each hook
# takes, in starts of `mem version` measured in the same run (medians). Needs python3.
# Usage: scripts/agents.sh [MEM [NOTES [RUNS]]]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
mem=${1:-$work/mem} notes=${2:-100000} runs=${3:-21}
[ $# -gt 0 ] || (cd "$here/.." && CGO_ENABLED=0 go build -trimpath -o "$mem" .)
mem=$(realpath "$mem")
unset MEM_SCOPE CLAUDECODE CLAUDE_PROJECT_DIR
cd "$work"
MEM="$mem" NOTES="$notes" RUNS="$runs" python3 - <<'PY'
import json, os, random, statistics, subprocess, time
mem, many, runs = os.environ["MEM"], int(os.environ["NOTES"]), int(os.environ["RUNS"])
rng = random.Random(1)
stems = ["".join(rng.choice("bdfgklmnprstv") + rng.choice("aeiou") for _ in range(rng.randint(2, 4))) for _ in range(20000)]
def run(*args, stdin=b"", **env):
    return subprocess.run([mem, *args], input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **env})
def vault(n):
    path = os.path.abspath(f"v{n}")
    run("-q", "init", path)
    with open("notes.jsonl", "w") as f:
        for i in range(n):
            words = " ".join(stems[min(int(rng.paretovariate(0.6)), len(stems) - 1)] for _ in range(40))
            f.write(json.dumps({"slug": f"note-{i}", "text": f"The {words}.", "captured": f"2026-{1 + i * 11 // n:02d}-{1 + i % 28:02d}T10:00:00Z"}) + "\n")
    done = run("-q", "import", "jsonl", "notes.jsonl", MEM_VAULT=path)
    assert done.returncode == 0, done.stderr
    for fact in ("Ada is in UTC+2.", "The build needs Go 1.26."):
        run("facts", "add", fact, MEM_VAULT=path)
    run("recall", "warm", MEM_VAULT=path)
    return path
def median(f):
    times = []
    for _ in range(runs):
        begun = time.perf_counter(); f(); times.append(time.perf_counter() - begun)
    return statistics.median(times)
small, large = vault(10), vault(many)
calls = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n'
answers = run("mcp", stdin=calls, MEM_VAULT=small).stdout.splitlines()
print("tools/list:", next(len(a) for a in answers if b'"id":2' in a), "bytes")
for name, path in (("10", small), (str(many), large)):
    print(f"mem context at {name} notes:", len(run("context", MEM_VAULT=path).stdout), "bytes")
message = {"session_id": "8a2f", "cwd": "/", "transcript_path": None}
events = [("session-start", {"source": "startup"}), ("user-prompt", {"prompt": f"what about the {stems[3]} {stems[700]} and the {stems[4000]}?"}), ("user-prompt", {"prompt": "ok, go ahead"}),
          ("stop", {"last_assistant_message": "Root cause: the importer hung because two pools shared one lock."}), ("session-end", {"reason": "other"})]
for name, path in (("10", small), (str(many), large)):
    for event, more in events:
        start = median(lambda: run("version"))
        took = median(lambda: run("hook", event, "--harness", "claude-code", stdin=json.dumps({**message, **more}).encode(), MEM_VAULT=path))
        print(f"hook {event}{' (trivial)' if more.get('prompt', '').startswith('ok') else ''} at {name} notes: {took / start:.2f} x mem version ({took * 1000:.0f} ms here)")
PY
