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
  it('creates citations for all passes that open the exact lines', async () => {
    const result = await new VerifyCitationsAction().run(
      aTurn({ evidence, answer: draft('First [1], then [2].') }),
    );
    expect(result.patch?.answer?.citations).toEqual([
      { n: 1, path: 'src/1.ts', startLine: 1, endLine: 3, pass: 1, commit: 'abc' },
      { n: 2, path: 'src/2.ts', startLine: 1, endLine: 3, pass: 2, symbol: 'thing2' },
    ]);
  });

  it('gives a citation the title and the URL of its source (004 §4)', async () => {
    const source = { title: 'Apollo 11', url: 'https://example.org/apollo-11' };
    const result = await new VerifyCitationsAction().run(
      aTurn({ evidence: [someEvidence(1, source)], answer: draft('They landed [1].') }),
    );
    expect(result.patch?.answer?.citations).toMatchObject([{ n: 1, ...source }]);
  });

  it('removes and reports marks that point nowhere', async () => {
    const result = await new VerifyCitationsAction().run(
      aTurn({ evidence, answer: draft('Known [1], invented [7].') }),
    );
    expect(result.patch?.answer).toMatchObject({
      english: 'Known [1], invented.',
      removedCitations: ['[7]'],
    });
    expect(result.note).toContain('[7]');
  });

  it('traces only the numbers of answers from documents', async () => {
    const pages = [{ page: 4, box: null }];
    const paged = [someEvidence(1, { text: 'Net sales 5,298', pages })];
    const result = await new VerifyCitationsAction().run(
      aTurn({ evidence: paged, answer: draft('It was 5,298, not 7 [1].') }),
    );
    expect(result.patch?.answer?.figures).toEqual([
      {
        text: '5,298',
        start: 7,
        end: 12,
        source: { kind: 'evidence', n: 1, path: 'src/1.ts', places: pages },
      },
      { text: '7', start: 18, end: 19, source: null },
    ]);
    expect(result.note).toBe('1 citation verified, 1 of 2 numbers traced');
    const code = await new VerifyCitationsAction().run(
      aTurn({ evidence, answer: draft('It was 5,298 [1].') }),
    );
    expect(code.patch?.answer).not.toHaveProperty('figures');
  });

  it('says how many numbers are not traced because there are too many', async () => {
    const pages = [{ page: 3, box: null }];
    const document = someEvidence(1, { path: 'a.pdf', format: 'pdf', pages });
    const numbers = Array.from({ length: 503 }, (_none, at) => `${at + 5000}.5`).join(', ');
    const result = await new VerifyCitationsAction().run(
      aTurn({ evidence: [document], answer: draft(`It has ${numbers} [1].`) }),
    );
    expect(result.note).toMatch(/, 3 more not traced: too many numbers$/);
  });

  it('never leaves an empty answer', async () => {
    const searches = [{ pass: 1, mode: 'hybrid', query: 'retry', hits: 0, added: 0 }] as const;
    for (const answer of [null, draft(''), draft('[9]')]) {
      const result = await new VerifyCitationsAction().run(aTurn({ answer, searches }));
      expect(result.patch?.answer?.text).toContain('retry (hybrid)');
    }
  });
});
