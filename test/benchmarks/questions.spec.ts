import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KINDS, readCodeBases } from '../../benchmarks/questions/question-set';
import { scoreOf } from '../../benchmarks/questions/score';

const passage = (path: string, lines: string, ...text: string[]): string =>
  `\`${path}\`, lines ${lines}, \`x\` [1]\n\n\`\`\`ts\n${text.join('\n')}\n\`\`\``;

describe('the score of benchmarks/questions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-questions-'));
  beforeAll(() => writeFileSync(join(folder, 'a.ts'), 'one\n  two()\nthree\nfour'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const gold = [{ path: 'a.ts', lines: [2, 2] as const }];
  const ask = { kind: 'behaviour', question: 'q', gold } as const;
  const score = (text: string, outcome = 'partial') => scoreOf(ask, { text, outcome }, folder);

  it('counts a quoted gold line within the first three passages', () => {
    const others = ['1–1', '3–3', '4–4'].map((lines) => passage('a.ts', lines, 'one'));
    const right = passage('a.ts', '1–3', 'one', '  two()', 'three');
    expect(score(right)).toMatchObject({ useful: true, at: 1, passages: 1 });
    expect(score([...others.slice(1), right].join('\n\n'))).toMatchObject({ useful: true, at: 3 });
    expect(score([...others, right].join('\n\n'))).toMatchObject({ useful: false, at: 4 });
  });

  it('does not count a line that is left out, of another place, or of another file', () => {
    expect(score(passage('a.ts', '1–3', 'one', '… (line 2)', 'three')).useful).toBe(false);
    expect(score(passage('a.ts', '3–4', '  two()', 'four')).useful).toBe(false);
    expect(score(passage('b.ts', '1–3', '  two()')).useful).toBe(false);
  });

  it('counts as misleading only what ends answered', () => {
    expect(score('No passage.', 'answered').misleading).toBe(true);
    expect(score('No passage.').misleading).toBe(false);
  });

  it('wants all relations, or that there are none, and an absence that is stated', () => {
    const two = { ...ask, gold: [], all: [...gold, { path: 'a.ts', lines: [4, 4] as const }] };
    const first = '- `f`, `a.ts`, line 2 [2]: x';
    const second = '- `g`, `a.ts`, line 4 [3]: y';
    expect(scoreOf(two, { text: `${first}\n${second}`, outcome: 'answered' }, folder).useful).toBe(true);
    expect(scoreOf(two, { text: first, outcome: 'answered' }, folder)).toMatchObject({
      misleading: true,
    });
    const none = { ...ask, gold: [], all: [] };
    expect(scoreOf(none, { text: 'No callers of `f`.', outcome: 'answered' }, folder).useful).toBe(true);
    const absent = { kind: 'absent', question: 'q', absent: 'YAML' } as const;
    const said = { text: '“YAML” occurs nowhere.', outcome: 'insufficient' };
    expect(scoreOf(absent, said, folder).useful).toBe(true);
    expect(scoreOf(absent, { ...said, outcome: 'partial' }, folder).useful).toBe(false);
  });
});

describe('the set of benchmarks/questions', () => {
  const folder = join(__dirname, '../../benchmarks/questions');
  const bases = readCodeBases(join(folder, 'set'));

  it('has at least 120 questions about six code bases or more, of every kind in each', () => {
    expect(bases.length).toBeGreaterThanOrEqual(6);
    expect(bases.flatMap(({ questions }) => questions).length).toBeGreaterThanOrEqual(120);
    for (const { questions } of bases)
      expect(new Set(questions.map(({ kind }) => kind))).toEqual(new Set(KINDS));
  });

  it('asks each question once, with its gold', () => {
    const others = ['pages', 'behaviour'].flatMap((set) => readCodeBases(join(folder, set)));
    for (const { base, questions } of [...bases, ...others]) {
      expect([base, new Set(questions.map(({ question }) => question)).size]).toEqual([
        base,
        questions.length,
      ]);
      for (const { gold, all, absent } of questions) {
        expect([gold, all, absent].filter((given) => given !== undefined)).toHaveLength(1);
        for (const { path, lines } of [...(gold ?? []), ...(all ?? [])]) {
          expect(path).not.toMatch(/^\/|\.\./);
          expect(lines[0]).toBeLessThanOrEqual(lines[1]);
        }
      }
    }
  });
});
