#!/usr/bin/env bash
# mem mcp against clients that nobody here wrote: the MCP inspector's command line, and the
# client of the TypeScript SDK in its old and its new generation. Needs node and npm.
# Usage: scripts/clients.sh [MEM]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
mem=${1:-$work/mem}
[ $# -gt 0 ] || (cd "$here/.." && go build -o "$mem" .)
mem=$(realpath "$mem")
cd "$work"
npm install --silent --no-audit --no-fund --no-package-lock --no-save \
  @modelcontextprotocol/inspector@0.15.0 @modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/client@2.4.0 >npm.log 2>&1 || { cat npm.log; exit 1; }
cp "$here/mcpclients/session.mjs" .
export MEM_VAULT=$work/vault
"$mem" -q init "$MEM_VAULT" >/dev/null

inspect() { npx --no-install mcp-inspector --cli "$mem" mcp -e "MEM_VAULT=$MEM_VAULT" "$@"; }
wrong() { echo "inspector: $1"; exit 1; }
inspect --method tools/list >list.json
for tool in memory_search memory_get memory_capture memory_update memory_status; do grep -q "\"$tool\"" list.json || wrong "no $tool"; done
inspect --method tools/call --tool-name memory_capture --tool-arg 'text=The trellis needs paint.' | grep -q 'kept as the-trellis-needs-paint' || wrong capture
inspect --method tools/call --tool-name memory_search --tool-arg 'query=trellis paint' | grep -q '> The trellis needs paint' || wrong search
inspect --method resources/read --uri mem://note/the-trellis-needs-paint | grep -q 'slug: the-trellis-needs-paint' || wrong resource
inspect --method prompts/get --prompt-name review | grep -q 'no brief yet' || wrong prompt
echo "inspector: right"
for generation in old new; do node session.mjs $generation "$mem" "$MEM_VAULT"; done
[ -z "$(git -C "$MEM_VAULT" status --porcelain)" ] || { echo "the vault is not clean"; exit 1; }
