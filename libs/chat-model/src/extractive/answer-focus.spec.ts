import { findProtocol } from '@quarry/protocol';
import type { NameOccurrence } from '@quarry/turn';
import type { ChatInputs } from '../port';
import { answerReply } from './answer.task';
import type { ReadItem } from './read-item';
import { evidence, inputs } from './testing/evidence';
import { worthQuoting } from './worth-quoting';

function answer(more: Partial<ChatInputs>): string {
  const parsed = findProtocol('answer')!.parse(answerReply(inputs(more), 1_500));
  if (!parsed.ok || parsed.verdict.kind !== 'answer') throw new Error('not an answer');
  return parsed.verdict.text;
}
/** Places of the quoted passages, in order. */
const places = (text: string): string[] =>
  [...text.matchAll(/^`([^`]+)`, lines? ([\d–]+)/gm)].map(([, path, lines]) => `${path} ${lines}`);

const USES = Array.from({ length: 4 }, (_, at) =>
  evidence(
    at + 1,
    `src/use${at}.ts`,
    `/** Sends with a retry limit. */\nexport function send${at}(retryLimit = limits.retryLimit) {\n  return post(retryLimit);\n}`,
    { symbol: `send${at}`, relevance: 0.9 },
  ),
);
const CLASS = evidence(
  8,
  'src/lazy.py',
  [
    'class LazyFile:',
    '    """A file that opens late."""',
    ...Array.from({ length: 50 }, (_, at) => `    x${at} = y`),
  ].join('\n'),
  { symbol: 'lazy.LazyFile', language: 'python', relevance: 0.3 },
);
const SETTINGS = evidence(9, 'src/limits.ts', 'export const limits = {\n  retryLimit: 5,\n};', {
  relevance: 0.3,
});
const coverage = (...names: NameOccurrence[]): ChatInputs['coverage'] => ({
  ...{ chunks: 2_000, together: 1, terms: 2, absent: [], minAnswerable: 0.6, names },
});
const absent = (
  name: string,
  kind: NameOccurrence['kind'] = 'code',
  near: string[] = [],
): NameOccurrence => ({
  ...{ name, kind, occurs: false, near },
});

describe('what a question asks about', () => {
  it('is the value among defaults, before that of an example in a page or in a comment', () => {
    const page = evidence(
      1,
      'docs/help.md',
      "# Keys\n\n```js\nconst defaultConf = {\n  messageKey: 'message',\n}\n```",
      { language: 'markdown', relevance: 0.9 },
    );
    const comment = evidence(2, 'src/types.ts', "/**\n * messageKey: 'text',\n */\ninterface Options {}", {
      relevance: 0.9,
    });
    const other = evidence(3, 'src/child.ts', "const child = {\n  messageKey: 'other',\n};", {
      relevance: 0.9,
    });
    const defaults = evidence(4, 'src/log.ts', "const defaultOptions = {\n  messageKey: 'msg',\n};", {
      relevance: 0.3,
    });
    const text = answer({
      question: 'What is the default value of messageKey?',
      evidence: [page, comment, other, defaults],
    });
    expect(text).toMatch(/^`messageKey` is set in `src\/log\.ts`, line 2 \[4\]: `messageKey: 'msg',`\./);
  });

  it.each(['What is a LazyFile?', 'Explain `LazyFile`.'])(
    'comes first: the definition, for %j',
    (question) => {
      const uses = USES.map((item) => ({
        ...item,
        text: `${item.text}\nopen(new LazyFile(name)) // LazyFile`,
      }));
      const text = answer({ question, evidence: [...uses, CLASS] });
      expect(places(text)).toEqual(['src/lazy.py 1–10']);
      expect(text).toContain('A file that opens late.');
    },
  );

  it('comes first: the line that sets a setting, before those that use it', () => {
    const question = 'What is the default of retryLimit?';
    const text = answer({ question, evidence: [...USES, SETTINGS] });
    expect(places(text)[0]).toBe('src/limits.ts 1–3');
  });

  it('names the setting that a question asks for in words, as the code spells it', () => {
    const text = answer({
      question: 'What is the maximum number of retries?',
      evidence: [...USES, SETTINGS],
    });
    expect(places(text)[0]).toBe('src/limits.ts 1–3');
    expect(text).toMatch(/^`retryLimit` is set in `src\/limits\.ts`, line 2 \[9\]: `retryLimit: 5,`\.$/m);
  });

  it('finds a setting in a nested value', () => {
    const nested = evidence(
      9,
      'src/defaults.ts',
      'export const defaults = {\n  retry: {\n    limit: 2,\n  },\n};',
      {
        relevance: 0.3,
      },
    );
    const text = answer({ question: 'What is the default retry limit?', evidence: [...USES, nested] });
    expect(places(text)[0]).toBe('src/defaults.ts 1–5');
    expect(text).toMatch(/^`retry\.limit` is set in `src\/defaults\.ts`, line 3 \[9\]: `limit: 2,`\.$/m);
  });

  it('says nothing about a setting of another thing, or of a test', () => {
    const question = 'What is the default retry limit of the mailer?';
    expect(answer({ question, evidence: [...USES, SETTINGS] })).not.toContain(' is set in ');
    const inTest = { ...SETTINGS, path: 'test/limits.spec.ts' };
    expect(answer({ question: 'What is the default retry limit?', evidence: [inTest] })).not.toContain(
      ' is set in ',
    );
  });

  it('does not request a method that is called like the word "default"', () => {
    const call = evidence(
      1,
      'src/limits.rs',
      'fn limits() -> Limits {\n    let limits = Limits::default();\n    limits\n}',
      {
        symbol: 'limits',
      },
    );
    const asked = { question: 'What is the default rate of the limits?', evidence: [call] };
    expect(answerReply(inputs({ ...asked, definable: ['default'] }), 1_500)).toMatch(/^\[Answer:\]/);
  });

  it('is answered, although the estimate of the index is low', () => {
    const low = { ...coverage()!, together: 0.1, absent: ['default'] };
    const text = answer({ question: 'Where is retryLimit set?', evidence: [SETTINGS], coverage: low });
    expect(places(text)).toEqual(['src/limits.ts 1–3']);
  });
});

