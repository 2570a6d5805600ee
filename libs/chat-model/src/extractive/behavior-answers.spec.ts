import { findProtocol } from '@quarry/protocol';
import type { Evidence } from '@quarry/turn';
import { answerReply } from './answer.task';
import { implementationsFirst } from './implementations-first';
import { readLines } from './lines';
import { headFirst } from './parts';
import type { ReadItem } from './read-item';
import { evidence, inputs } from './testing/evidence';

/** Places of the quoted passages, in order. */
function placesOf(question: string, found: readonly Evidence[]): readonly string[] {
  const reply = answerReply(inputs({ question, evidence: found, pass: 3 }), 3_000);
  const parsed = findProtocol('answer')!.parse(reply);
  if (!parsed.ok || parsed.verdict.kind !== 'answer') throw new Error('not an answer');
  return [...parsed.verdict.text.matchAll(/^`([^`]+)`, lines? ([\d–]+)/gm)].map(
    ([, path, lines]) => `${path} ${lines}`,
  );
}

const python = (n: number, path: string, symbol: string, text: string, startLine = 1): Evidence =>
  evidence(n, path, text, { symbol, language: 'python', startLine });

describe('an answer about behavior', () => {
  it('shows what a function that only hands on calls', () => {
    const found = [
      python(
        1,
        'term.py',
        'term.unstyle',
        'def unstyle(raw):\n    """Removes ANSI codes from a text."""\n    return scrub(raw)',
      ),
      python(2, 'compat.py', 'compat.scrub', 'def scrub(value):\n    return _re.sub("", value)'),
      python(3, 'other.py', 'other.join', 'def join(parts):\n    return "".join(parts)'),
    ];
    const shown = placesOf('How are ANSI codes removed from a text?', found);
    expect(shown).toEqual(['term.py 1–3', 'compat.py 1–2']);
  });

  it('does not show the head of what follows a function', () => {
    const found = [
      evidence(
        1,
        'src/width.rs',
        '/// The width of a text in columns.\nfn width_of(text: &str) -> usize {\n    text.chars().map(columns).sum()\n}\n\nimpl Style {',
        { symbol: 'width_of', language: 'rust' },
      ),
      python(
        2,
        'width.py',
        'width.columns_of',
        'def columns_of(text):\n    # The width of a text\n    return wide(text)\n\nif brotli:',
      ),
    ];
    const shown = placesOf('How is the width of a text in columns computed?', found);
    expect(shown).toEqual(['src/width.rs 1–4', 'width.py 1–3']);
  });

  it('shows the head of a class after its decorator, and the part of a function that goes on', () => {
    const found = [
      python(1, 'queue.py', 'queue.Queue', '# A queue of jobs with a limit.\n@dataclass\nclass Queue:', 5),
      python(2, 'run.py', 'run.work', '    take = queue.take\n    limit = jobs(take)\n    if limit:', 8),
    ];
    const shown = placesOf('How does the queue of jobs keep its limit?', found);
    expect(shown).toEqual(expect.arrayContaining(['queue.py 5–7', 'run.py 8–10']));
  });

  it('shows an implementation before the second page of documentation', () => {
    const page = (n: number): Evidence =>
      evidence(
        n,
        `docs/retry${n}.md`,
        `# Retry\n\nA failed request is retried after a pause. The retry of a failed request has a pause.`,
        { language: 'markdown' },
      );
    const code = evidence(
      4,
      'src/retry.ts',
      'export function retryFailed(request: Request) {\n  if (request.failed) wait(pause);\n  return send(request);\n}',
      { symbol: 'retryFailed', language: 'typescript', relevance: 0.4 },
    );
    const shown = placesOf('When is a failed request retried after a pause?', [
      page(1),
      page(2),
      page(3),
      code,
    ]);
    expect(shown.slice(0, 2).some((place) => place.startsWith('src/retry.ts'))).toBe(true);
  });

  it('shows functions before the long type that they belong to', () => {
    const type = python(
      1,
      'app.py',
      'app.Group',
      ['class Group:', ...Array(30).fill('    name = value')].join('\n'),
    );
    const found = python(2, 'find.py', 'find.find_app', 'def find_app():\n    return app');
    // Lines that a smaller passage has as well are read there.
    const lines = readLines(type).map((line, at) => (at > 20 ? { ...line, kind: 'noise' as const } : line));
    const read = (item: Evidence, score: number, own = readLines(item)): ReadItem => ({
      ...{ evidence: item, lines: own, lineScores: [], score, coverage: 1, focused: 0 },
      ...{ requested: false, linked: false, ofNamed: false, stating: [] },
    });
    const order = (score: number): readonly number[] =>
      implementationsFirst([read(type, 1, lines), read(found, score)]).map(({ evidence: { n } }) => n);
    expect([order(0.8), order(0.5)]).toEqual([
      [2, 1],
      [1, 2],
    ]);
  });

  it('leaves out overloads: they say no more than the signature', () => {
    const overload = (n: number, line: number): Evidence =>
      python(
        n,
        'cli.py',
        'cli.locate_app',
        `@overload\ndef locate_app(\n    name: str, found: Literal[${n}]\n) -> App: ...`,
        line,
      );
    const body = python(
      3,
      'cli.py',
      'cli.locate_app',
      'def locate_app(name, found=True):\n    module = load(name)\n    return module.app',
      20,
    );
    expect(placesOf('How does locate_app load a module?', [overload(1, 1), overload(2, 8), body])).toEqual([
      'cli.py 20–22',
    ]);
  });

  it('takes a member of a named class for what it does, not for naming its class again', () => {
    const member = (n: number, name: string, text: string, line: number): Evidence =>
      python(n, 'files.py', `files.StaticFiles.${name}`, text, line);
    const found = [
      member(
        1,
        'check',
        'def check(self):\n    """StaticFiles checks that StaticFiles can read the directory of StaticFiles."""\n    stat(self.directory)',
        1,
      ),
      member(
        2,
        'is_fresh',
        'def is_fresh(self, headers):\n    if headers.etag == self.etag:\n        return True  # not modified\n    return False',
        10,
      ),
    ];
    expect(placesOf('How does StaticFiles decide that something was not modified?', found)[0]).toBe(
      'files.py 10–13',
    );
  });

  it('shows what a named class inherits, which decides before its own documentation', () => {
    const found = [
      python(
        1,
        'types.py',
        'types.IntRange',
        'class IntRange(_Range, Int):\n    """A value that is out of range is an error, unless clamp is set."""\n    name = "range"',
      ),
      python(
        2,
        'types.py',
        'types._Range.convert',
        'def convert(self, value):\n    if self.clamp: return least\n    fail(value)',
        20,
      ),
      python(3, 'types.py', 'types.Other.convert', 'def convert(self, value):\n    return float(value)', 40),
    ];
    const shown = placesOf('What does IntRange do with a value that is out of range if clamp is set?', found);
    expect(shown.slice(0, 2)).toEqual(['types.py 20–22', 'types.py 1–3']);
  });

  it('weighs what happens with a value higher than the documentation of a parameter, and than a constructor', () => {
    const script = (n: number, symbol: string, lines: readonly string[], startLine: number): Evidence =>
      evidence(n, 'receiver.js', lines.join('\n'), { symbol, language: 'javascript', startLine });
    const documented = [
      '/**',
      ' * @param {Number} value The maximum payload of messages that are taken',
      ' */',
    ];
    const found = [
      script(8, 'Receiver.limit', [...documented, 'limit(value) {', '  this.left = value;', '}'], 1),
      script(6, 'Receiver.constructor', ['constructor(options) {', '  this.maximum = payload;', '}'], 20),
      script(
        7,
        'Receiver.haveLength',
        ['haveLength() {', '  if (total > maximum) throw Error("maximum payload exceeded");', '}'],
        40,
      ),
    ];
    expect(placesOf('How are messages above the maximum payload rejected?', found)[0]).toBe(
      'receiver.js 40–42',
    );
    expect(placesOf('When is the maximum payload initialized?', found)[0]).toBe('receiver.js 20–22');
  });

  it('shows the first hits of a search that is near in meaning, if no item contains most of the question', () => {
    const check = 'def check_exp(payload, now):\n    if payload.exp <= now:\n        raise Expired()';
    const found = [
      python(
        1,
        'errors.py',
        'errors.ExpiredTokenError',
        'class ExpiredTokenError(Exception):\n    token = True',
      ),
      python(2, 'jwt.py', 'jwt.check_exp', check, 30),
      python(7, 'other.py', 'other.clean', 'def clean(payload):\n    return Expired'),
    ];
    expect(placesOf('How does the client detect an expired token in requests?', found)).toEqual([
      'jwt.py 30–32',
      'errors.py 1–2',
    ]);
  });

  it('knows other words for a word that the evidence lacks', () => {
    const code = (n: number, name: string, body: string): Evidence =>
      evidence(n, `src/${name}.js`, `function ${name} (retry, next) {\n  ${body}\n  return next\n}`, {
        ...{ symbol: name, language: 'javascript' },
      });
    const found = [
      code(1, 'header', 'const kept = Number(retry)'),
      code(2, 'wait', 'const timeout = most(retry)'),
    ];
    expect(placesOf('How is the delay before the next retry computed?', found)[0]).toBe('src/wait.js 1–4');
  });

  it('shows a function that fits a screen whole', () => {
    const lines = [
      'def find_app(module):',
      ...Array.from({ length: 54 }, (_, at) => `    step${at}(module)`),
    ];
    const whole = python(1, 'find.py', 'find.find_app', lines.join('\n'));
    expect(placesOf('How does find_app find an app in a module?', [whole])).toEqual(['find.py 1–55']);
    const second = python(2, 'load.py', 'load.load_app', lines.join('\n').replace('find_app', 'load_app'));
    expect(placesOf('How is the app of a module built?', [whole, second])[1]).toBe('load.py 1–55');
  });

  it('shows the part of a long function that has its head first, if it is about as relevant', () => {
    const part = (n: number, startLine: number, endLine: number, score: number): ReadItem => ({
      evidence: { ...python(n, 'find.py', 'find.find_app', '', startLine), endLine },
      ...{
        lines: [],
        lineScores: [],
        score,
        coverage: 1,
        focused: 0,
        requested: false,
        linked: false,
        ofNamed: false,
        stating: [],
      },
    });
    const order = (...items: readonly ReadItem[]): readonly number[] =>
      headFirst(items).map(({ evidence: { n } }) => n);
    expect(order(part(1, 40, 60, 1), part(2, 1, 42, 0.9))).toEqual([2, 1]);
    expect(order(part(1, 40, 60, 1), part(2, 1, 42, 0.3))).toEqual([1, 2]);
    // Another definition of that name.
    expect(order(part(1, 80, 90, 1), part(2, 1, 42, 0.9))).toEqual([1, 2]);
  });
});

describe('the documentation of Python', () => {
  it('is a comment, also between its quotes', () => {
    const text =
      'def send(self):\n    """Sends it.\n\n    :param x: a thing\n    """\n    return """a\n    text"""';
    expect(readLines(python(1, 'a.py', 'a.send', text)).map(({ kind }) => kind)).toEqual([
      ...['definition', 'comment', 'noise', 'comment', 'noise'],
      ...['plain', 'plain'],
    ]);
  });
});
