#!/usr/bin/env bash
# Shows what is said of notes of 256 KiB and one byte, 5 MB and 9 MB, and that everything else is recalled as ever beside them.
. "$(dirname "$0")/lib.sh"
must 0 init; for i in 1 2 3; do must 0 capture "Of kz$i: it stands in hall $i."; done
shard=$(dirname "$(find "$MEM_VAULT/memory" -name '*.md' | head -1)")
big() { # big WORD BYTES: a note of that size, its word at the beginning, another (WORDend) at the end
  python3 -c 'import sys; w, n = sys.argv[1], int(sys.argv[2]); a, z = f"# Of {w}\n\n", f"\nthe end says {w}end.\n"; t = " ".join(f"crane{i % 977} winch{i % 1013}" + ("\n" if i % 9 == 0 else "") for i in range(n // 10)); sys.stdout.write((a + t)[:n - len(z)] + z)' "$1" "$2"
}
big kzover 262145 >"$work/text"; [ "$(stat -c %s "$work/text")" = 262145 ] || fail "of the script itself"
rc=0; timeout 20 "$MEM_BIN" capture <"$work/text" >"$work/out" 2>"$work/err" || rc=$?; [ $rc = 64 ] || fail "a capture of 256 KiB + 1: exit $rc, not 64"; says 'too long.* 262144'
head -c 262144 "$work/text" >"$work/just"; rc=0; timeout 20 "$MEM_BIN" capture <"$work/just" >"$work/out" 2>"$work/err" || rc=$?; [ $rc = 0 ] || { cat "$work/err"; fail "a capture of 256 KiB: exit $rc"; }; says '8 KiB|one concept'
python3 - "$work/just" $(find "$shard" -size +200k) <<'P' || fail "not stored whole"
import sys
said, kept = (open(p, 'rb').read() for p in sys.argv[1:3])
sys.exit(kept.split(b'\n---\n', 1)[1].strip() != said.strip())
P
{ cat "$work/text"; echo more; } >"$shard/over.md"; big kzfive 5000000 >"$shard/five.md"; big kznine 9000000 >"$shard/nine.md"
answers kz1; began=$EPOCHREALTIME; answers kz2; echo "recall of another beside them: $(python3 -c "print(round(1000 * ($EPOCHREALTIME - $began)))") ms"
for w in kzover kzfive; do answers $w; answers ${w}end; done
try 20 recall --json --no-count kznineend; [ $rc = 0 ] || fail "recall of what the 9 MB note says: exit $rc"
grep -q '"abstained":true' "$work/out" || fail "the 9 MB note is read after all: docs say it is not"
must 0 recall kzfive; [ "$(wc -c <"$work/out")" -lt 20000 ] || fail "a recall prints $(wc -c <"$work/out") bytes"
must 0 recall --json --budget 500 kzfive; [ "$(wc -c <"$work/out")" -lt 20000 ] || fail "a recall with a budget gives $(wc -c <"$work/out") bytes"
must 3 check; grep -q 'nine.md.*note-unreadable' "$work/out" || fail "check does not name the 9 MB note"
[ "$(grep -c note-long "$work/out")" = 2 ] || { cat "$work/out"; fail "check calls a note of just 256 KiB long"; }
for f in over five; do grep -q "$f.md.*note-long" "$work/out" || fail "check does not name $f.md"; done
grep -E 'note-(long|unreadable)' "$work/out" | cut -c1-150
must 0 dream; cat "$work/out" "$work/err" >"$work/night"; grep -q 'nine' "$work/night" || { cat "$work/night"; fail "dream does not name the note that it cannot read"; }
[ "$(git -C "$MEM_VAULT" status --porcelain)" = "?? ${shard#"$MEM_VAULT/"}/nine.md" ] || { git -C "$MEM_VAULT" status --porcelain; fail "not all but the 9 MB note is committed"; }
grep nine "$work/night" | cut -c1-200; cp "$shard/nine.md" "$work/nine"
must 0 show five; must 0 set five importance=3; answers kzfiveend
try 20 show nine; [ $rc = 1 ] || fail "show of the 9 MB note: exit $rc"; says .; echo "show: $(cat "$work/err")"
try 20 set nine importance=3; [ $rc != 0 ] || fail "set of the 9 MB note"; cmp -s "$work/nine" "$shard/nine.md" || fail "the 9 MB note was changed"
for i in 1 2 3; do answers "kz$i"; done
must 0 list; must 0 recent; must 0 related five; must 3 status; grep -q '^RED .*nine.md' "$work/out" || { cat "$work/out"; fail "status does not name the 9 MB note"; }; [ "$(grep -c ^RED "$work/out")" = 1 ] || { cat "$work/out"; fail "status is red of more"; }; grep '^RED' "$work/out"
must 0 capture "Of kzlast: after all of them."; answers kzlast
rm "$shard/nine.md"; settled
echo "256 KiB + 1 is refused, 5 MB is recalled to its end, 9 MB is named by dream, check and show; the others are recalled as ever"
