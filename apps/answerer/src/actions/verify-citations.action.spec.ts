import { aTurn, someEvidence } from '@quarry/engine/testing';
import type { Answer } from '@quarry/turn';
import { VerifyCitationsAction } from './verify-citations.action';

const draft = (english: string): Answer => ({
  english,
  text: english,
  citations: [],
  removedCitations: [],
  writtenBy: 'm',
});
const evidence = [someEvidence(1, { commit: 'abc' }), someEvidence(2, { pass: 2, symbol: 'thing2' })];

describe('verify_citations', () => {
  it('makes citations of every pass that open the exact lines', async () => {
    const result = await new VerifyCitationsAction().run(
      aTurn({ evidence, answer: draft('First [1], then [2].') }),
    );
    expect(result.patch?.answer?.citations).toEqual([
      { n: 1, path: 'src/1.ts', startLine: 1, endLine: 3, pass: 1, commit: 'abc' },
      { n: 2, path: 'src/2.ts', startLine: 1, endLine: 3, pass: 2, symbol: 'thing2' },
    ]);
  });

  it('removes marks that point at nothing, and reports them', async () => {
    const result = await new VerifyCitationsAction().run(
      aTurn({ evidence, answer: draft('Known [1], invented [7].') }),
    );
    expect(result.patch?.answer).toMatchObject({
      english: 'Known [1], invented.',
      removedCitations: ['[7]'],
    });
    expect(result.note).toContain('[7]');
  });

  it('never leaves an empty answer', async () => {
    const searches = [{ pass: 1, mode: 'hybrid', query: 'retry', hits: 0, added: 0 }] as const;
    for (const answer of [null, draft(''), draft('[9]')]) {
      const result = await new VerifyCitationsAction().run(aTurn({ answer, searches }));
      expect(result.patch?.answer?.text).toContain('retry (hybrid)');
    }
  });
});
