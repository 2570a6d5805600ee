import type { Nearby } from '@quarry/graph-store';
import type { Neighborhood } from '@quarry/turn';
import { leftOut, mergeNeighborhood } from './neighborhood';

const EMPTY: Neighborhood = { entries: [], nodes: [], edges: [] };
const key = (pass: number, n: number): string =>
  `src/deep/folder/module_${pass}.py|Class${pass}.method_${n}|METHOD`;

/** 120 nodes and 840 edges, as a walk in a real code base. */
function walk(pass: number): Nearby {
  const nodes = Array.from({ length: 120 }, (_, n) => ({
    key: key(pass, n),
    kind: 'METHOD' as const,
    name: `method_${n}`,
    qualifiedName: `Class${pass}.method_${n}`,
    path: `src/deep/folder/module_${pass}.py`,
    startLine: n,
    endLine: n,
    language: 'python',
    depth: n === 0 ? 0 : 1 + (n % 2),
    proximity: 1 / (n + 1),
  }));
  const edges = Array.from({ length: 840 }, (_, n) => ({
    from: key(pass, n % 120),
    to: key(pass, Math.floor(n / 7)),
    kind: 'CALLS' as const,
  }));
  return { nodes, edges };
}

const bytes = (graph: Neighborhood): number => Buffer.byteLength(JSON.stringify(graph));

it('what fits is kept whole', () => {
  const graph = mergeNeighborhood(EMPTY, [key(1, 0)], walk(1));
  expect(graph.nodes).toHaveLength(120);
  expect(graph.edges.length).toBeGreaterThan(800);
  expect(leftOut(graph, walk(1))).toBe(0);
  expect(leftOut(EMPTY, walk(1))).toBe(960);
});

it('the neighbourhood of many passes stays below what a group of a turn may have', () => {
  let graph = EMPTY;
  for (let pass = 1; pass <= 8; pass++) graph = mergeNeighborhood(graph, [key(pass, 0)], walk(pass));
  expect(bytes(graph)).toBeLessThanOrEqual(192 * 1024);
  expect(bytes(graph)).toBeGreaterThan(150 * 1024);
  expect(graph.entries).toHaveLength(8);
  const kept = new Set(graph.nodes.map((node) => node.key));
  for (let pass = 1; pass <= 8; pass++) expect(kept).toContain(key(pass, 0));
  expect(graph.edges.filter(({ from, to }) => !kept.has(from) || !kept.has(to))).toEqual([]);
});

it('edges at entry nodes are kept, and of the others the newest', () => {
  let graph = EMPTY;
  for (let pass = 1; pass <= 3; pass++) graph = mergeNeighborhood(graph, [key(pass, 0)], walk(pass));
  const at = (pass: number): number =>
    graph.edges.filter(({ from, to }) => from === key(pass, 0) || to === key(pass, 0)).length;
  const kept = new Set(graph.nodes.map((node) => node.key));
  for (let pass = 1; pass <= 3; pass++) {
    const all = walk(pass).edges.filter(
      ({ from, to }) => [from, to].includes(key(pass, 0)) && kept.has(from) && kept.has(to),
    );
    expect(at(pass)).toBe(new Set(all.map(({ from, to }) => `${from} ${to}`)).size);
  }
  const of = (pass: number): number =>
    graph.edges.filter(({ from }) => from.includes(`module_${pass}.py`)).length;
  expect(of(3)).toBeGreaterThan(of(1));
});
