import { conclusionOf, degradedSentences, type Evidence, type Turn } from '@quarry/turn';
import { evidence } from './carriers/testing/turns';
import { aTurn } from './testing';
import { fitEvidence } from './weakest-evidence';

const sized = (n: number, relevance: number): Evidence => ({ ...evidence(n, 'x'.repeat(1_000)), relevance });
const bytesOf = (items: readonly Evidence[] | undefined): number =>
  (items ?? []).reduce((sum, item) => sum + Buffer.byteLength(JSON.stringify(item)), 0);

describe('a turn that grows too large', () => {
  const found = [sized(1, 0.2), sized(2, 0.9), sized(3, 0.3), sized(4, 0.8), sized(5, 0.1)];

  it('keeps all evidence that fits', () => {
    expect(fitEvidence(aTurn({ evidence: found }), 'fetch', bytesOf(found))).toEqual({});
  });

  it('drops the least relevant, and reports it; the newest stays, so that no number is reused', () => {
    const turn = aTurn({ evidence: found });
    const patch = fitEvidence(turn, 'fetch', bytesOf(found) - 1_500);
    expect(patch.evidence?.map(({ n }) => n)).toEqual([2, 4, 5]);
    expect(degradedSentences(patch.degraded)).toEqual([
      expect.stringMatching(/^without the least relevant 2 pieces of evidence: a turn keeps at most \d+ KiB/),
    ]);
    expect(conclusionOf({ ...turn, ...patch })).toBeDefined();
  });

  it('drops cited evidence last', () => {
    const answer = {
      ...{ english: 'a [1]', text: 'a [1]', removedCitations: [], writtenBy: 'm' },
      citations: [{ n: 1 }],
    } as unknown as Turn['answer'];
    const patch = fitEvidence(aTurn({ evidence: found, answer }), 'fetch', bytesOf(found) - 2_500);
    expect(patch.evidence?.map(({ n }) => n)).toEqual([1, 5]);
  });

  it('keeps a single piece of any size: only that can be too large', () => {
    expect(fitEvidence(aTurn({ evidence: [sized(1, 0.5)] }), 'fetch', 10)).toEqual({});
  });
});
