import fc from 'fast-check';
import type { Chunk } from './port';
import { preferPhrases } from './prefer-phrases';
import { wordMatches } from './word-matches';

const candidate = (text: string, score: number, bm25 = 1) => ({
  chunk: {
    id: text,
    path: 'a',
    startLine: 1,
    endLine: 1,
    text,
    language: 'text',
    kind: 'window',
    contentHash: text,
  } satisfies Chunk,
  score,
  bm25,
});
const texts = (query: string, candidates: readonly ReturnType<typeof candidate>[], weight = 0.3) =>
  preferPhrases(query, candidates, weight).map(({ chunk }) => chunk.text);

describe('preferPhrases', () => {
  const apart = candidate('cash is what we pay, and rivers flow', 0.9);
  const together = candidate('the cash flow', 0.8);

  it('raises a passage in which the words of the query stand together', () => {
    expect(texts('cash flow', [apart, together])).toEqual([together, apart].map(({ chunk }) => chunk.text));
    expect(preferPhrases('cash flow', [apart, together], 0.3).map(({ score }) => score)).toEqual([1.1, 0.9]);
  });

  it('leaves the order as it is with weight 0, a small weight, one term, or no passage with them together', () => {
    const order = [apart, together].map(({ chunk }) => chunk.text);
    expect(texts('cash flow', [apart, together], 0)).toEqual(order);
    expect(texts('cash flow', [apart, together], 0.09)).toEqual(order);
    expect(texts('cash', [apart, together])).toEqual(order);
    expect(texts('pay rivers', [apart, together])).toEqual(order);
  });

  it('adds less where the best keyword hits cover little of the query', () => {
    const rest = Array.from({ length: 3 }, (_, at) => candidate(`about ${'x'.repeat(at)}`, 0.1, 9));
    const [sure] = preferPhrases('cash flow', [together], 0.3);
    const unsure = preferPhrases('cash flow', [together, ...rest], 0.3);
    expect(sure?.score).toBeCloseTo(1.1, 9);
    expect(unsure.map(({ score }) => score)).toEqual([0.8, 0.1, 0.1, 0.1]);
  });

  it('adds less to a passage that covers less of the query', () => {
    const both = [candidate('the cash flow', 0.8), candidate('the cash flow of a bank', 0.8)];
    const matches = wordMatches(
      'cash flow bank',
      both.map(({ chunk }) => chunk),
    );
    const certainty = matches.reduce((sum, { coverage }) => sum + coverage, 0) / both.length;
    const expected = matches.map(({ coverage, phrases }) => 0.8 + 0.3 * certainty * coverage * phrases);
    const scores = new Map(
      preferPhrases('cash flow bank', both, 0.3).map((hit) => [hit.chunk.id, hit.score]),
    );
    expect(matches[0]).not.toMatchObject({ coverage: 1 });
    both.forEach(({ chunk }, at) => expect(scores.get(chunk.id)).toBeCloseTo(expected[at] ?? 0, 9));
  });

  it('reads the first 50 only', () => {
    const sure = { ...together, bm25: 9 };
    const many = Array.from({ length: 50 }, (_, at) => candidate(`other ${at}`, 1 - at / 1_000));
    expect(texts('cash flow', [...many, sure]).at(-1)).toBe('the cash flow');
    expect(texts('cash flow', [...many.slice(1), sure], 10)[0]).toBe('the cash flow');
  });

  it('returns every candidate once, lowers none, and keeps the order of equal ones', () => {
    const word = fc.constantFrom('cash', 'flow', 'tax', 'the', 'of');
    const some = fc.uniqueArray(
      fc.record({ words: fc.array(word, { maxLength: 8 }), score: fc.constantFrom(0, 0.25, 0.5, 1) }),
      { selector: ({ words }) => words.join(' '), maxLength: 60 },
    );
    fc.assert(
      fc.property(some, fc.array(word, { maxLength: 4 }), (all, query) => {
        const given = all
          .map(({ words, score }) => candidate(words.join(' '), score))
          .toSorted((a, b) => b.score - a.score);
        const before = new Map(given.map(({ chunk, score }, at) => [chunk.id, { score, at }]));
        const after = preferPhrases(query.join(' '), given, 0.3);
        expect(after.map(({ chunk }) => chunk.id).toSorted()).toEqual([...before.keys()].toSorted());
        after.slice(0, 50).forEach(({ chunk, score }, at, list) => {
          expect(score).toBeGreaterThanOrEqual(before.get(chunk.id)?.score ?? 0);
          const next = list[at + 1];
          if (next?.score === score)
            expect(before.get(next.chunk.id)?.at).toBeGreaterThan(before.get(chunk.id)?.at ?? 0);
        });
      }),
    );
  });
});