describe('a question in other words than the code', () => {
  // requests, auth.py, and what its index says about the question.
  const question = 'How is a digest challenge answered after a 401 response?';
  const asked = { ...coverage()!, together: 0.6, terms: 5, absent: ['challenge', 'answered'] };
  const text =
    'def handle_401(self, r, **kwargs):\n    s_auth = r.headers.get("www-authenticate")\n    # :rtype: requests.Response';
  const item = (symbol: string) => evidence(1, 'requests/auth.py', text, { symbol, language: 'python' });

  it('is answered by the definition whose name says what it asks', () => {
    const found = answer({ question, evidence: [item('auth.HTTPDigestAuth.handle_401')], coverage: asked });
    expect(places(found)).toEqual(['requests/auth.py 1–3']);
    expect(found).not.toContain('may not answer');
  });

  it('is answered with a doubt by one whose name has one of its words', () => {
    const found = answer({ question, evidence: [item('auth.HTTPDigestAuth.handle')], coverage: asked });
    expect(found).toMatch(/^These passages may not answer the question: /);
    expect(places(found)).toEqual(['requests/auth.py 1–3']);
  });

  it('is not answered if the index mostly lacks its words, and with a doubt if a name has two of them', () => {
    const given = { ...asked, together: 0.5 };
    const found = (symbol: string): string => answer({ question, evidence: [item(symbol)], coverage: given });
    expect(places(found('auth.HTTPDigestAuth.handle'))).toEqual([]);
    const named = found('auth.HTTPDigestAuth.handle_401');
    expect(named).toMatch(/^These passages may not answer the question: /);
    expect(places(named)).toEqual(['requests/auth.py 1–3']);
  });

  it('is not answered if nothing in the index is near to its meaning', () => {
    const found = (cosine: number): string => {
      const nearest = { cosine, embedder: 'minilm-l6-v2-q@1' };
      const evidence = [item('auth.HTTPDigestAuth.handle_401')];
      return answer({ question, evidence, coverage: { ...asked, nearest } });
    };
    expect(places(found(0.26))).toEqual(['requests/auth.py 1–3']);
    expect(places(found(0.23))).toEqual([]);
  });
});

