import { addEvidence, type EvidenceCandidate } from '../evidence/evidence';
import { patchOf, readOf, withRead } from './read-of';
import type { StepRead } from './step-read';
import { openTurn, type Turn } from './turn';

function aTurn(): Turn {
  return openTurn({
    id: 't1',
    tenant: 'local',
    session: 's1',
    pipeline: 'code@d',
    question: 'How?',
    isEnglish: true,
    askedAt: 1,
    deadline: 2,
  });
}

function candidate(path: string, relevance: number): EvidenceCandidate {
  const place = { path, startLine: 1, endLine: 2 };
  return { id: path, kind: 'chunk', text: path, ...place, relevance, foundBy: 'bm25', query: 'q' };
}

const node = (key: string) => ({ key, kind: 'TYPE', name: key, depth: 1 });

describe('what a step got from a store', () => {
  it('is what the step wrote, also where a later step raised the relevance of its evidence', () => {
    const before = aTurn();
    const first = addEvidence([], [candidate('a.ts', 0.25), candidate('b.ts', 0.5)], 1).evidence;
    const patch = { evidence: first, memory: { recalled: [1], passedOver: 0, notFound: [] } };
    const read = readOf(before, 'fetch', { outcome: 'ok', patch, note: '2 relevant' });
    const later = addEvidence(first, [candidate('a.ts', 0.75), candidate('c.ts', 0.1)], 2).evidence;
    expect(patchOf(read, before, { ...before, evidence: later })).toEqual(patch);
    expect(read).toMatchObject({ step: 'fetch', outcome: 'ok', note: '2 relevant' });
  });

  it('keeps no text of evidence, and of the graph only what the step added', () => {
    const before = { ...aTurn(), graph: { entries: ['a'], nodes: [node('a')], edges: [] } };
    const graph = { entries: ['a', 'b'], nodes: [node('a'), node('b')], edges: [] };
    const { evidence } = addEvidence([], [candidate('secret-text.ts', 1)], 1);
    const read = readOf(before, 'expand', { outcome: 'ok', patch: { graph, evidence } });
    expect(JSON.stringify(read)).not.toContain('secret-text');
    expect(read.graph?.added.nodes).toEqual([node('b')]);
    expect(patchOf(read, before, { ...before, evidence })?.graph).toEqual(graph);
  });

  it('is null where the finished turn lacks a part of it', () => {
    const before = aTurn();
    const { evidence } = addEvidence([], [candidate('a.ts', 1)], 1);
    const read = readOf(before, 'fetch', { outcome: 'ok', patch: { evidence } });
    expect(patchOf(read, before, before)).toBeNull();
  });

  it('leaves graphs out above 192 KiB, so that no turn fails for its record', () => {
    let turn = aTurn();
    let reads: readonly StepRead[] = [];
    for (let pass = 1; pass <= 6; pass++) {
      const more = Array.from({ length: 600 }, (_, n) =>
        node(`src/folder/module_${pass}.py|method_${n}|METHOD`),
      );
      const patch = { graph: { ...turn.graph, nodes: [...turn.graph.nodes, ...more] } };
      reads = withRead(reads, readOf(turn, `expand-${pass}`, { outcome: 'ok', patch, note: `${pass}` }));
      turn = { ...turn, ...patch };
    }
    expect(reads.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6].map((pass) => `expand-${pass}`));
    expect(Buffer.byteLength(JSON.stringify(reads))).toBeLessThan(256 * 1024);
    const [first, last] = [reads[0], reads[5]];
    expect(first && patchOf(first, aTurn(), turn)?.graph?.nodes).toHaveLength(600);
    expect(last).toMatchObject({ outcome: 'ok', note: '6', omitted: 'graph' });
    expect(last && patchOf(last, turn, turn)).toBeNull();
  });
});
