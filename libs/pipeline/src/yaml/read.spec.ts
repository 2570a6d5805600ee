import { ProblemList } from '../problem';
import { load, LOOP_FILES, messagesOf } from '../testing/catalog';
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

/** Ten levels of ten aliases: ten thousand million strings if expanded. */
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
    ['an unclosed list', 'pipeline: [', /^1:12 YAML: Flow sequence [\w ]+ end with a \]$/],
    ['a tab as indentation', 'a:\n\tb: 1', /^2:1 YAML: Tabs/],
    ['two documents', 'a: 1\n---\nb: 2', /YAML: Source contains multiple documents/],
    ['an unknown alias', 'a: *nowhere', /^1:4 there is no anchor 'nowhere'/],
    ['an empty file', '# nothing\n', /^1:1 the file is empty/],
    ['a duplicate key', 'a: 1\nb: 2\na: 3', /^3:1 the key 'a' is already defined in line 1/],
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
    ['depth in its line', `a: 1\nb: ${'['.repeat(100)}`, /^2:53 nested deeper than 20 levels$/],
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

  it('accepts the depth and the size that are allowed', () => {
    expect(read(`${'['.repeat(20)}${']'.repeat(20)}`).problems).toEqual([]);
    expect(read(`a: 1 # ${'x'.repeat(65_536 - 7)}`).problems).toEqual([]);
  });

  it('keeps messages on one line, for any keys', () => {
    const { problems } = load({ 'x/pipeline.yaml': '"a\\nb\\e[31m\\u2028": 1\npipeline: {}' });
    expect(problems.map(({ message }) => message).join('')).not.toMatch(/[\p{Cc}\u2028]/u);
    expect(problems).not.toEqual([]);
  });
});

it('reports extends cycles, bombs and good files together', () => {
  const loaded = load({
    ...LOOP_FILES,
    'bomb/pipeline.yaml': BOMB,
    'a/pipeline.yaml': 'pipeline: {name: a, extends: a}',
  });
  expect(loaded.pipelines.map(({ name }) => name)).toEqual(['loop']);
  expect(messagesOf(loaded)).toHaveLength(2);
});
