import { raiseNeeds, type Finding } from '@quarry/turn';
import { aTurn, someEvidence } from './testing';
import { eventsOf } from './turn-log';

const aFinding = (n: number, more: Partial<Finding> = {}): Finding => ({
  id: `finding-${n}`,
  n,
  pass: 1,
  item: 'sales',
  label: `value_${n}`,
  value: n,
  path: 'report.pdf',
  section: 'report.pdf#sales',
  sectionTitle: 'Sales',
  check: { stands: 'on_page', why: 'it is there' },
  ...more,
});
const plan = { mode: 'hybrid', queries: ['retry'] } as const;

describe('eventsOf', () => {
  it('is silent if nothing changed', () => {
    expect(eventsOf(aTurn({ plan }), aTurn({ plan }))).toEqual([]);
  });

  it('starts pass 1 with the plan, but not for a plan without retrieval', () => {
    const before = aTurn();
    expect(eventsOf(before, { ...before, plan })).toEqual([
      { type: 'pass.started', pass: 1, why: 'hybrid search for: retry', message: 'Retrieving context…' },
    ]);
    expect(eventsOf(before, { ...before, plan: { mode: 'direct', queries: [] } })).toEqual([]);
  });

  it('starts pass 1 with the first search if no step plans', () => {
    const before = aTurn();
    const search = { pass: 1, mode: 'bm25', query: 'retry', hits: 0, added: 0 } as const;
    const searched = { ...before, searches: [search] };
    expect(eventsOf(before, searched)).toEqual([
      { type: 'pass.started', pass: 1, why: 'bm25 search for: retry', message: 'Retrieving context…' },
    ]);
    expect(eventsOf(searched, { ...searched, searches: [search, search] })).toEqual([]);
  });

  it('starts a later pass with what is still missing', () => {
    const before = aTurn({ plan, needs: raiseNeeds([], ['parseLine'], 1) });
    const after = { ...before, spent: { ...before.spent, loops: 1 } };
    expect(eventsOf(before, after)).toEqual([
      {
        type: 'pass.started',
        pass: 2,
        why: 'still missing: parseLine',
        message: 'Retrieving additional context…',
      },
    ]);
  });

  it('starts a pass of an agent with its calls, and its first search starts no other pass', () => {
    const call = { tool: 'search' as const, id: 'c1', arguments: { query: 'retry' } };
    const before = aTurn({ needs: raiseNeeds([], [{ text: 'retry', call }, 'parseLine'], 1) });
    const after = { ...before, spent: { ...before.spent, loops: 1 } };
    expect(eventsOf(before, after)).toEqual([
      {
        type: 'pass.started',
        pass: 2,
        why: 'still missing: parseLine; called: search(retry)',
        message: 'Retrieving context…',
      },
    ]);
    const search = { pass: 2, mode: 'hybrid', query: 'retry', hits: 0, added: 0 } as const;
    expect(eventsOf(after, { ...after, searches: [search] })).toEqual([]);
  });

  it('reports only new evidence', () => {
    const before = aTurn({ evidence: [someEvidence(1)] });
    const after = { ...before, evidence: [...before.evidence, someEvidence(2, { symbol: 'thing2' })] };
    expect(eventsOf(before, after)).toEqual([
      {
        type: 'evidence.found',
        pass: 1,
        items: [{ n: 2, path: 'src/2.ts', startLine: 1, endLine: 3, foundBy: 'hybrid', symbol: 'thing2' }],
      },
    ]);
  });

  it('reports the place of evidence in documents, and each value and calculation once', () => {
    const before = aTurn({ findings: [aFinding(1)], calculations: [] });
    const pages = [{ page: 35, box: [1, 2, 3, 4] as const }];
    const after = {
      ...before,
      evidence: [someEvidence(1, { kind: 'finding', format: 'pdf', pages, foundBy: 'section' })],
      findings: [aFinding(1), aFinding(2, { unit: 'usd', page: 35 })],
      calculations: [
        { id: 'calculation-1', n: 3, pass: 1, expression: '[1] / [2]', inputs: [], result: '0.5' },
      ],
    };
    expect(eventsOf(before, after)).toEqual([
      {
        type: 'evidence.found',
        pass: 1,
        items: [
          {
            n: 1,
            path: 'src/1.ts',
            startLine: 1,
            endLine: 3,
            kind: 'finding',
            format: 'pdf',
            pages,
            foundBy: 'section',
          },
        ],
      },
      {
        type: 'finding.added',
        pass: 1,
        n: 2,
        label: 'value_2',
        value: 2,
        unit: 'usd',
        path: 'report.pdf',
        page: 35,
        stands: 'on_page',
      },
      { type: 'calculation.made', pass: 1, n: 3, expression: '[1] / [2]', result: '0.5' },
    ]);
  });

  it('reads documents of an older service, which have no values', () => {
    const { findings: _, calculations: __, ...old } = aTurn();
    expect(eventsOf(old, old)).toEqual([]);
    expect(eventsOf(old, { ...old, findings: [aFinding(1)] })).toMatchObject([
      { type: 'finding.added', n: 1 },
    ]);
  });

  it('reports each need once: raised, resolved, missed', () => {
    const before = aTurn();
    const needs = raiseNeeds([], ['a', 'b'], 1);
    const raised = { ...before, needs };
    expect(eventsOf(before, raised).map((event) => event.type)).toEqual(['need.raised', 'need.raised']);
    const settled = {
      ...raised,
      needs: needs.map((need, index) =>
        index === 0
          ? { ...need, status: 'resolved' as const, resolvedBy: [3] }
          : { ...need, status: 'missed' as const },
      ),
      misses: [{ pass: 2, text: 'b', why: 'not there', where: [] }],
    };
    expect(eventsOf(raised, settled)).toEqual([
      { type: 'need.resolved', pass: 1, text: 'a', by: [3] },
      { type: 'need.missed', pass: 1, text: 'b', why: 'not there' },
    ]);
  });

  it('announces each citation that was removed from the answer, once', () => {
    const draft = { english: '', text: '', citations: [], removedCitations: [], writtenBy: 'm', pass: 2 };
    const gone = { mark: '[97-99]', replacement: '' };
    const part = { mark: '[1, 99]', replacement: '[1]' };
    const before = aTurn({ answer: draft });
    const checked = { ...before, answer: { ...draft, removedMarks: [gone] } };
    expect(eventsOf(before, checked)).toEqual([{ type: 'citation.removed', pass: 2, ...gone }]);
    const rewritten = { ...checked, answer: { ...checked.answer, text: 'less' } };
    expect(eventsOf(checked, rewritten)).toEqual([]);
    const again = { ...checked, answer: { ...checked.answer, removedMarks: [gone, part] } };
    expect(eventsOf(checked, again)).toEqual([{ type: 'citation.removed', pass: 2, ...part }]);
  });
});
