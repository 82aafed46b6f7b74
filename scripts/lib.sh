# lib.sh - what the scripts of this folder share: a binary, a place to work, a way to fail.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
REAL_HOME=${REAL_HOME:-$HOME} # go keeps its caches there
export GIT_CONFIG_NOSYSTEM=1 HOME=$work/home; mkdir -p "$HOME"
git config --global user.name Ada; git config --global user.email ada@example.invalid; git config --global init.defaultBranch main
if [ -z "${MEM_BIN:-}" ]; then
  MEM_BIN=$work/mem; (cd "$here" && HOME=$REAL_HOME CGO_ENABLED=0 go build -buildvcs=false -o "$MEM_BIN" .)
fi
fail() { echo "FAILED: $*" >&2; exit 1; }
sound() { # sound VAULT: git finds nothing wrong and nothing uncommitted
  git -C "$1" fsck --strict --no-dangling >"$work/fsck" 2>&1 || { cat "$work/fsck"; fail "git fsck of $1"; }
  [ -z "$(git -C "$1" status --porcelain)" ] || { git -C "$1" status --porcelain | head; fail "git status of $1 is not clean"; }
}
