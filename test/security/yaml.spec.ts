import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, LOOP_FILES } from '../../libs/pipeline/src/testing/catalog';
import { cpuTimer } from './cpu-time';
import { counted } from './families';
import { ADVERSARIAL } from './under-attack';

/** Processor time within which a text is refused, in milliseconds. */
const MAX_MS = 100;

const levels = (count: number, one: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => one(n)).join('\n');
const PIPELINE = 'pipeline: {name: a, extends: loop}\n';

const BOMBS: Readonly<Record<string, string>> = {
  'ten levels of ten aliases': levels(10, (n) =>
    n === 0
      ? 'a0: &a0 [lol]'
      : `a${n}: &a${n} [${Array(10)
          .fill(`*a${n - 1}`)
          .join(', ')}]`,
  ),
  'a doubling within the number of aliases': levels(11, (n) =>
    n === 0 ? `a0: &a0 [${'x, '.repeat(20)}x]` : `a${n}: &a${n} [*a${n - 1}, *a${n - 1}]`,
  ),
  'an alias of itself': `${PIPELINE}a: &a [*a]`,
  'merged maps': `a: &a {x: 1}\nb: {${'<<: *a, '.repeat(500)}y: 1}`,
  '64,000 open lists': '['.repeat(64_000),
  '16,000 maps within each other': '{a: '.repeat(16_000),
  '30,000 dashes': '- '.repeat(30_000),
  'a list of 32,000': `a: [${'1,'.repeat(32_000)}]`,
  'more than 64 KB': `# ${'x'.repeat(70_000)}`,
  'the prototype of all':
    'pipeline: {name: a, __proto__: {admin: true}, constructor: {prototype: {admin: true}}}',
  'a tag that runs code': 'pipeline: !!js/function "function () { process.exit(1) }"',
  'a pipeline that extends itself': 'pipeline: {name: own, extends: own}',
};

describe('T9: YAML', () => {
  let tried = 0;
  const check = (text: string): readonly string[] => {
    const elapsed = cpuTimer();
    const { problems } = load({ ...LOOP_FILES, 'attack/pipeline.yaml': text });
    expect(elapsed()).toBeLessThan(MAX_MS);
    tried += 1;
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
    return problems.map(({ message }) => message);
  };
  beforeAll(() => {
    // Code is loaded and compiled.
    for (let i = 0; i < 20; i++) load({ ...LOOP_FILES, 'attack/pipeline.yaml': PIPELINE });
  });

  it.each(Object.entries(BOMBS))('%s is refused', (_what, text) => {
    expect(check(text)).not.toEqual([]);
  });

  it('whatever it holds, is read or refused in no time: the YAML test suite', () => {
    const suite = join(ADVERSARIAL, 'yaml_test_suite.jsonl');
    if (existsSync(suite))
      for (const line of readFileSync(suite, 'utf8').trim().split('\n'))
        check((JSON.parse(line) as { yaml: string }).yaml);
    counted('test/security/yaml.spec.ts', tried);
  });
});
