import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { readDataSet, type DataSet } from '../data-set/data-set';
import { aboutNothing } from './made-up';
import { withUnanswerable, writeUnanswerableSet } from './unanswerable-set';

const aSet = (name: string, texts: readonly string[], corpus = '/nowhere'): DataSet => ({
  name,
  split: null,
  corpus,
  questions: texts.map((text, at) => ({
    id: `q${at}`,
    text,
    gold: [{ document: `d${at}`, grade: 2 }],
    answers: [],
    allOf: false,
    unanswerable: false,
    hops: [],
  })),
});

describe('aboutNothing', () => {
  it.each([
    ['Who founded Acme Corp in Berlin?', 'Who founded Vordelin in Makrasht?'],
    ['Paris is where?', null],
    ['may I ask', null],
    ['', null],
  ])('%s', (question, changed) => {
    expect(aboutNothing(question, 0)).toBe(changed);
  });
});

describe('a set with questions that its corpus does not answer', () => {
  it('has the requested number of each kind, deterministically, without duplicate ids', () => {
    const texts = fc.array(fc.constantFrom('where is Acme Corp?', 'what is it?', 'is Berlin large?'), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(texts, texts, texts, fc.integer({ min: 1, max: 12 }), (own, one, other, most) => {
        const sets = [aSet('one', one), aSet('other', other)];
        const made = withUnanswerable(aSet('own', own), sets, most);
        expect(made.own).toHaveLength(Math.min(most, own.length));
        const foreign = made.unanswerable.filter(({ id }) => id.startsWith('foreign-'));
        expect(foreign.length).toBeLessThanOrEqual(most);
        expect(foreign.length).toBeGreaterThan(0);
        const ids = [...made.own, ...made.unanswerable].map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(withUnanswerable(aSet('own', own), sets, most)).toEqual(made);
      }),
    );
  });

  it('reads back what was written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quarry-unanswerable-'));
    try {
      const corpus = join(folder, 'theirs.jsonl');
      writeFileSync(corpus, '{"_id": "d0", "text": "Acme Corp is in Berlin."}\n');
      const made = withUnanswerable(
        aSet('own', ['where is Acme Corp?'], corpus),
        [aSet('other', ['what is lift?'])],
        5,
      );
      await writeUnanswerableSet(join(folder, 'made'), made);
      const { questions } = await readDataSet(join(folder, 'made'));
      expect(questions.map(({ id, text, unanswerable, gold }) => [id, text, unanswerable, gold])).toEqual([
        ['q0', 'where is Acme Corp?', false, [{ document: 'd0', grade: 2 }]],
        ['foreign-other-q0', 'what is lift?', true, []],
        ['made-up-q0', 'where is Vordelin?', true, []],
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
