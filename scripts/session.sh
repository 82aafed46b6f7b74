#!/usr/bin/env bash
# A session of each host with mem's hooks, as docs/agents.md shows it: start, prompt, tool,
# compaction, end, a night, and the next start, which shows what was learnt. Prints every
# message and answer. Usage: scripts/session.sh [MEM]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
mem=${1:-$work/mem}
[ $# -gt 0 ] || (cd "$here/.." && go build -o "$mem" .)
unset MEM_SCOPE CLAUDECODE
for host in claude-code codex gemini cursor; do
  export MEM_VAULT=$work/$host
  echo "== $host"
  "$mem" -q init "$MEM_VAULT" >/dev/null
  "$mem" -q facts add 'Ada is in UTC+2.' >/dev/null
  "$mem" -q capture --status active 'The lathe needs oil every Monday, or it seizes.' >/dev/null
  say() { # say EVENT MESSAGE: what the host sends, and what it is answered
    printf '$ mem hook %s --harness %s\n< %s\n' "$1" "$host" "$2"
    printf '%s' "$2" | "$mem" hook "$1" --harness "$host" | tee "$work/out" | sed 's/^/> /'
    [ ! -s "$work/out" ] || python3 -c 'import json,sys; json.load(open(sys.argv[1]))' "$work/out"
  }
  learnt='Root cause: the importer hung because two pools shared one lock.'
  case $host in
    cursor) id='"conversation_id":"8a2f","workspace_roots":["/"]' ;;
    *) id='"session_id":"8a2f","cwd":"/","transcript_path":null' ;;
  esac
  say session-start "{$id,\"source\":\"startup\"}"
  say user-prompt "{$id,\"prompt\":\"Why does the lathe seize? Remember that deploys freeze on Fridays.\"}"
  say post-tool "{$id,\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"make\"},\"tool_response\":{}}"
  say pre-compact "{$id,\"trigger\":\"auto\"}"
  [ $host = claude-code ] && say post-compact "{$id,\"trigger\":\"auto\",\"compact_summary\":\"$learnt\"}"
  say stop "{$id,\"last_assistant_message\":\"Done.\",\"prompt_response\":\"$learnt\"}"
  say session-end "{$id,\"reason\":\"other\"}"
  echo '$ mem dream'; "$mem" dream | sed 's/([^)]*)//'
  say session-start "{$id,\"source\":\"startup\"}"
  grep -q 'freeze on Fridays' "$work/out" || { echo "$host: the next session does not show what was learnt"; exit 1; }
  [ -z "$(git -C "$MEM_VAULT" status --porcelain)" ] || { echo "$host: the vault is not clean"; exit 1; }
done
