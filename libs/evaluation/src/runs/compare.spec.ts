import fc from 'fast-check';
import { compareRuns, differencesOf } from './compare';
import { fingerprintOf, parseRun, type EvalRun, type MeasuredSystem } from './eval-run';
import { summarize } from './summarize';

const system = (metric: string, values: readonly (number | null)[], name = 'corag'): MeasuredSystem => ({
  kind: 'pipeline',
  name,
  store: 'embedded',
  responder: 'offline',
  questions: values.map((value, at) => ({ id: `q${at}`, values: { [metric]: value } })),
});
const run = (one: MeasuredSystem, fingerprint = 'f'): EvalRun => ({
  format: 1,
  set: { name: 'set', split: null, questions: one.questions.length, fingerprint },
  at: '2026-11-21T00:00:00.000Z',
  systems: [one],
});
const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 });

describe('differences of two runs', () => {
  it('are paired by question, and exclude questions that only one run measured', () => {
    const [difference] = differencesOf(system('recall', [1, 0.5, null]), system('recall', [0.5, 1, 1]));
    expect(difference).toMatchObject({
      questions: 2,
      difference: 0,
      worse: ['q0'],
      better: 1,
      regressed: false,
    });
    expect(differencesOf(system('recall', [1]), system('f1', [1]))).toEqual([]);
  });

  it('regress if the whole interval is on the worse side, or beyond the largest drop', () => {
    const all = differencesOf(system('recall', [1, 1, 1]), system('recall', [0.5, 0.6, 0.7]))[0];
    expect(all).toMatchObject({ regressed: true, better: 0 });
    expect(differencesOf(system('recall', [1, 1]), system('recall', [0.5, 1]))[0]?.regressed).toBe(false);
    const dropped = (maxDrop: number) =>
      differencesOf(system('recall', [1, 1]), system('recall', [0.5, 1]), { maxDrop })[0]?.regressed;
    expect([dropped(0.2), dropped(0.25), dropped(0.3)]).toEqual([true, false, false]);
  });

  it('respect metrics for which less is better, and ignore time', () => {
    const of = (metric: string, before: readonly number[], after: readonly number[]) =>
      differencesOf(system(metric, before), system(metric, after))[0];
    expect(of('falselyAbstained', [0, 0], [1, 1])).toMatchObject({ regressed: true, worse: ['q0', 'q1'] });
    expect(of('falselyAbstained', [1, 1], [0, 0])).toMatchObject({ regressed: false, better: 2 });
    expect(of('seconds', [1, 1], [9, 9])).toMatchObject({ regressed: false, worse: ['q0', 'q1'] });
  });

  it('do not depend on the order of the questions, and a run equals itself', () => {
    fc.assert(
      fc.property(values, values, (before, after) => {
        const [one, other] = [system('ndcg10', before), system('ndcg10', after)];
        const turned = { ...other, questions: other.questions.toReversed() };
        const [a, b] = [differencesOf(one, other)[0], differencesOf(one, turned)[0]];
        expect(b?.difference).toBeCloseTo(a?.difference ?? NaN, 12);
        expect(differencesOf(one, one)[0]).toMatchObject({
          difference: 0,
          worse: [],
          better: 0,
          regressed: false,
        });
      }),
      { numRuns: 20 },
    );
  });
});

describe('compareRuns', () => {
  it('rejects different questions, and systems that the stored run lacks', () => {
    const before = run(system('recall', [1]));
    expect(compareRuns(before, before)).toMatchObject([{ system: 'corag on embedded (offline)' }]);
    expect(() => compareRuns(before, run(system('recall', [1]), 'g'))).toThrow(
      /other ones, or others are right now/,
    );
    expect(() => compareRuns(before, run(system('recall', [1, 1]), 'g'))).toThrow(
      /measured 1 questions of set, this one 2/,
    );
    expect(() => compareRuns(before, run(system('recall', [1], 'cgrag')))).toThrow(
      /it measured corag on embedded/,
    );
  });

  it('reads stored runs, and nothing else', () => {
    const before = run(system('recall', [1, null]));
    expect(parseRun(JSON.stringify(before), 'kept.json')).toEqual(before);
    for (const text of ['', '[]', 'null', '{"format":2}', '{"format":1,"set":{},"systems":[]}'])
      expect(() => parseRun(text, 'kept.json')).toThrow(/^kept\.json is no/);
    const broken = JSON.stringify(before).replace('"recall":1', '"recall":"much"');
    expect(() => parseRun(broken, 'kept.json')).toThrow(/is not a run/);
  });
});

describe('fingerprintOf', () => {
  const question = { id: 'a', text: '?', gold: [], answers: [], allOf: false, unanswerable: false };
  it('changes with questions and expected results, not with the order', () => {
    const other = { ...question, id: 'b' };
    expect(fingerprintOf([question, other])).toBe(fingerprintOf([other, question]));
    const changes = [
      { text: '!' },
      { answers: ['x'] },
      { gold: [{ document: 'd', grade: 1 }] },
      { unanswerable: true },
    ];
    for (const change of changes)
      expect(fingerprintOf([{ ...question, ...change }])).not.toBe(fingerprintOf([question]));
  });
});

describe('summarize', () => {
  it('returns means over the questions that a metric applies to, within its interval', () => {
    const { metrics, questions } = summarize(system('ms', [1, 2, 3, null]));
    expect(questions).toBe(4);
    expect(metrics).toEqual({ ms: { mean: 2, interval: [1, 3], questions: 3, p50: 2, p95: 3 } });
  });
});
