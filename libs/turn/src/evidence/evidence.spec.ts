import fc from 'fast-check';
import { addEvidence, type Evidence, type EvidenceCandidate } from './evidence';

function candidate(id: string, from: number, to: number, path = 'a.ts'): EvidenceCandidate {
  const text = Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index} of ${path}`).join(
    '\n',
  );
  return {
    id,
    kind: 'chunk',
    text,
    path,
    startLine: from,
    endLine: to,
    relevance: 0.5,
    foundBy: 'hybrid',
    query: 'q',
  };
}

describe('addEvidence', () => {
  it('gives numbers once and keeps them over the passes', () => {
    const first = addEvidence([], [candidate('a', 1, 5), candidate('b', 9, 12)], 1);
    const second = addEvidence(first.evidence, [candidate('a', 1, 5), candidate('c', 20, 22)], 2);
    expect(second.evidence.map(({ id, n, pass }) => [id, n, pass])).toEqual([
      ['a', 1, 1],
      ['b', 2, 1],
      ['c', 3, 2],
    ]);
    expect(second.added.map((item) => item.id)).toEqual(['c']);
  });

  it('adds nothing for lines that are there already, but does for the larger whole', () => {
    const { evidence } = addEvidence([], [candidate('part', 3, 5)], 1);
    expect(addEvidence(evidence, [candidate('inner', 4, 5)], 2)).toMatchObject({ added: [], numbers: [1] });
    expect(addEvidence(evidence, [candidate('whole', 1, 9)], 2).added).toHaveLength(1);
    expect(addEvidence(evidence, [candidate('other file', 3, 5, 'b.ts')], 2).added).toHaveLength(1);
  });

  it('adds nothing for lines that are there already, whatever blanks stand around them', () => {
    const node = (item: EvidenceCandidate): EvidenceCandidate => ({ ...item, kind: 'node' });
    const { evidence } = addEvidence([], [node(candidate('part', 3, 5))], 1);
    const inner = node(candidate('inner', 4, 5));
    expect(addEvidence(evidence, [{ ...inner, text: `\n${inner.text}\n` }], 2).added).toEqual([]);
    const ending = { ...candidate('ending', 3, 5), endLine: 6, text: `${candidate('', 3, 5).text}\n` };
    expect(addEvidence(evidence, [ending], 2)).toMatchObject({ added: [], numbers: [1] });
    const further = { ...candidate('further', 4, 6), text: 'line 4 of a.ts' };
    expect(addEvidence(evidence, [further], 2).added).toHaveLength(1);
  });

  it('keeps the best relevance that any query gave an item, and the query that found it first (002 §2)', () => {
    const found = (relevance: number, query: string) => ({ ...candidate('a', 1, 5), relevance, query });
    const { evidence } = addEvidence([], [found(0.5, 'first'), found(0.9, 'better'), found(0.7, 'last')], 1);
    expect(evidence).toMatchObject([{ n: 1, relevance: 0.9, query: 'first', pass: 1 }]);
    const later = addEvidence(evidence, [found(0.95, 'follow-up')], 2);
    expect(later).toMatchObject({ added: [], evidence: [{ relevance: 0.95, query: 'first', pass: 1 }] });
    const part = { ...candidate('part', 2, 3), relevance: 1 };
    expect(addEvidence(later.evidence, [part], 2).evidence).toEqual(later.evidence);
  });

  it('keeps values of the same line apart, also where the text of one ends in that of the other', () => {
    const value = (text: string): EvidenceCandidate => ({ ...candidate(text, 3, 3), kind: 'finding', text });
    const { evidence } = addEvidence([], [candidate('part', 1, 5)], 1);
    const values = [value('net revenue = 5'), value('revenue = 5'), value('line 3 of a.ts')];
    expect(addEvidence(evidence, values, 1).numbers).toEqual([2, 3, 4]);
  });

  it('only ever appends, numbered without gaps', () => {
    const batch = fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 0, max: 9 }),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(fc.array(batch, { maxLength: 5 }), (batches) => {
        let evidence: readonly Evidence[] = [];
        batches.forEach((items, index) => {
          const before = evidence;
          evidence = addEvidence(
            evidence,
            items.map(([id, from, length]) => candidate(`id${id}`, from, from + length)),
            index + 1,
          ).evidence;
          expect(evidence.slice(0, before.length)).toEqual(before);
        });
        expect(evidence.map((item) => item.n)).toEqual(evidence.map((_, index) => index + 1));
        expect(new Set(evidence.map((item) => item.id)).size).toBe(evidence.length);
      }),
    );
  });
});
