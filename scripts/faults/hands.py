"""hands.py - many hands on one vault at once, and the list of what mem acknowledged to them.

hands.py work MEM SECONDS HANDS ACKED KILL KIND=WEIGHT[+CODE]...
    runs commands of these kinds for so long, a share KILL (0 to 1) of them to be killed at a random moment, and writes to
    ACKED one JSON line for each promise: {"word", "slug"} for a capture, {"slug", "key"} for a set, {"slug", "forgot"}.
    A kind ends with 0, a dream or an undo that another is in the way of with 6; +CODE: it may end with that too.
    Ends with 1 when a command that was left alone ends as it must not, or when a recall misses what was acknowledged.
hands.py kept MEM ACKED
    Ends with 1 unless every promise is kept: on disk, and recalled by a fresh process.
"""
import concurrent.futures, json, os, pathlib, random, subprocess, sys, threading, time

QUIET = dict(stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
FINE = {'dream': {0, 6}, 'undo': {0, 6}}


class Hands:
    def __init__(self, mem, seconds, acked, kill, weights, seed):
        self.mem, self.kill, self.seed = mem, kill, seed
        self.weights, self.fine = {k: float(w[0]) for k, w in weights.items()}, {k: FINE.get(k, {0}) | {int(c) for c in w[1:]} for k, w in weights.items()}
        self.end, self.lock = time.monotonic() + seconds, threading.Lock()
        self.out, self.n, self.notes, self.wrong = open(acked, 'a'), 0, [], []
        self.lasts = {k: 0.05 for k in weights}  # seconds a command of this kind takes here, learnt
        self.ran, self.killed, self.odd = (dict.fromkeys(weights, 0) for _ in range(3))
        self.slowest, self.said = {}, {}

    def number(self):
        with self.lock:
            self.n += 1
            return self.n

    def promise(self, **what):
        with self.lock:
            self.out.write(json.dumps(what) + '\n')
            self.out.flush()
            if 'word' in what:
                self.notes.append(what)

    def run(self, rng, kind, *args, lines=None):
        """One command. None: it was killed, or has been told of as wrong. Else its standard output; if it was given lines,
        what it had answered when it was killed is that too."""
        began, dies = time.monotonic(), rng.random() < self.kill
        p = subprocess.Popen([self.mem, *args], **QUIET | ({'stdin': subprocess.PIPE} if lines else {}))
        try:
            out, err = p.communicate(lines and lines.encode(), timeout=rng.uniform(0, 1.25) * self.lasts[kind] if dies else 60)
        except subprocess.TimeoutExpired:
            p.kill()
            out, err = p.communicate()
            if not dies:
                self.wrong.append(f'{kind} hung: {args}')
        took = time.monotonic() - began
        with self.lock:
            self.ran[kind] += 1
            if p.returncode == -9:
                self.killed[kind] += 1
                self.lasts[kind] *= 1.1
                return out.decode() if lines else None
            self.lasts[kind] += (took - self.lasts[kind]) / 8
            self.slowest[kind] = max(took, self.slowest.get(kind, 0))
            if p.returncode != 0:
                self.odd[kind] += 1
                self.said[f'{kind} ended with {p.returncode}'] = (err or out).decode().split('\n')[0][:160]
                if not err + out:
                    self.wrong.append(f'{" ".join(args)}: exit {p.returncode} and not a word')
            if p.returncode not in self.fine[kind]:
                self.wrong.append(f'{" ".join(args)}: exit {p.returncode}\n{out.decode()[-600:]}{err.decode()[-600:]}')
                return None
        return out.decode() if p.returncode == 0 else None

    def one(self, rng, kind):
        with self.lock:
            note = rng.choice(self.notes) if self.notes else None
        if kind == 'capture' or note is None:
            word = f'kz{self.number()}q'
            out = self.run(rng, 'capture', 'capture', '--json', f'Of {word}: a hand wrote it while others wrote.')
            if out:
                self.promise(word=word, slug=json.loads(out)['slug'])
        elif kind == 'recall':
            out = self.run(rng, kind, 'recall', '--json', '--status', 'all', '--', note['word'])
            if out and not any(note['word'] in r['text'] for r in json.loads(out)['results']):
                self.wrong.append(f'recall of {note["word"]}: not found\n{out}')
        elif kind == 'batch':
            words = [f'kz{self.number()}q' for _ in range(5)]
            lines = ''.join(json.dumps({'text': f'Of {w}: a line among others.'}) + '\n' for w in words)
            for word, reply in zip(words, (self.run(rng, kind, 'capture', '--batch', lines=lines) or '').splitlines(keepends=True)):
                if reply.endswith('\n'):
                    self.promise(word=word, slug=json.loads(reply)['slug'])
        elif kind == 'used':
            self.run(rng, kind, 'used', note['slug'], '--outcome', 'success')
        elif kind == 'set':
            key = f'hand{self.number()}'
            if self.run(rng, kind, 'set', note['slug'], f'{key}=kept') is not None:
                self.promise(slug=note['slug'], key=key)
        elif kind == 'forget':
            if self.run(rng, kind, 'forget', '--yes', note['slug']) is not None:
                self.promise(slug=note['slug'], forgot=True)
        elif kind == 'undo':
            nights = subprocess.run([self.mem, 'dream', 'log', '--json', '-n', '1'], check=False, **QUIET).stdout
            for night in json.loads(nights or '[]')[:1]:
                self.run(rng, kind, 'dream', 'undo', night['commit'])
        else:
            self.run(rng, kind, *{'dream': ['dream'], 'init': ['init', os.environ['MEM_VAULT']], 'status': ['status'], 'rebuild': ['index', 'rebuild'], 'check': ['check', '--fix']}[kind])

    def hand(self, i):
        rng = random.Random(f'{self.seed}/{i}')
        while time.monotonic() < self.end and not self.wrong:
            self.one(rng, rng.choices(list(self.weights), self.weights.values())[0])


def work(mem, seconds, hands, acked, kill, *weights):
    weights = {k: w.split('+') for k, w in (x.split('=') for x in weights)}
    seed = os.environ.get('SEED', str(os.getpid()))
    h = Hands(mem, float(seconds), acked, float(kill), weights, seed)
    threads = [threading.Thread(target=h.hand, args=(i,)) for i in range(int(hands))]
    [t.start() for t in threads]
    [t.join() for t in threads]
    tell = ', '.join(f'{h.ran[k]} {k}' + (f' ({h.killed[k]} killed)' if h.killed[k] else '') + (f' ({h.odd[k]} not 0)' if h.odd[k] else '') for k in weights)
    print(f'seed {seed}: {tell}; slowest ' + ', '.join(f'{k} {s:.1f} s' for k, s in sorted(h.slowest.items())))
    for kind, words in sorted(h.said.items()):
        print(f'  {kind}, for example: {words}')
    for w in h.wrong:
        print('wrong:', w, file=sys.stderr)
    sys.exit(1 if h.wrong else 0)


def kept(mem, acked):
    vault = pathlib.Path(os.environ['MEM_VAULT'])
    promises = [json.loads(l) for l in open(acked)]
    files = {p.stem: p.read_text() for p in (vault / 'memory').rglob('*.md')}
    lost = []
    for p in promises:
        head = files.get(p['slug'], '').split('\n---\n')[0].split('\n')
        if 'word' in p and p['word'] + ':' not in files.get(p['slug'], ''):
            lost.append(f'{p["word"]} is not in {p["slug"]}.md')
        if 'key' in p and f'{p["key"]}: kept' not in head:
            lost.append(f'{p["slug"]}.md has no {p["key"]}, which a set acknowledged')
        if 'forgot' in p and 'status: expired' not in head:
            lost.append(f'{p["slug"]}.md is not expired, though forgotten')

    def ask(p):
        r = subprocess.run([mem, 'recall', '--json', '--no-count', '--status', 'all', '--', p['word']], check=False, **QUIET)
        found = r.returncode == 0 and any(p['word'] in x['text'] for x in json.loads(r.stdout)['results'])
        return None if found else f'{p["word"]} ({p["slug"]}) is not recalled: exit {r.returncode} {r.stderr.decode()[-200:]}'
    words = [p for p in promises if 'word' in p]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        lost += [x for x in pool.map(ask, words) if x]
    for x in lost[:20]:
        print('lost:', x, file=sys.stderr)
    print(f'{len(words)} acknowledged captures on disk and recalled, {len(promises) - len(words)} other promises kept' if not lost else f'{len(lost)} lost')
    sys.exit(1 if lost else 0)


if __name__ == '__main__':
    {'work': work, 'kept': kept}[sys.argv[1]](*sys.argv[2:])
