import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { snapshotSet } from '@quarry/turn';
import { openGraphStore } from '../adapters';
import type { GraphNode, GraphStore } from '../port';
import { readingGraphSets } from './graph-sets';

const DB = { repository: 'orders-db', snapshot: 'v1' };
const SERVICE = { repository: 'orders-service', snapshot: 'v1' };
const BOTH = snapshotSet([DB, SERVICE]);
const TABLE = 'orders-db/dbo.Invoice|TABLE';
const PROC = 'orders-db/dbo.CancelInvoice|PROC';
const CANCEL = 'csharp:orders-service/Store.Cancel|METHOD';

function node(key: string, kind: GraphNode['kind'], text: string): GraphNode {
  const qualifiedName = key.replace(/^\w+:/, '').replace(/\|.*$/, '');
  const name = qualifiedName.split('.').at(-1) ?? '';
  const place = { path: `src/${name}`, startLine: 10, endLine: 12, text };
  return { key, kind, name, qualifiedName, language: 'any', ...place };
}

describe('calls from one repository to the database of another', () => {
  let folder: string;
  let graph: GraphStore;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-links-'));
    const store = openGraphStore(`sqlite:${folder}`);
    graph = readingGraphSets(store);
    const database = [
      node('dbo.Invoice|TABLE', 'TABLE', 'CREATE TABLE dbo.Invoice (Id INT)'),
      node('dbo.CancelInvoice|PROC', 'PROC', 'UPDATE dbo.Invoice SET State = 1'),
    ];
    const writes = { from: 'dbo.CancelInvoice|PROC', to: 'dbo.Invoice|TABLE', kind: 'WRITES_TO' as const };
    await store.write(DB, { files: [{ path: 'all.sql', digest: '1', nodes: database, edges: [writes] }] });
    const code = [
      node(
        'csharp:Store.Cancel|METHOD',
        'METHOD',
        'void Cancel() {\n  Run("EXEC dbo.CancelInvoice @id");\n}',
      ),
      node('csharp:Store.IsPaid|METHOD', 'METHOD', 'bool IsPaid() => Ask("SELECT State FROM dbo.Invoice");'),
      node('csharp:Store.Near|METHOD', 'METHOD', 'Ask("SELECT 1 FROM dbo.InvoiceLine");'),
    ];
    await store.write(SERVICE, { files: [{ path: 'Store.cs', digest: '1', nodes: code, edges: [] }] });
  });
  afterAll(async () => {
    await graph.close();
    rmSync(folder, { recursive: true });
  });

  const at = async (
    key: string,
    direction: 'in' | 'out',
    edgeKinds: ('EXECUTES' | 'READS_FROM' | 'WRITES_TO')[] = [],
  ) => {
    const { edges, total } = await graph.edgesAt(BOTH, [key], { direction, edgeKinds, limit: 10 });
    expect(total).toBe(edges.length);
    return edges.map(({ from, to, kind, path, line, confidence }) => ({
      from,
      to,
      kind,
      path,
      line,
      confidence,
    }));
  };
  const executes = {
    ...{ from: CANCEL, to: PROC, kind: 'EXECUTES' },
    ...{ path: 'orders-service/src/Cancel', line: 11, confidence: 0.9 },
  };

  it('are edges in both directions, at their line, with their confidence', async () => {
    expect(await at(PROC, 'in')).toEqual([executes]);
    expect(await at(CANCEL, 'out')).toEqual([executes]);
  });

  it('are listed next to the edges of the repository itself, and by their kind', async () => {
    expect((await at(TABLE, 'in')).map(({ from, kind }) => `${kind} ${from}`)).toEqual([
      'READS_FROM csharp:orders-service/Store.IsPaid|METHOD',
      `WRITES_TO ${PROC}`,
    ]);
    expect(await at(TABLE, 'in', ['WRITES_TO'])).toHaveLength(1);
    expect(await at(CANCEL, 'out', ['READS_FROM'])).toEqual([]);
  });

  it('are walked from code to the database and back', async () => {
    const walked = async (entry: string) => {
      const { nodes, edges } = await graph.walk(BOTH, [entry], { depth: 1, maxNodes: 10, edgeKinds: [] });
      return [...nodes.map(({ key, depth }) => `${depth} ${key}`), edges.length];
    };
    expect(await walked(CANCEL)).toEqual([`0 ${CANCEL}`, `1 ${PROC}`, 1]);
    expect(await walked(PROC)).toEqual([`0 ${PROC}`, `1 ${CANCEL}`, `1 ${TABLE}`, 2]);
  });

  it('do not exist where only one of them is asked about', async () => {
    const { edges } = await graph.edgesAt(DB, ['dbo.CancelInvoice|PROC'], {
      direction: 'in',
      edgeKinds: [],
      limit: 9,
    });
    expect(edges).toEqual([]);
  });
});
