import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { snapshotSet } from '@quarry/turn';
import { openGraphStore } from '../adapters';
import type { GraphNode, GraphStore } from '../port';
import { readingGraphSets } from './graph-sets';

const ALPHA = { repository: 'alpha', snapshot: 'v1' };
const BETA = { repository: '@acme/beta', snapshot: 'v2' };
const BOTH = snapshotSet([ALPHA, BETA]);

function fn(name: string, path: string): GraphNode {
  const place = { path, startLine: 1, endLine: 2, text: `function ${name}() {}` };
  return {
    ...{ key: `typescript:src/${name}|FUNCTION`, kind: 'FUNCTION', name, qualifiedName: `src/${name}` },
    ...{ language: 'typescript', ...place },
  };
}

describe('the code graphs of several repositories', () => {
  let folder: string;
  let graph: GraphStore;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-graph-sets-'));
    const store = openGraphStore(`sqlite:${folder}`);
    graph = readingGraphSets(store);
    for (const [ref, others] of [
      [ALPHA, ['send', 'queue']],
      [BETA, ['send']],
    ] as const) {
      const nodes = ['retry', ...others].map((name) => fn(name, `src/${name}.ts`));
      const edges = others.map((name) => ({
        from: `typescript:src/${name}|FUNCTION`,
        to: 'typescript:src/retry|FUNCTION',
        kind: 'CALLS' as const,
        line: 2,
      }));
      await store.write(ref, { files: [{ path: 'src/all.ts', digest: '1', nodes, edges }] });
    }
  });
  afterAll(async () => {
    await graph.close();
    rmSync(folder, { recursive: true });
  });

  it('list a name that exists in several by repository, exact ones in turn', async () => {
    const [found = []] = await graph.lookup(BOTH, ['retry'], 5);
    expect(
      found.map(({ key, qualifiedName, path, repository, match }) => [
        key,
        qualifiedName,
        path,
        repository,
        match,
      ]),
    ).toEqual([
      ['typescript:alpha/src/retry|FUNCTION', 'alpha/src/retry', 'alpha/src/retry.ts', 'alpha', 'exact'],
      ['typescript:beta/src/retry|FUNCTION', 'beta/src/retry', 'beta/src/retry.ts', 'beta', 'exact'],
    ]);
    expect((await graph.lookup(BOTH, ['retry'], 1))[0]).toHaveLength(1);
  });

  it('look up a name that begins with a repository in this one, and a key in its own', async () => {
    const keys = async (name: string) =>
      ((await graph.lookup(BOTH, [name], 5))[0] ?? []).map(({ key }) => key);
    expect(await keys('beta/src/retry')).toEqual(['typescript:beta/src/retry|FUNCTION']);
    expect(await keys('typescript:alpha/src/retry|FUNCTION')).toEqual([
      'typescript:alpha/src/retry|FUNCTION',
    ]);
  });

  it('give nodes in the order of their keys, and the edges at them, without mixing repositories', async () => {
    const keys = ['typescript:beta/src/retry|FUNCTION', 'typescript:alpha/src/retry|FUNCTION'];
    expect(
      (await graph.nodes(BOTH, [...keys, 'typescript:src/retry|FUNCTION'])).map(({ key }) => key),
    ).toEqual(keys);
    const { edges, total } = await graph.edgesAt(BOTH, keys, { direction: 'in', edgeKinds: [], limit: 2 });
    expect(total).toBe(3);
    expect(edges.map(({ from, to, path }) => [from, to, path])).toEqual([
      ['typescript:alpha/src/queue|FUNCTION', 'typescript:alpha/src/retry|FUNCTION', 'alpha/src/all.ts'],
      ['typescript:alpha/src/send|FUNCTION', 'typescript:alpha/src/retry|FUNCTION', 'alpha/src/all.ts'],
    ]);
  });

  it('are walked from entries of each, within one limit', async () => {
    const entries = ['typescript:alpha/src/send|FUNCTION', 'typescript:beta/src/send|FUNCTION'];
    const walk = (maxNodes: number) => graph.walk(BOTH, entries, { depth: 1, maxNodes, edgeKinds: [] });
    const { nodes, edges } = await walk(10);
    expect(nodes.map(({ key, depth }) => `${depth} ${key}`)).toEqual([
      '0 typescript:alpha/src/send|FUNCTION',
      '0 typescript:beta/src/send|FUNCTION',
      '1 typescript:alpha/src/retry|FUNCTION',
      '1 typescript:beta/src/retry|FUNCTION',
    ]);
    expect(edges).toHaveLength(2);
    expect((await walk(3)).nodes).toHaveLength(3);
    expect((await walk(3)).edges).toHaveLength(1);
  });

  it('are listed page by page, each node once', async () => {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const { nodes, next } = await graph.list(BOTH, { kinds: [], limit: 2, ...(after ? { after } : {}) });
      seen.push(...nodes.map(({ key }) => key));
      after = next ?? undefined;
    } while (after !== undefined);
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
    expect(seen.filter((key) => key.startsWith('typescript:beta/'))).toHaveLength(2);
  });

  it('are counted together, read alone as before, and not written', async () => {
    expect(await graph.describe(BOTH)).toEqual({ files: 2, nodes: 5, edges: 3 });
    expect((await graph.lookup(ALPHA, ['retry'], 5))[0]).toMatchObject([
      { key: 'typescript:src/retry|FUNCTION' },
    ]);
    expect(() => graph.write(BOTH, {})).toThrow(/cannot be written/);
  });
});
