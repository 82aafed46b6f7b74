"""night.py - nights of every kind that are disturbed at each step, and what they have to come to all the same.

night.py MEM FOLDER POINTS [COMMAND...]
    Makes a vault in FOLDER with something for every job to decide, and lets each COMMAND (all: night staged approve reject
    undo) end undisturbed. Then does it again from the same vault, each time with one fault at another step:
      killed     by SIGKILL at a system call that changes a file (write, rename, sync, unlink, link, mkdir, truncate)
      failing    one of these ends with EIO, once
      broken     from one of these on they all end with EIO
      unread     an open ends with EIO, once
      full       the disk has so many pages of room (this and the next where mounting is allowed)
      frozen     one of the folders of the vault is read-only
    POINTS steps of each are taken, spread over all there are; 0 takes every one.
    Then the disk is well again, and the command runs once more. Ends with 1 unless after each fault
      - no file was half written: each has the bytes from before, or those that the undisturbed run gave it;
      - the second run ends well, `mem check` and `git fsck` are clean, git has everything, no lock or temporary file is left;
      - the notes are byte for byte those of the undisturbed run, and the history has the same decisions, each once;
      - one more night changes no note; and after all this `git revert -m 1` of a night gives back every byte;
    and unless each fault happened. KEEP=FOLDER keeps the vaults of those that went wrong,
    ONLY=KIND[:STEP] does one kind, or one fault.
"""
import collections, concurrent.futures, json, os, pathlib, re, shutil, subprocess, sys, threading

CHANGING = {
    'killed': ('write,pwrite64,fsync,fdatasync,?renameat,?renameat2,unlinkat,linkat,mkdirat,ftruncate', 'signal=SIGKILL:when=%d'),
    'failing': ('pwrite64,fsync,fdatasync,?renameat,?renameat2,linkat,mkdirat,ftruncate', 'error=EIO:when=%d'),
    'broken': ('pwrite64,fsync,fdatasync,?renameat,?renameat2,linkat,mkdirat,ftruncate', 'error=EIO:when=%d+'),
    'unread': ('openat', 'error=EIO:when=%d'),
}
FROZEN = ['.mem', '.mem/index', 'desk', 'desk/briefs', 'memory', 'memory/2026/08', '.git', '.git/objects', '.git/refs/heads', '.']
NOW = {'day': '2026-08-20T02:00:00Z', 'night': '2026-08-20T03:00:00Z', 'later': '2026-08-20T03:05:00Z', 'late': '2026-08-20T03:10:00Z'}
mem, folder, points = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
wanted = sys.argv[4:] or ['night', 'staged', 'approve', 'reject', 'undo']


class Wrong(Exception):
    pass


