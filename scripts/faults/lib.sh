# lib.sh - what the faults share: a guard against hanging, a way to ask, and the count of what must still be there.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
faults=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mounted=()
trap 'for m in "${mounted[@]}"; do umount "$m" 2>/dev/null || umount -l "$m" 2>/dev/null || true; done; chattr -R -i "$work" 2>/dev/null || true; rm -rf "$work"' EXIT
export MEM_VAULT=$work/v

try() { # try SECONDS ARGS...: mem with these arguments; rc, $work/out and $work/err tell what came of it; a hang fails
  local bound=$1; shift; rc=0
  timeout -k 1 "$bound" "$MEM_BIN" "$@" >"$work/out" 2>"$work/err" </dev/null || rc=$?
  [ $rc != 124 ] && [ $rc != 137 ] || fail "mem $* hung for $bound s"
  [ $rc != 2 ] || fail "mem $*: exit 2"
  ! grep -qE 'goroutine [0-9]+ \[|panic:|SIGBUS|SIGSEGV' "$work/err" || { cat "$work/err"; fail "mem $*: a panic"; }
}
must() { # must CODE ARGS...: mem ends with this code within 20 s
  local code=$1; shift; try 20 "$@"
  [ "$rc" = "$code" ] || { head -5 "$work/err"; fail "mem $*: exit $rc, not $code"; }
}
says() { # says PATTERN: the last command's standard error has it
  grep -qiE -- "$1" "$work/err" || { echo "standard error was:"; cat "$work/err"; fail "nothing said of $1"; }
}
silent() { [ ! -s "$work/err" ] || { cat "$work/err"; fail "${1:-the last command} was not silent"; }; }
answers() { # answers WORD: recall finds the text that has this word, in a process of its own
  must 0 recall --json --no-count --scope all -- "$1"
  grep -q "\"text\":\"[^\"]*$1" "$work/out" || { cat "$work/out" "$work/err"; fail "$1 is not recalled"; }
}
kept() { # kept FILE: each acknowledged word (one a line) is in a file of the vault and recalled
  python3 "$faults/hands.py" kept "$MEM_BIN" "$1" || fail "something acknowledged is lost"
}
whole() { # whole: the history has one beginning, and no commit that HEAD ever was fell out of it
  local roots lost; roots=$(git -C "$MEM_VAULT" rev-list --max-parents=0 HEAD | wc -l)
  [ "$roots" = 1 ] && [ "$(grep -c '^0\{40\} ' "$MEM_VAULT/.git/logs/HEAD")" = 1 ] || fail "the history was begun anew"
  lost=$(comm -23 <(cut -d' ' -f2 "$MEM_VAULT/.git/logs/HEAD" | sort -u) <(git -C "$MEM_VAULT" rev-list HEAD | sort))
  [ -z "$lost" ] || fail "commits that fell out of the history: $(head -3 <<<"$lost" | tr '\n' ' ')"
}
settled() { # settled: one dream, then git, check and status find nothing wrong, and no lock is left
  must 0 dream; whole; sound "$MEM_VAULT"
  must 0 check -q
  [ -z "$(find "$MEM_VAULT/.git" -name '*.lock')" ] || fail "a lock left behind: $(find "$MEM_VAULT/.git" -name '*.lock')"
  [ -z "$(find "$MEM_VAULT/memory" -name '*.md' -size 0)" ] || fail "an empty file"
  must 0 status
}
owed() { # owed WHAT: what should hold and does not yet; it is said, and fails only with STRICT=1
  [ -z "${STRICT:-}" ] || fail "$*"
  echo "OWED: $*"
}
root() { [ "$(id -u)" = 0 ] || { echo "skipped: $* needs root"; exit 0; }; }
room() { # room OPTIONS FOLDER: a tmpfs there, unmounted at the end; skips where mounting is not allowed
  mkdir -p "$2"; mount -t tmpfs -o "$1" tmpfs "$2" 2>/dev/null || { echo "skipped: mount is not allowed here"; exit 0; }
  mounted+=("$2")
}
frozen() { # frozen FOLDER: read-only in place, thawed at the end
  mount --bind "$1" "$1" 2>/dev/null && mounted=("$1" "${mounted[@]}") && mount -o remount,ro,bind "$1" || { echo "skipped: mount is not allowed here"; exit 0; }
}
thaw() { umount "$1"; }
