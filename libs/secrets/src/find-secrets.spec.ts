import { findSecrets } from './find-secrets';
import { samples, type Sample } from './testing/samples';

/** Samples per kind, so that a format that matches by chance is detected. */
const DRAWS = Array.from({ length: 20 }, (_, n) => samples(String(n)));

const KINDS = [...new Set(samples().map(({ kind }) => kind))];

const AROUND: readonly (readonly [path: string, text: (value: string) => string])[] = [
  ['src/client.ts', (value) => `const client = connect('${value}');\n`],
  ['deploy/app.yaml', (value) => `value: ${value}\n`],
  ['README.md', (value) => `Run it with \`${value}\` as the key.\n`],
];

/** True if the surrounding text is kept and nothing of the value is. */
async function isFound({ kind, value, path, text }: Sample, n: number): Promise<boolean> {
  const [usual, around] = AROUND[n % AROUND.length] ?? ['', () => ''];
  const [before, after = ''] = (text ?? around)('\0').split('\0');
  const whole = `first line\n${before}${value}${after}last line\n`;
  const spans = await findSecrets(whole, path ?? usual);
  const left = spans
    .toReversed()
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), whole);
  return spans.length === 1 && spans[0]?.kind === kind && left === `first line\n${before}${after}last line\n`;
}

describe('findSecrets', () => {
  it('detects at least a hundred kinds', () => {
    expect(KINDS.length).toBeGreaterThanOrEqual(100);
  });

  it.each(KINDS)('finds exactly %s', async (kind) => {
    const one = DRAWS.flatMap((draw) => draw.filter((sample) => sample.kind === kind));
    const found = await Promise.all(one.map(isFound));
    const missed = one.filter((_, n) => found[n] !== true);
    expect(missed.length / one.length).toBeLessThanOrEqual(0.05);
  });
});
