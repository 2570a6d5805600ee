import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discardGraphSnapshot, openGraphStore } from '@quarry/graph-store';
import { discardSearchSnapshot, openSearchIndex } from '@quarry/search-index';
import { describeWithServers } from '../../../../test/servers/servers';
import { contentOf, copy, fill, type Place } from './testing/places';
import { copyableFiles, REF, vectorOf } from './testing/snapshots';

jest.setTimeout(180_000);

describeWithServers('copySnapshot to servers and back', ({ elasticsearch, neo4j }) => {
  const own = `copy-${randomBytes(6).toString('hex')}`;
  const urls = { search: `elasticsearch:${elasticsearch}/${own}`, graph: `${neo4j}?namespace=${own}` };
  let folder: string;
  let opened: Place[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-copy-'));
    opened = [];
  });
  afterEach(async () => {
    for (const { search, graph } of opened) {
      await search.close();
      await graph.close();
    }
    await discardSearchSnapshot(urls.search, REF);
    await discardGraphSnapshot(urls.graph, REF);
    rmSync(folder, { recursive: true, force: true });
  });

  // The store leaves its template, because others may use the prefix.
  afterAll(() => fetch(`${elasticsearch}/_index_template/${own}.search`, { method: 'DELETE' }));

  const place = (search: string, graph: string): Place => {
    const made = { search: openSearchIndex(search), graph: openGraphStore(graph) };
    opened.push(made);
    return made;
  };
  const embedded = (name: string) =>
    place(`sqlite:${join(folder, name, 'search')}`, `sqlite:${join(folder, name, 'graph')}`);
  const servers = () => place(urls.search, urls.graph);

  it('loses nothing on the way to the servers and back', async () => {
    const laptop = embedded('laptop');
    const team = servers();
    await fill(laptop, copyableFiles(60), ['src/f7.ts']);
    const there = await copy(laptop, team);
    expect(there.search).toMatchObject({
      files: 60,
      chunks: 120,
      sections: 45,
      pendingVectors: 1,
      vectorIndex: { type: 'int8_hnsw' },
    });
    expect(there.graph).toMatchObject({ files: 60, nodes: 60, edges: 60 });
    expect(await contentOf(team)).toEqual(await contentOf(laptop));
    const backup = embedded('backup');
    const back = await copy(team, backup);
    expect(back.search?.vectorIndex.type).toBe('flat');
    expect(await contentOf(backup)).toEqual(await contentOf(laptop));
    const query = [{ kind: 'knn', vector: vectorOf('x'), k: 5 } as const];
    expect(await backup.search.search(REF, query)).toEqual(await laptop.search.search(REF, query));
  });

  it('copies changes and removes deleted files', async () => {
    const laptop = embedded('laptop');
    const team = servers();
    await fill(laptop, copyableFiles(12));
    await copy(laptop, team, { vectorIndex: { type: 'flat' } });
    await laptop.search.write(REF, { remove: ['src/f3.ts'], meta: {} });
    await laptop.graph.write(REF, { remove: ['src/f3.ts'] });
    await fill(laptop, copyableFiles(5, 'otter').slice(4));
    const report = await copy(laptop, team);
    expect(report.search).toMatchObject({ files: 11, written: 1, removed: 1, vectorIndex: { type: 'flat' } });
    expect(report.graph).toMatchObject({ files: 11, written: 1, removed: 1 });
    expect(await contentOf(team)).toEqual(await contentOf(laptop));
  });
});
