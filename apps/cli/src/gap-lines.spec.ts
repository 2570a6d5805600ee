import colors from 'picocolors';
import { openTurn, raiseNeeds, type Evidence, type Turn } from '@quarry/turn';
import { gapLines } from './gap-lines';

const opened = openTurn({
  id: 't1',
  tenant: 'local',
  session: 's1',
  pipeline: 'cgrag@1',
  question: 'q',
  isEnglish: true,
  askedAt: 0,
  deadline: 1_000,
});
const item = (n: number, fields: Partial<Evidence> = {}): Evidence => ({
  id: `e${n}`,
  n,
  pass: 1,
  kind: 'chunk',
  text: 'x',
  path: `src/${n}.ts`,
  startLine: n,
  endLine: n,
  relevance: 0.5,
  foundBy: 'bm25',
  query: 'how invoices end',
  ...fields,
});
const [money, tax, late] = raiseNeeds([], ['Money', 'TaxOffice', 'Late'], 1);
const turn: Turn = {
  ...opened,
  spent: { ...opened.spent, loops: 1 },
  memory: { recalled: [9], passedOver: 0, notFound: [] },
  searches: [
    { pass: 1, mode: 'bm25', query: 'how invoices end', hits: 8, added: 6, fallback: 'no vectors: keywords' },
    { pass: 2, mode: 'graph', query: 'Money', hits: 1, added: 1 },
  ],
  evidence: [...[1, 2, 3, 4, 5, 6].map((n) => item(n)), item(7, { pass: 2 }), item(9)],
  needs: [
    { ...money!, status: 'resolved', resolvedBy: [7] },
    { ...tax!, status: 'missed' },
    { ...late!, pass: 2, status: 'missed' },
  ],
  misses: [
    { pass: 2, text: 'TaxOffice', why: 'nothing names it', where: ['graph: names', 'bm25 search'] },
    { pass: 2, text: 'Late', why: 'after 2 passes', where: [] },
  ],
};

describe('the gap report', () => {
  it('shows for each pass what was requested, and where it was found or not', () => {
    expect(gapLines(turn, colors.createColors(false), null)).toEqual([
      'Searched for',
      '  pass 1',
      '    from the session: [9] src/9.ts:9',
      '    ✓ how invoices end [1] src/1.ts:1, [2] src/2.ts:2, [3] src/3.ts:3, [4] src/4.ts:4 and 2 more',
      '  pass 2',
      '    ✓ Money [7] src/7.ts:7',
      '    ✗ TaxOffice (nothing names it; searched in graph: names, bm25 search)',
      '    ✗ Late (not searched for: after 2 passes)',
      '  no vectors: keywords',
      '',
    ]);
  });

  it('separates values from the evidence around them', () => {
    const pages = [{ page: 5, box: null }];
    const value = item(10, { kind: 'finding', path: 'a.pdf', format: 'pdf', pages, query: 'x' });
    const result = item(11, { kind: 'calculation', path: 'a.pdf', query: 'x' });
    const evidence = [...turn.evidence, item(8, { query: 'x' }), value, result];
    const lines = gapLines({ ...turn, evidence }, colors.createColors(false), null);
    expect(lines).toContain('    around it: [8] src/8.ts:8');
    expect(lines).toContain('    values: [10] a.pdf, page 5, [11] calculation');
  });

  it('wraps wide lists of places', () => {
    const wide = (n: number) => item(n, { path: `src/${'deep/'.repeat(8)}${n}.ts` });
    const lines = gapLines(
      { ...turn, evidence: [1, 2, 3, 4, 5].map(wide) },
      colors.createColors(false),
      null,
    ).join('\n');
    expect(lines).toContain('.ts:1,\n        [2] src/deep');
    expect(lines).toContain('4.ts:4 and 1 more\n');
    expect(lines.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });

  it('shows sources that the answer cites by their numbers, and a few others', () => {
    const cited = [2, 5].map((n) => ({ n, path: `src/${n}.ts`, startLine: n, endLine: n, pass: 1 }));
    const answer = { english: '', text: '', citations: cited, removedCitations: [], writtenBy: 'extractive' };
    expect(gapLines({ ...turn, answer }, colors.createColors(false), null)).toContain(
      '    ✓ how invoices end [2], [5], [1] src/1.ts:1, [3] src/3.ts:3 and 2 more',
    );
  });

  it('shows places that open from the working folder', () => {
    const lines = gapLines(turn, colors.createColors(false), '/elsewhere/shop').join('\n');
    expect(lines).toContain('[7] /elsewhere/shop/src/7.ts:7');
  });

  it('is empty if nothing was searched for', () => {
    expect(gapLines(opened, colors.createColors(false), null)).toEqual([]);
  });
});
