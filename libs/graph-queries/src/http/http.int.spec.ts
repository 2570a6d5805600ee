import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openGraphStore,
  readingGraphSets,
  type GraphEdge,
  type GraphNode,
  type GraphStore,
  type NodeKind,
} from '@quarry/graph-store';
import { snapshotSet, type SnapshotRef } from '@quarry/turn';
import type { OperationName } from '../operation-names';
import { presentResult } from '../present';
import { runQuery } from '../run-query';

const SERVICE = { repository: 'service', snapshot: 'v1' };
const CLIENT = { repository: 'client', snapshot: 'v1' };
const BOTH = snapshotSet([SERVICE, CLIENT]);

function node(key: string, kind: NodeKind, path: string, line: number): GraphNode {
  const name = key.replace(/^\w+:/, '').replace(/\|.*$/, '');
  const place = {
    path,
    startLine: line,
    endLine: line,
    text: `text of ${name}`,
    signature: `text of ${name}`,
  };
  return { key, kind, name, qualifiedName: name, language: 'typescript', ...place };
}

let folder: string;
let graph: GraphStore;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-http-'));
  const store = openGraphStore(`sqlite:${folder}`);
  graph = readingGraphSets(store);
  const route = (name: string, line: number) => node(`route:${name}|ROUTE`, 'ROUTE', 'api.ts', line);
  const handles = (name: string, to: string): GraphEdge => ({
    from: `route:${name}|ROUTE`,
    to,
    kind: 'CALLS',
    line: 1,
  });
  await store.write(SERVICE, {
    files: [
      {
        ...{ path: 'api.ts', digest: '1' },
        nodes: [
          route('POST /v1/orders', 1),
          route('GET /v1/orders/{}', 2),
          route('GET /health', 3),
          node('typescript:api.create|FUNCTION', 'FUNCTION', 'api.ts', 10),
          node('typescript:api.load|FUNCTION', 'FUNCTION', 'api.ts', 20),
        ],
        edges: [
          handles('POST /v1/orders', 'typescript:api.create|FUNCTION'),
          handles('GET /v1/orders/{}', 'typescript:api.load|FUNCTION'),
        ],
      },
    ],
  });
  const calls = (from: string, name: string, line: number): GraphEdge => ({
    from,
    to: `request:${name}|REQUEST`,
    kind: 'CALLS',
    line,
  });
  await store.write(CLIENT, {
    files: [
      {
        ...{ path: 'shop.ts', digest: '1' },
        nodes: [
          node('typescript:shop.order|FUNCTION', 'FUNCTION', 'shop.ts', 5),
          node('typescript:shop.show|FUNCTION', 'FUNCTION', 'shop.ts', 7),
          node('request:POST /orders|REQUEST', 'REQUEST', 'shop.ts', 5),
          node('request:GET /v1/orders/7|REQUEST', 'REQUEST', 'shop.ts', 7),
          node('request:GET /else|REQUEST', 'REQUEST', 'shop.ts', 8),
          node('file:shop.ts|FILE', 'FILE', 'shop.ts', 1),
          node('line:shop.ts#8|LINE', 'LINE', 'shop.ts', 8),
        ],
        edges: [
          calls('typescript:shop.order|FUNCTION', 'POST /orders', 5),
          calls('typescript:shop.show|FUNCTION', 'GET /v1/orders/7', 7),
          calls('file:shop.ts|FILE', 'GET /else', 8),
        ],
      },
    ],
  });
});
afterAll(async () => {
  await graph.close();
  rmSync(folder, { recursive: true });
});

async function ask(operation: OperationName, names: readonly string[], ref: SnapshotRef = BOTH) {
  const result = await runQuery({ graph, ref }, { operation, names }, { limit: 20 });
  const { summary, relations, limits } = presentResult(operation, result);
  const found = relations.map(({ name, path, line, confidence, probable }) => [
    name,
    `${path}:${line}`,
    confidence,
    probable,
  ]);
  return { summary, found, limits };
}

describe('calls over HTTP', () => {
  it('are callers of the route, probably', async () => {
    const { summary, found } = await ask('callers', ['GET /v1/orders/{id}']);
    expect(summary).toBe('1 caller of GET /v1/orders/{} in client (1)');
    expect(found).toEqual([['client/shop.show', 'client/shop.ts:7', 0.9, true]]);
  });

  it('are less sure where only the ends of the paths are the same', async () => {
    expect((await ask('callers', ['POST /v1/orders'])).found).toEqual([
      ['client/shop.order', 'client/shop.ts:5', 0.6, true],
    ]);
  });

  it('find the route by the end of its path', async () => {
    expect((await ask('callers', ['/orders/42'])).found).toHaveLength(1);
  });

  it('lead from the client to the code that serves it, and back', async () => {
    const { found } = await ask('path', ['shop.show', 'api.load']);
    expect(found.map(([name]) => name)).toEqual([
      'client/GET /v1/orders/7',
      'service/GET /v1/orders/{}',
      'service/api.load',
    ]);
    expect((await ask('impact', ['api.load'])).found.map(([name]) => name)).toContain('client/shop.show');
  });

  it('to a route that no repository serves are those of its path', async () => {
    const { found, limits } = await ask('callers', ['GET /else']);
    expect(found).toEqual([['client/shop.ts', 'client/shop.ts:8', null, false]]);
    expect(limits).toContain('No indexed repository serves this route');
  });

  it('do not show through from a repository that is not asked about', async () => {
    expect((await ask('callers', ['POST /v1/orders'], SERVICE)).found).toEqual([]);
    expect((await ask('callers', ['POST /v1/orders'], CLIENT)).limits).toContain('No indexed repository');
  });

  it('are counted for each route', async () => {
    const { summary, found } = await ask('routes', []);
    expect(summary).toBe('3 routes');
    expect(found.map(([name]) => name)).toEqual([
      'service/GET /health',
      'service/POST /v1/orders',
      'service/GET /v1/orders/{}',
    ]);
  });
});
