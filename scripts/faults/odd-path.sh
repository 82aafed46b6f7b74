#!/usr/bin/env bash
# Shows that a vault on a path with spaces, quotes, other letters, brackets and a leading dash works whole, with git's own commands too.
. "$(dirname "$0")/lib.sh"
all_of() { # whole FOLDER: every command, and git beside it, in a vault of that name
  export MEM_VAULT=$1
  must 0 init; must 0 capture --title "Kran" "Of kzone: der Kran ist rot."; must 0 capture "Of kztwo: the winch is blue." --supersedes kran
  answers kzone; answers kztwo
  printf 'Of kzhand: по-русски, 用手写的。\n' >"$MEM_VAULT/memory/$(cd "$MEM_VAULT/memory" && ls -d ????/??)/Ключ 数据.md"; answers kzhand; must 0 show "Ключ 数据"
  must 0 set kran importance=8 -q; must 0 dream; run=$("$MEM_BIN" dream log -n 1 | awk '{print $3}')
  must 0 check -q; must 0 status; sound "$MEM_VAULT"
  must 0 show kran; grep -q superseded "$work/out" || fail "not superseded"
  must 0 dream undo "$run"; sound "$MEM_VAULT"; must 0 show kran; ! grep -q superseded "$work/out" || fail "not undone"
  git -C "$MEM_VAULT" revert --no-edit HEAD >/dev/null 2>&1 || fail "git revert of the undo"; must 0 show kran; grep -q superseded "$work/out" || fail "git revert did not bring the decision back"
  must 0 index rebuild; must 0 index status; must 0 list; must 0 recent; must 0 related kran; must 0 log kran; must 0 used kran --outcome success
  must 0 forget kran; must 0 recall --syntax -- +kzhand; sound "$MEM_VAULT"
  cd "$MEM_VAULT/memory"; (unset MEM_VAULT; try 20 recall kzhand; [ $rc = 0 ] && grep -q kzhand "$work/out") || fail "from inside, without MEM_VAULT"
  must 0 show "$(find . -name 'of-kztwo*' | head -1)"; cd "$work"
  git clone -q -- "$MEM_VAULT" "$work/clone of it"; must 0 --vault "$work/clone of it" recall kztwo; grep -q kztwo "$work/out" || fail "a clone does not answer"; rm -rf "$work/clone of it"
}
cd "$work"
while IFS= read -r name; do all_of "$work/$name"; echo "works: $name"; done <<'N'
Größe und ключ 数据/vault with 'quotes'
back\slash and "double" $HOME `tick` %s/100% & more; #1
[brackets] *stars* {a,b}?/v
-dash/--vault
memory/2026/08
.hidden/.mem/v
🙂/e‌mbedded zero-width
N
all_of "$work/$(printf 'line\nbreak')/v"; echo "works: a line break"
all_of "$work/$(printf 'cafe\314\201 \303\251')"; echo "works: letters in two Unicode forms"
all_of "$work/$(printf 'Stra\337e')"; echo "works: a name that is not UTF-8"
long=$work; for _ in 1 2 3 4 5 6; do long=$long/$(printf 'a long name of a folder %.0s' 1 2 3 4 5 6 7 8); done
all_of "$long"; echo "works: a path of ${#long} letters"
mkdir -p "./-rel ative"; (cd "./-rel ative"; must 0 init -- "./-v"; MEM_VAULT=./-v; must 0 capture "Of kzrel: by a relative path."; answers kzrel; sound ./-v); echo "works: a relative path with a leading dash"
for kind in "--object-format=sha256" "--ref-format=reftable"; do
  v="$work/Größe 'und' ключ $kind"; git init -q "$kind" "$v" 2>/dev/null || continue
  export MEM_VAULT=$v; must 0 init; must 0 capture "Of kzother: in another kind of repository."; answers kzother
  try 20 dream; answers kzother; git -C "$v" fsck --strict --no-dangling >/dev/null 2>&1 || fail "fsck of $kind"
  echo "works: $kind: $(git -C "$v" rev-list --count HEAD 2>/dev/null || echo no) commits, $(git -C "$v" status --porcelain | wc -l) not committed"
done
echo "every command, and git clone and revert beside it, on each of these paths"
