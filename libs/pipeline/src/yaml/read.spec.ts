import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { ProblemList } from '../problem';
import { load, LOOP, LOOP_FILES, told } from '../testing/catalog';
import { plain } from './located';
import { readYaml } from './read';

function read(text: string): { value: unknown; problems: string[] } {
  const problems = new ProblemList();
  const value = readYaml('x.yaml', text, problems.report());
  return {
    value: value && plain(value),
    problems: problems.sorted().map(({ line, column, message }) => `${line}:${column} ${message}`),
  };
}

/** Ten levels of ten aliases: ten thousand million strings, if anybody expanded it. */
const BOMB = Array.from({ length: 10 }, (_, n) =>
  n === 0 ? 'a0: &a0 [lol]' : `a${n}: &a${n} [${Array.from({ length: 10 }, () => `*a${n - 1}`).join(', ')}]`,
).join('\n');
/** Within twenty aliases, but doubling at each of ten levels. */
const DOUBLING = Array.from({ length: 11 }, (_, n) =>
  n === 0 ? `a0: &a0 [${'x, '.repeat(20)}x]` : `a${n}: &a${n} [*a${n - 1}, *a${n - 1}]`,
).join('\n');

describe('readYaml', () => {
  it('reads plain values, with aliases and standard tags', () => {
    expect(read('a: &x [1, 2.5, true, null, yes]\nb: *x\nc: !!str 5\nd: {e: "f"}\n')).toEqual({
      value: { a: [1, 2.5, true, null, 'yes'], b: [1, 2.5, true, null, 'yes'], c: '5', d: { e: 'f' } },
      problems: [],
    });
  });

  it.each([
    ['an unclosed list', 'pipeline: [', /^\d:\d+ YAML: /],
    ['a tab as indentation', 'a:\n\tb: 1', /^2:1 YAML: Tabs/],
    ['two documents', 'a: 1\n---\nb: 2', /YAML: Source contains multiple documents/],
    ['an unknown alias', 'a: *nowhere', /^1:4 there is no anchor 'nowhere'/],
    ['an empty file', '# nothing\n', /^1:1 the file is empty/],
    ['a duplicate key', 'a: 1\nb: 2\na: 3', /^3:1 the key 'a' is there already, in line 1/],
    ['a key that is no text', '1: 2', /^1:1 a key must be text/],
    ['a list as a key', '[a]: 2', /^1:1 a key must be text/],
    ['__proto__', 'a:\n  __proto__: {admin: true}', /^2:3 the key '__proto__' is not allowed/],
    ['quoted __proto__', '{"__proto__": 1}', /^1:2 the key '__proto__' is not allowed/],
    ['escaped __proto__', '{"\\u005f_proto__": 1}', /the key '__proto__' is not allowed/],
    ['constructor', 'constructor: {prototype: {x: 1}}', /^1:1 the key 'constructor' is not allowed/],
    ['a custom tag', 'a: !!js/function "return 1"', /js\/function/],
    ['a local tag', 'a: !x 1', /tag/],
    ['a binary tag', 'a: !!binary aGk=', /tag/],
    ['YAML 1.1', '%YAML 1.1\n---\na: yes', /^1:1 only YAML 1.2/],
    ['infinity', 'a: .inf', /^1:4 a number must be finite/],
    ['not a number', 'a: .nan', /^1:4 a number must be finite/],
    ['an alias bomb', BOMB, /more than 20 uses of aliases|more than 5000 values/],
    ['a doubling within the number of aliases', DOUBLING, /more than 5000 values|more than 20 uses/],
    ['an alias of itself', 'a: &a [*a]', /nested deeper than 20 levels|more than 20 uses/],
    ['an alias of itself as a key', '&a {*a : 1}', /YAML|key must be text|deeper|uses/],
    ['21 nested lists', `${'['.repeat(21)}${']'.repeat(21)}`, /nested deeper than 20 levels/],
    ['64,000 open brackets', '['.repeat(64_000), /^1:\d+ nested deeper than 20 levels/],
    ['20,000 nested maps', '{a: '.repeat(16_000), /nested deeper than 20 levels/],
    ['32,000 nested dashes', '- '.repeat(32_000), /nested deeper than 20 levels/],
    ['a file of more than 64 KB', `# ${'x'.repeat(65_536)}`, /^1:1 the file is larger than 64 KB/],
    ['a long flat list', `a: [${'1,'.repeat(6_000)}]`, /more than 5000 values/],
    ['a very long flat list', `a: [${'1,'.repeat(32_000)}]`, /^1:\d+ more than 20000 tokens of YAML/],
  ])('refuses %s', (_name, text, message) => {
    const { problems } = read(text);
    expect(problems.join('\n')).toMatch(message);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  it('accepts the depth that is allowed', () => {
    expect(read(`${'['.repeat(20)}${']'.repeat(20)}`).problems).toEqual([]);
  });

  it('keeps messages on one line, whatever keys contain', () => {
    const { problems } = load({ 'x/pipeline.yaml': '"a\\nb\\e[31m\\u2028": 1\npipeline: {}' });
    expect(problems.map(({ message }) => message).join('')).not.toMatch(/[\p{Cc}\u2028]/u);
    expect(problems).not.toEqual([]);
  });
});

describe('what nobody wrote on purpose', () => {
  const quiet = (text: string): void => {
    const { pipelines, problems } = load({ ...LOOP_FILES, 'fuzz/pipeline.yaml': text });
    const misplaced = problems.filter(
      ({ line, column, message }) => line < 1 || column < 1 || message.includes('\n'),
    );
    expect(misplaced).toEqual([]);
    const loaded = pipelines.some(({ name }) => name !== 'loop');
    const failed = problems.some(({ severity, file }) => severity === 'error' && file.startsWith('fuzz'));
    expect(loaded && failed).toBe(false);
    expect(loaded || failed || pipelines.length === 1).toBe(true);
  };

  it('never makes the loader throw: random text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), quiet), { numRuns: 200 });
  });

  it('never makes the loader throw: a sound document, mutated', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ': ',
      '- ',
      '&a ',
      '*a',
      '!!x ',
      '"',
      "'",
      '|',
      '\n',
      '\t',
      '  ',
      '__proto__',
      '.inf',
      '0x',
      '~',
      '---',
      '%',
      '\u0000',
      '\ud800',
      'on_',
      'next',
      'end: true',
      'extends: loop',
      '{{',
    ];
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.nat(12),
      put: fc.constantFrom('', ...pieces),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
        let text = LOOP.replace('name: loop', 'name: fuzz').replace('prompts/answer.md', 'p.md');
        for (const { at, cut, put } of edits) {
          const from = Math.floor(at * text.length);
          text = text.slice(0, from) + put + text.slice(from + cut);
        }
        quiet(text);
      }),
      { numRuns: 500 },
    );
  });

  it('never makes the loader throw: any value where a setting, a parameter or a step is expected', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 3 }),
        fc.constantFrom('fetch\n', 'true', 'loop_guard', 'answer_or_request\n      next'),
        (value, at) => {
          quiet(LOOP.replace('name: loop', 'name: fuzz').replace(at, value));
          quiet(
            `pipeline: {name: fuzz, extends: loop, settings: {rerank: ${value}, top_k: ${value}}, steps: [${value}, {id: x, action: ${value}, next: ${value}}]}`,
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  const suite = join(__dirname, '../../../../../shared/data/adversarial/yaml_test_suite.jsonl');
  const withSuite = existsSync(suite) ? it : it.skip;
  withSuite('never makes the loader throw: the YAML test suite (skipped where its file is not there)', () => {
    const cases = readFileSync(suite, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { yaml: string; error: boolean; id: string });
    expect(cases.length).toBeGreaterThan(300);
    for (const { yaml } of cases) {
      quiet(yaml);
      quiet(`pipeline:\n  name: fuzz\n  settings:\n${yaml.replace(/^/gm, '    ')}`);
    }
    const wrong = cases.filter(({ error, yaml }) => error && read(yaml).problems.length === 0);
    expect(wrong.map(({ id }) => id)).toEqual([
      // The parser takes the second of two %YAML directives where the suite wants an error: harmless here.
      'SF5V',
    ]);
  });
});

it('reports extends cycles, bombs and good files together', () => {
  const loaded = load({
    ...LOOP_FILES,
    'bomb/pipeline.yaml': BOMB,
    'a/pipeline.yaml': 'pipeline: {name: a, extends: a}',
  });
  expect(loaded.pipelines.map(({ name }) => name)).toEqual(['loop']);
  expect(told(loaded)).toHaveLength(2);
});
