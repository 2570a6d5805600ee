import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, LOOP_FILES } from '../../libs/pipeline/src/testing/catalog';
import { cpuTimer } from './cpu-time';
import { AttackFamily } from './attack-family';
import { ADVERSARIAL } from './under-attack';

/** CPU time within which a text is refused, in milliseconds. */
const MAX_MS = 100;

const levels = (count: number, one: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => one(n)).join('\n');
/** Right in itself: what is refused of a text that begins with it is what follows. */
const PIPELINE = 'pipeline: {name: a, extends: loop}\n';

/** A text, and what is said of it. */
type Bomb = readonly [text: string, refusal: RegExp];
const beside = (text: string): string => `${PIPELINE}${text}`;
const BOMBS: Readonly<Record<string, Bomb>> = {
  'ten levels of ten aliases': [
    beside(
      levels(10, (n) =>
        n === 0
          ? 'a0: &a0 [lol]'
          : `a${n}: &a${n} [${Array(10)
              .fill(`*a${n - 1}`)
              .join(', ')}]`,
      ),
    ),
    /alias/,
  ],
  'a doubling within the number of aliases': [
    beside(
      levels(11, (n) =>
        n === 0 ? `a0: &a0 [${'x, '.repeat(20)}x]` : `a${n}: &a${n} [*a${n - 1}, *a${n - 1}]`,
      ),
    ),
    /alias/,
  ],
  'an alias of itself': [beside('a: &a [*a]'), /nested deeper/],
  'merged maps': [beside(`a: &a {x: 1}\nb: {${'<<: *a, '.repeat(500)}y: 1}`), /alias|<</],
  '64,000 open lists': [beside(`a: ${'['.repeat(64_000)}`), /deep|nest|levels|KB/],
  '16,000 maps within each other': [beside(`a: ${'{a: '.repeat(16_000)}`), /deep|nest|levels|KB/],
  '30,000 dashes': [beside(`a:\n  ${'- '.repeat(30_000)}`), /deep|nest|levels|KB/],
  'a list of 32,000': [beside(`a: [${'1,'.repeat(32_000)}]`), /tokens of YAML/],
  'more than 64 KB': [beside(`# ${'x'.repeat(70_000)}`), /KB/],
  'the prototype of all': [
    'pipeline: {name: a, extends: loop, __proto__: {admin: true}, constructor: {prototype: {admin: true}}}',
    /__proto__|constructor/,
  ],
  'a tag that runs code': [
    'pipeline: {name: a, extends: loop, description: !!js/function "function () { process.exit(1) }"}',
    /tag/,
  ],
  'a pipeline that extends itself': ['pipeline: {name: own, extends: own}', /itself|extends/],
};

describe('T9: YAML', () => {
  const family = new AttackFamily('test/security/yaml.spec.ts');
  interface Read {
    readonly ms: number;
    readonly problems: readonly string[];
  }
  const readOnce = (text: string): Read => {
    const elapsed = cpuTimer();
    const { problems } = load({ ...LOOP_FILES, 'attack/pipeline.yaml': text });
    return { ms: elapsed(), problems: problems.map(({ message }) => message) };
  };
  /** A text that takes long does so every time; code that is read for the first time, or a collection, once. */
  const read = (text: string): Read => {
    const first = readOnce(text);
    return first.ms < MAX_MS ? first : readOnce(text);
  };
  const expectHarmless = ({ ms }: Read): void => {
    expect(ms).toBeLessThan(MAX_MS);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  };
  /** The twin: a pipeline that is right, read in the same place. */
  const row = { benign: PIPELINE, send: read, reached: ({ problems }: Read) => problems.length === 0 };
  beforeAll(() => {
    // Code is loaded and compiled.
    for (let i = 0; i < 20; i++) read(PIPELINE);
  });

  it.each(Object.entries(BOMBS))('%s is refused, and said to be so', (name, [text, refusal]) =>
    family.row({
      ...{ ...row, name, attacks: [text] },
      judge: (seen) => {
        expectHarmless(seen);
        expect(seen.problems.join('\n')).toMatch(refusal);
      },
    }),
  );

  const suite = join(ADVERSARIAL, 'yaml_test_suite.jsonl');
  const there = existsSync(suite);
  (there ? it : it.skip)('whatever it holds, is read or refused in no time: the YAML test suite', () =>
    family.row({
      ...{ ...row, name: 'the YAML test suite', judge: expectHarmless },
      attacks: readFileSync(suite, 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { yaml: string }).yaml),
    }),
  );

  it('were all tried', () => {
    family.counted();
  });
});