describe('lines of a long function', () => {
  const lines = Array.from({ length: 70 }, (_, at) => `  step${at}(input);`);
  lines[50] = '  evictOldestEntry(cache); // the cache is full';
  const long = evidence(1, 'src/cache.ts', `export function put(cache) {\n${lines.join('\n')}\n}`, {
    ...{ symbol: 'put', startLine: 11 },
  });

  it('are those of the question, below the signature, and the gap says what it leaves out', () => {
    const text = answer({ question: 'When is the oldest cache entry evicted?', evidence: [long] });
    expect(text).toContain(
      'export function put(cache) {\n  step0(input);\n… (lines 13–60)\n  step49(input);',
    );
    expect(text).toContain('evictOldestEntry(cache)');
    expect(places(text)).toEqual(['src/cache.ts 11–64']);
  });
});

describe('the list of passages', () => {
  const item = (n: number, score: number, path = 'src/a.ts'): ReadItem => ({
    ...{ evidence: evidence(n, path, 'x'), lines: [], lineScores: [], coverage: 1 },
    ...{ score, focused: 0, requested: false, linked: false, ofNamed: false, stating: [] },
  });
  const numbers = (items: readonly ReadItem[]): number[] =>
    worthQuoting(items).map(({ evidence: { n } }) => n);

  it('ends where the relevance of code falls, but not that of prose', () => {
    expect(numbers([item(1, 1), item(2, 0.9), item(3, 0.5), item(4, 0.49)])).toEqual([1, 2]);
    expect(numbers([item(1, 1, 'a.md'), item(2, 0.5, 'b.md')])).toEqual([1, 2]);
  });

  it('compares others with what an item says, not with its defining a name of the question', () => {
    const named = { ...item(1, 1), focused: 0.3 };
    const score = ({ score: all, focused }: ReadItem): number => all - focused;
    const shown = worthQuoting([named, item(2, 0.45)], undefined, score);
    expect(shown.map(({ evidence: { n } }) => n)).toEqual([1, 2]);
    expect(numbers([named, item(2, 0.45)])).toEqual([1]);
  });

  it('has what follows from it, also behind the fall', () => {
    expect(numbers([item(1, 1), { ...item(2, 0.5), linked: true }, item(3, 0.48)])).toEqual([1, 2]);
    expect(numbers([item(1, 1), { ...item(2, 0.2), requested: true }])).toEqual([1, 2]);
    const ofPass = (n: number, pass: number) => {
      const { evidence: of, ...more } = item(n, 1 - n / 100);
      return { ...more, requested: true, evidence: { ...of, pass } };
    };
    const later = [7, 8, 9, 10, 11].map((n) => ofPass(n, 3));
    expect(numbers([ofPass(1, 1), ...later, ofPass(6, 2)])).toEqual([1, 7, 8, 9, 10, 6]);
  });
});

describe('a name that occurs nowhere', () => {
  it.each([
    [
      'Is the retry limit of sends exported to OpenTelemetry?',
      absent('OpenTelemetry'),
      '“OpenTelemetry” occurs nowhere',
    ],
    ['Are sends with a retry limit sent by HTTP/3?', absent('HTTP/3', 'term'), '“HTTP/3” occurs nowhere'],
    ['Is the retry limit of sends kept in Redis?', absent('Redis', 'word'), '“Redis” occurs nowhere'],
  ])('%j: is said first, and nothing is cited', (question, name, sentence) => {
    const text = answer({ question, evidence: USES, coverage: coverage(name) });
    expect(text.startsWith(`${sentence} in what was indexed.`)).toBe(true);
    expect(places(text)).toEqual([]);
  });

  it('is said with the names that are spelled alike', () => {
    const given = coverage(absent('retryLimt', 'code', ['retryLimit']));
    const text = answer({ question: 'What is the default of retryLimt?', evidence: USES, coverage: given });
    expect(text).toContain('The name that is nearest is `retryLimit`.');
  });

  it('does not end an answer about another name, which occurs', () => {
    const given = coverage(absent('FraudCheck'), { ...absent('retryLimit'), occurs: true });
    const question = 'Is retryLimit read by FraudCheck?';
    const text = answer({ question, evidence: [...USES, SETTINGS], coverage: given });
    expect(text.startsWith('“FraudCheck” occurs nowhere in what was indexed.')).toBe(true);
    expect(places(text)).not.toEqual([]);
  });

  it('is not said of one capitalized word over prose, which has other words for it', () => {
    const prose = evidence(1, 'a.md', 'Sessions are kept for one hour in memory.', { language: 'markdown' });
    const given = coverage(absent('Redis', 'word'));
    const question = 'Are sessions kept in Redis?';
    expect(answer({ question, evidence: [prose], coverage: given })).not.toContain('occurs nowhere');
  });
});