def run(vault, *args, when='night', trace=()):
    env = os.environ | {'MEM_VAULT': str(vault), 'MEM_NOW': NOW[when], 'GOMAXPROCS': '1'}
    try:
        p = subprocess.run([*trace, mem, *args], env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        raise Wrong(f'mem {" ".join(args)} hung')
    if p.returncode == 2 or re.search(r'goroutine \d+ \[|panic:|SIGBUS|SIGSEGV|fatal error:', p.stderr):
        raise Wrong(f'mem {" ".join(args)}: exit {p.returncode}\n{p.stderr[:3000]}')
    return p


def well(vault, *args, when='night'):
    p = run(vault, *args, when=when)
    if p.returncode != 0:
        raise Wrong(f'mem {" ".join(args)}: exit {p.returncode}\n{p.stdout[-600:]}{p.stderr[-600:]}')
    return p.stdout


def git(vault, *args):
    p = subprocess.run(['git', '-C', vault, *args], capture_output=True, text=True)
    if p.returncode != 0:
        raise Wrong(f'git {" ".join(args)}: {p.stdout[-600:]}{p.stderr[-600:]}')
    return p.stdout.strip('\n ')


def files(vault):
    return {str(f.relative_to(vault)): f.read_bytes() for d in ('memory', 'desk') for f in (vault / d).rglob('*') if f.is_file() and not f.name.startswith('.')}


def notes(vault):
    return {p: b for p, b in files(vault).items() if p.startswith('memory/')}


def decisions(vault):
    """How often the history has each decision: its op, its notes and its reason."""
    out = collections.Counter()
    for commit in git(vault, 'log', '--no-merges', '--format=%x1e%(trailers:key=Mem-Op,valueonly)%x1f%(trailers:key=Mem-Note,valueonly)%x1f%(trailers:key=Mem-Reason,valueonly)').split('\x1e')[1:]:
        op, *rest = (x.strip() for x in commit.split('\x1f'))
        if op not in ('', 'capture', 'brief', 'import'):
            out[(op, *rest)] += 1
    return out


def make(vault):
    """A vault with something for every job of a night."""
    well(vault, 'init', when='day')
    lines = []
    def note(slug, text, day=1, status='unfiled', type='reference', **more):
        lines.append(json.dumps(dict(slug=slug, text=text, status=status, type=type, captured=f'2026-08-{day:02}T10:00:00Z', **more)))
    for i in range(8):
        note(f'fact-{i}', f'The locker {i} of hall {i + 3} holds the spare part {i * 7919 + 11}.', 1 + i, tags=['person/ada-lindqvist'] if i % 2 else [])
    for i in range(2):
        note(f'copy-{i}', f'The locker {i} of hall {i + 3}  holds the spare part\n{i * 7919 + 11}.', 15)
        note(f'scrap-{i}', '---')
        note(f'bay-{i}', f'Bay {i} is grey.', 2, 'active')
        note(f'bay-{i}-now', f'Bay {i} is now white.', 16)
    for i in range(3):
        note(f'jam-{i}', f'The night watch spool jams after the generator restart: flush its ledger, reseat the coupling. Seen in week {i}.', 3 + 4 * i, 'active', 'fix', session=f's{i}')
    (folder / 'notes.jsonl').write_text('\n'.join(lines) + '\n')
    well(vault, 'import', 'jsonl', str(folder / 'notes.jsonl'), when='day')
    well(vault, 'capture', '--type', 'reference', '-s', 'active', '--valid-until', '2026-08-10', 'The crane is rented.', when='day')
    for s in ('one', 'two'):
        well(vault, 'used', 'fact-1', 'fact-2', '--outcome', 'success', '--session', s, when='day')
    well(vault, 'recall', 'locker hall spare part', when='day')


def staged(vault):
    with open(vault / 'mem.yaml', 'a') as f:
        f.write('dream: {approval: staged}\n')
    git(vault, 'add', 'mem.yaml'), git(vault, 'commit', '-qm', 'staged')


class Case:
    """A command, the vault that it begins from, and what it comes to undisturbed."""

    def __init__(self, name):
        self.name, self.began, self.vault = name, folder / 'made' / name, None
        shutil.copytree(folder / 'made' / 'first', self.began)
        self.run, self.args = '', ['dream']
        if name == 'undo':
            self.run = json.loads(well(self.began, 'dream', '--json'))['run']
            self.args = ['dream', 'undo', self.run]
        elif name != 'night':
            staged(self.began)
            if name != 'staged':
                self.run = json.loads(well(self.began, 'dream', '--json'))['run']
                self.args = ['review', name, self.run]
        self.before = files(self.began)
        done = folder / 'made' / (name + '-done')
        shutil.copytree(self.began, done)
        said = well(done, *self.args)
        if not said:
            raise Wrong(f'of the script: {name} says nothing')
        self.after, self.decided = files(done), decisions(done)
        self.waits = self.branch(done)
        ops = {k[0] for k in self.decided} | {k[0] for k in self.waits}
        missing = {'file', 'supersede', 'expire', 'promote', 'use', 'rollup', 'insight'} - ops
        if missing and name != 'reject' or name == 'undo' and 'undo' not in ops:
            raise Wrong(f'of the script: {name} decides {sorted(ops)}, not {sorted(missing)}')
        self.next = self.nights(done)
        self.settled = self.approved(done) if name == 'staged' else {}

    def branch(self, vault):
        """The decisions that wait on the branches of staged nights."""
        out = collections.Counter()
        for branch in git(vault, 'for-each-ref', '--format=%(refname)', 'refs/heads/mem/dream').split():
            for commit in git(vault, 'log', '--no-merges', '--format=%x1e%(trailers:key=Mem-Op,valueonly)%x1f%(trailers:key=Mem-Note,valueonly)%x1f%(trailers:key=Mem-Reason,valueonly)', f'HEAD..{branch}').split('\x1e')[1:]:
                op, *rest = (x.strip() for x in commit.split('\x1f'))
                if op != 'brief':
                    out[(op, *rest)] += 1
        return out

    def nights(self, vault):
        """What the next night decides, and the notes that it leaves; one more decides nothing."""
        out, before = [], notes(vault)
        for when in ('later', 'late'):
            d = json.loads(well(vault, 'dream', '--json', when=when))
            if when == 'late' or self.name in ('night', 'approve'): # what was undone or rejected may be filed
                if d['applied'] or notes(vault) != before:
                    raise Wrong(f'the next night decides {[x["subject"] for x in d["applied"]]}')
            before = notes(vault)
            out += sorted(x['subject'] for x in d['applied'])
        return out, before

    def half(self, vault, kind):
        for temp in (vault / 'memory').rglob('.tmp-*'): # swept once it is an hour old
            os.utime(temp, (0, 0))
            (vault / '.mem/swept').unlink(missing_ok=True)
        for path, data in files(vault).items():
            if '/mem-probe-' in path: # another process may be at it: a night takes it away after an hour
                os.utime(vault / path, (0, 0))
            elif path.startswith('memory/') and data not in (self.before.get(path), self.after.get(path)) and not self.between(path, data, kind):
                raise Wrong(f'{path} is half written: {data[:300]!r}')
            if path.endswith('.md') and not data.endswith(b'\n') and path.startswith('desk/') or path.endswith('.svg') and not data.rstrip().endswith(b'</svg>'):
                raise Wrong(f'{path} is half written: {data[-300:]!r}')

    def between(self, path, data, kind):
        """Whether a note is as one of several decisions about it leaves it: its text, and keys from before or after. Where
        the probe failed a note is filed that is retired only once it does not."""
        (head, body), (b, was), (a, _) = (x.split(b'\n---\n', 1) for x in (data, self.before.get(path, b'\n---\n'), self.after.get(path, b'\n---\n')))
        return body == was and set(head.split(b'\n')) <= set(b.split(b'\n')) | set(a.split(b'\n')) | ({b'status: active'} if kind != 'killed' else set())

    def healed(self, vault, kind):
        self.half(vault, kind)
        p = run(vault, *self.args)
        if p.returncode != 0 and not (self.run and re.search('waits to be approved|nothing to take back|no decision', p.stderr)):
            raise Wrong(f'once more: mem {" ".join(self.args)}: exit {p.returncode}\n{p.stdout[-600:]}{p.stderr[-600:]}')
        if re.search('cannot|failed|needs a look', p.stderr):
            raise Wrong(f'once more: {p.stderr[-600:]}')
        now = files(vault)
        for path in sorted(p for p in set(now) | set(self.after) if p.startswith('memory/') and now.get(p) != self.after.get(p)):
            raise Wrong(f'{path} is not as the undisturbed run left it:\n{now.get(path, b"(none)").decode()[:700]}\nbut was\n{self.after.get(path, b"(none)").decode()[:700]}')
        git(vault, 'fsck', '--strict', '--no-dangling')
        git(vault, 'gc', '-q', '--prune=now') # takes away what git writes under tmp_, and mem as well
        if status := git(vault, 'status', '--porcelain'):
            raise Wrong(f'git status: {status}')
        if self.name == 'staged' and kind != 'killed' and self.branch(vault) != self.waits:
            # it waits without a note that could not be read, or a job that was held back since the probe failed
            if (now := self.approved(vault)) != self.settled:
                raise Wrong(f'approved, it leaves other notes: {[p for p in now | self.settled if now.get(p) != self.settled.get(p)]}')
            return
        have, waits = decisions(vault), self.branch(vault)
        for what, got, want in (('history', have, self.decided), ('branch', waits, self.waits)):
            if kind != 'killed': # an undo that could not read all takes the rest back in a second; a note that could not be read, or a probe that failed, has a job leave its notes to the next
                got, want = (collections.Counter({k: n for k, n in c.items() if k[0] != 'undo' and (k in want or k[0] != 'file')}) for c in (got, want))
            if got != want:
                raise Wrong(f'the {what} has too many: {list((got - want).items())}, and lacks {list((want - got).items())}')
        well(vault, 'check', '-q')
        if (then := self.nights(vault)) != self.next:
            raise Wrong(f'the nights after decide {then[0]}, not {self.next[0]}')
        if self.name in ('night', 'approve'): # of the others notes wait for long
            well(vault, 'status', when='later')
        left = [str(f) for d in ('.git', 'memory', 'desk') for f in (vault / d).rglob('*') if f.name.endswith('.lock') or 'tmp' in f.name or f.name.startswith('.mem-')]
        if left:
            raise Wrong(f'left behind: {left}')
        if self.name == 'night' and 'brief-2026-08-20.md' not in ' '.join(now):
            raise Wrong('there is no brief')

    def approved(self, vault):
        """The notes once all is approved that a staged night, and those after it, would do."""
        for _ in range(4):
            for night in json.loads(well(vault, 'review', '--list', '--json')):
                well(vault, 'review', 'approve', night['run'])
            well(vault, 'dream')
        return notes(vault)

    def back(self, vault):
        """Every night and every capture that made it up is taken back by plain git; the notes are as they were before."""
        for merge in git(vault, 'log', '--first-parent', '--merges', '--format=%H').split():
            git(vault, 'revert', '-m', '1', '--no-edit', merge)
        if not git(vault, 'log', '--first-parent', '--no-merges', '--author=mem dream', '--format=%s', '--invert-grep', '--grep=^brief: '):
            if notes(vault) != {p: b for p, b in self.before.items() if p.startswith('memory/')}:
                raise Wrong('git revert -m 1 gives back other bytes')
            return 1
        return 0


local = threading.local()


def place():
    if not hasattr(local, 'n'):
        with lock:
            place.n += 1
            local.n = place.n
    return folder / f'try-{local.n}'


place.n, lock = 0, threading.Lock()


def traced(kind, n, out):
    calls, what = CHANGING[kind]
    return ['strace', '-f', '-qq', '-o', str(out), '-e', f'trace={calls}', *(['-e', f'inject={calls}:{what % n}'] if n else [])]


def disturbed(case, kind, n):
    """One fault. Returns whether it happened, and whether the night was one to take back with plain git."""
    vault = place() / 'v'
    shutil.rmtree(vault.parent, ignore_errors=True)
    vault.parent.mkdir()
    try:
        if kind == 'full':
            subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', vault.parent], check=True)
            shutil.copytree(case.began, vault)
            st = os.statvfs(vault)
            subprocess.run(['mount', '-o', f'remount,size={(st.f_blocks - st.f_bfree + n) * st.f_bsize}', vault.parent], check=True)
            p = run(vault, *case.args)
            subprocess.run(['mount', '-o', 'remount,size=64m', vault.parent], check=True)
            happened = 'no space' in p.stdout + p.stderr
        elif kind == 'frozen':
            shutil.copytree(case.began, vault)
            frozen = vault / FROZEN[n - 1]
            frozen.mkdir(parents=True, exist_ok=True)
            subprocess.run(['mount', '--bind', frozen, frozen], check=True)
            try:
                subprocess.run(['mount', '-o', 'remount,ro,bind', frozen], check=True)
                p = run(vault, *case.args)
            finally:
                subprocess.run(['umount', frozen], check=True)
            happened = 'read-only' in p.stdout + p.stderr or p.returncode == 0 # what the command does not write
        else:
            shutil.copytree(case.began, vault)
            trace = vault.parent / 'trace'
            p = run(vault, *case.args, trace=traced(kind, n, trace))
            happened = p.returncode in (-9, 137) if kind == 'killed' else '(INJECTED)' in trace.read_text()
        if not happened:
            return False, 0
        if kind != 'killed' and p.returncode not in (0, 1, 3):
            raise Wrong(f'exit {p.returncode}: {p.stderr[-600:]}')
        if p.returncode == 1 and not p.stderr:
            raise Wrong('exit 1, and not a word')
        case.healed(vault, kind)
        return happened, case.back(vault) if case.name == 'night' else 0
    except Wrong as e:
        if keep := os.environ.get('KEEP'):
            shutil.copytree(vault, pathlib.Path(keep) / f'{case.name}-{kind}-{n}', dirs_exist_ok=True)
        raise Wrong(f'{case.name}, {kind} at {n}: {e}') from None
    finally:
        if kind == 'full':
            subprocess.run(['umount', vault.parent], check=False)


def surely(case, kind, n):
    """A fault at a step, or at one before where the process had fewer: a thread does more or less of its work."""
    came, back = disturbed(case, kind, n)
    return (came, back) if came or n < 2 else surely(case, kind, n * 3 // 4)


def steps(case, kind):
    if kind == 'frozen':
        return len(FROZEN)
    return counted(case, kind)


def counted(case, kind):
    """How many steps there are at which this fault may come: calls of the busiest thread, or pages written."""
    vault = place() / 'v'
    shutil.rmtree(vault.parent, ignore_errors=True)
    shutil.copytree(case.began, vault)
    if kind == 'full':
        used = lambda: sum(f.stat().st_blocks for f in vault.rglob('*')) // 8
        before = used()
        run(vault, *case.args)
        return used() - before + 40  # what was there for a while only
    out = vault.parent / 'trace'
    run(vault, *case.args, trace=traced(kind, 0, out))
    return max(collections.Counter(line.split(' ', 1)[0] for line in open(out) if ' resumed>' not in line).values())


def main():
    (folder / 'made').mkdir(parents=True)
    make(folder / 'made' / 'first')
    kinds = list(CHANGING)
    trial = folder / 'mount'
    trial.mkdir()
    if subprocess.run(['mount', '-t', 'tmpfs', 'tmpfs', trial], capture_output=True).returncode == 0:
        subprocess.run(['umount', trial], check=True)
        kinds += ['full', 'frozen']
    wrong, total = [], 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name in wanted:
            case, told = Case(name), []
            for kind in kinds:
                most = steps(case, kind)
                only = os.environ.get('ONLY', kind).split(':')
                if only[0] != kind:
                    continue
                at = [int(only[1])] if len(only) > 1 else range(1, most + 1) if points == 0 or most <= points or kind == 'frozen' else sorted({1 + i * (most - 1) // (points - 1) for i in range(points)})
                came = back = 0
                for f in [pool.submit(surely, case, kind, n) for n in at]:
                    try:
                        happened, taken = f.result()
                        came, back = came + happened, back + taken
                    except Wrong as e:
                        wrong.append(str(e))
                        print('wrong:', e, file=sys.stderr, flush=True)
                total += came
                told.append(f'{came} {kind}' + (f' ({back} taken back)' if back else ''))
                if came < len(at) and not wrong:
                    wrong.append(f'of the script: {name}: of {len(at)} times {kind} only {came} came')
            print(f'{name}, {sum(case.decided.values()) + sum(case.waits.values())} decisions: {", ".join(told)}', flush=True)
    for w in wrong:
        print('wrong:', w[:400], file=sys.stderr)
    print(f'{total} faults, {len(wrong)} wrong')
    sys.exit(1 if wrong else 0)


main()
