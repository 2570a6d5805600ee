import { join } from 'node:path';
import { expectRefusal, Workplace } from './quarry';

const line = (id: string, kind: string, expected: string, sentence: string): string =>
  JSON.stringify({
    ...{ id, kind, expected, sentence },
    evidence: [{ path: 'a.md', text: 'Sales rose to 5.2 million in 2021. All orders must be signed.' }],
  });
const LINES = [
  line('1', 'verbatim', 'supported', 'Sales rose to 5.2 million in 2021 [1].'),
  line('2', 'year', 'refuted', 'Sales rose to 5.2 million in 2020 [1].'),
  // Labelled wrongly, so that there is a wrong verdict to show.
  line('3', 'odd', 'refuted', 'All orders must be signed [1].'),
];

describe('quarry eval claims', () => {
  const at = new Workplace();
  afterAll(() => at.remove());
  const evaluated = (text: string, ...options: string[]) =>
    at.runHere([
      'eval',
      'claims',
      join(at.write('claims', { 'claims.jsonl': text }), 'claims.jsonl'),
      ...options,
    ]);

  it('counts verdicts by kind, and shows those that mislead', async () => {
    const { code, out } = await evaluated(LINES.join('\n'), '--wrong');
    expect(code).toBe(0);
    expect(out).toMatch(/\| verbatim \| supported \| 1 +\| 1 /);
    expect(out).toMatch(/\| year +\| refuted +\| 1 +\| 0 /);
    expect(out).toContain('Wrong sentences called supported: 1 of 2 (50.0 %)');
    expect(out).toContain('3 (odd), supported: All orders must be signed [1].');
  });

  it('has every verdict in its JSON', async () => {
    const { out } = await evaluated(LINES.join('\n'), '--json');
    expect(JSON.parse(out)).toMatchObject({
      kinds: [
        { kind: 'verbatim', wrong: 0 },
        { kind: 'odd', wrong: 1 },
        { kind: 'year', wrong: 0 },
      ],
      judged: [
        { id: '1', status: 'supported', by: 'code' },
        { id: '2', status: 'contradicted' },
        { id: '3' },
      ],
    });
  });

  it('refuses lines that it cannot read, with their place', async () => {
    expectRefusal(
      await evaluated(`${LINES[0] ?? ''}\n{"sentence": "A."}`),
      2,
      'claims.jsonl:2',
      "'expected'",
    );
    expectRefusal(await evaluated(''), 2, 'has no sentences');
  });
});
