import type { Running } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { call, expectProblem, startGateway, type Call } from './gateway-under-test';
import { differences, type OpenApi } from './openapi';

type Gateway = Running & { readonly url: string };
interface Hit {
  readonly path: string;
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly relevance: number;
}
interface FoundNode {
  readonly key: string;
  readonly kind: string;
  readonly match: string;
  readonly path?: string;
  readonly text?: string;
  readonly moreNeighbours: boolean;
  readonly neighbours: readonly {
    readonly edge: string;
    readonly nodes: readonly { readonly key: string; readonly direction: string }[];
  }[];
}
interface Section {
  readonly id: string;
  readonly level: number;
  readonly parent: string | null;
}

describe('search, lookup and sections without a turn', () => {
  let code: Awaited<ReturnType<typeof indexFixture>>;
  let reports: Awaited<ReturnType<typeof indexFixture>>;
  let shop: Gateway;
  let archive: Gateway;
  let document: OpenApi;

  beforeAll(async () => {
    [code, reports] = [
      await indexFixture('test/fixtures/dotnet-shop/app'),
      await indexFixture('test/fixtures/reports'),
    ];
    shop = await startGateway(code.dataDir);
    archive = await startGateway(reports.dataDir, { apiKeys: { secret: 'acme' } });
    document = (await call<OpenApi>(shop.url, 'GET /v1/openapi.json')).body;
  });
  afterAll(async () => {
    await shop.close();
    await archive.close();
    await code.remove();
    await reports.remove();
  });

  /** Calls a route, holds the reply against the published schema, gives the body. */
  const ok = async <Body>(gateway: Gateway, path: string, body: object): Promise<Body> => {
    const options: Call = { body, ...(gateway === archive ? { key: 'secret' } : {}) };
    const reply = await call<Body>(gateway.url, `POST ${path}`, options);
    expect({ path, status: reply.status, body: reply.status === 200 ? {} : reply.body }).toEqual({
      ...{ path, status: 200, body: {} },
    });
    const schema = document.paths[path]?.['post']?.responses['200']?.content?.['application/json']?.schema;
    expect(differences(document, schema ?? { type: 'no schema' }, reply.body)).toEqual([]);
    return reply.body;
  };

  it('finds passages with their places, and says in which mode', async () => {
    const body = { query: 'stock when an invoice is cancelled', topK: 3 };
    const found = await ok<{ mode: string; fallback: string; hits: Hit[] }>(shop, '/v1/search', body);
    expect(found).toMatchObject({ mode: 'bm25', repository: code.repository, snapshot: 'current' });
    expect(found.fallback).toMatch(/no vectors/);
    expect(found.hits.length).toBeGreaterThan(0);
    expect(found.hits.length).toBeLessThanOrEqual(3);
    expect(found.hits[0]?.text).toMatch(/cancel/i);
    expect(found.hits.every(({ relevance }) => relevance > 0 && relevance <= 1)).toBe(true);
  });

  it('narrows before it ranks, and finds nothing where nothing is relevant', async () => {
    const sql = await ok<{ hits: Hit[] }>(shop, '/v1/search', {
      ...{ query: 'stock movement', mode: 'bm25' },
      filter: { languages: ['sql'] },
    });
    expect(sql.hits.length).toBeGreaterThan(0);
    expect(sql.hits.every(({ path }) => path.endsWith('.sql'))).toBe(true);
    expect(await ok(shop, '/v1/search', { query: 'zygomorphic pelagornithids' })).toMatchObject({ hits: [] });
  });

  it('begins no turn', async () => {
    await ok(shop, '/v1/search', { query: 'stock' });
    expect((await call(shop.url, 'GET /v1/turns')).body).toMatchObject({ turns: [] });
  });

  it('looks names up in the code graph, with what is one edge away', async () => {
    const { nodes } = await ok<{ nodes: FoundNode[] }>(shop, '/v1/lookup', { name: 'InvoiceService' });
    const [type] = nodes;
    expect(type).toMatchObject({ kind: 'TYPE', match: 'exact' });
    expect(type?.text).toContain('InvoiceService');
    const defined = type?.neighbours.find(({ edge }) => edge === 'DEFINES')?.nodes ?? [];
    expect(defined.some(({ direction }) => direction === 'out')).toBe(true);
    expect(defined.some(({ direction }) => direction === 'in')).toBe(true);
    const path = type?.path ?? '';
    const byPath = await ok<{ nodes: FoundNode[] }>(shop, '/v1/lookup', { name: path });
    expect(byPath.nodes[0]).toMatchObject({ kind: 'FILE', match: 'exact', path });
    const key = await ok<{ nodes: FoundNode[] }>(shop, '/v1/lookup', { name: type?.key ?? '' });
    expect(key.nodes[0]?.key).toBe(type?.key);
    expect(await ok(shop, '/v1/lookup', { name: 'TaxOfficeGateway' })).toMatchObject({ nodes: [] });
  });

  it('answers what is around a name in the code graph, with the line of each relation', async () => {
    const graph = (path: string) => call(shop.url, `GET /v1/graph/${path}`);
    const { status, body } = await graph('writers?name=dbo.StockMovement');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ status: 'found', operation: 'writers', total: 2, summary: '2 writers of dbo.StockMovement' },
      repository: expect.any(String) as string,
      subjects: [{ name: 'dbo.StockMovement', kind: 'TABLE' }],
    });
    const { relations } = body as { relations: { path: string; line: number; text: string }[] };
    expect(relations).toHaveLength(2);
    for (const { path, line, text } of relations) {
      expect(path).toMatch(/^db\/.*\.sql$/);
      expect(line).toBeGreaterThan(0);
      expect(text).toMatch(/StockMovement/);
    }
    expect((await graph('writers?name=dbo.StockMovement&limit=1')).body).toMatchObject({
      ...{ total: 2, relations: [{ relation: 'WRITES_TO' }] },
    });
    expect((await graph('callers?name=Stock_Restor')).body).toMatchObject({
      ...{ status: 'unknown_name', near: expect.arrayContaining(['dbo.Stock_Restore']) as string[] },
    });
  });

  it('answers about everything, or about one folder, without a name', async () => {
    const graph = async (path: string) => (await call(shop.url, `GET /v1/graph/${path}`)).body;
    const unused = await graph('unused?limit=500');
    expect(unused).toMatchObject({ status: 'found', operation: 'unused', atLeast: false });
    const { total, relations } = unused as {
      total: number;
      relations: { name: string; note: string | null }[];
    };
    expect(relations).toHaveLength(total);
    const inFolder = (await graph('unused?name=db')) as { total: number; subjects: unknown[] };
    expect(inFolder.total).toBeLessThan(total);
    expect(inFolder.subjects).toEqual([]);
    expect(await graph('cycles')).toMatchObject({ status: 'found', operation: 'cycles' });
    expect(await graph('entry-points?name=nowhere')).toMatchObject({ status: 'unknown_name' });
  });

  it.each([
    ['eaters?name=a', 'There is no operation'],
    ['path?name=a', "Add 'other'"],
    ['callers?name=a&other=b', "Leave out 'other'"],
    ['callers', "Add 'name'"],
    ['unused?name=a&other=b', "Leave out 'other'"],
    ['callers?name=%20', 'blank'],
    ['callers?name=a&limit=0', 'limit'],
  ])('refuses what no operation can take: %s', async (path, said) => {
    const { status, body } = await call(shop.url, `GET /v1/graph/${path}`);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(said);
  });

  it('bounds neighbours, and walks only the kinds of edges that were asked for', async () => {
    const name = 'InvoiceService';
    const all = await ok<{ nodes: FoundNode[] }>(shop, '/v1/lookup', { name, limit: 1, neighbours: 100 });
    const counted = (nodes: readonly FoundNode[]) =>
      new Set(nodes.flatMap((node) => node.neighbours.flatMap((each) => each.nodes.map(({ key }) => key))))
        .size;
    expect(counted(all.nodes)).toBeGreaterThan(1);
    expect(all.nodes[0]?.moreNeighbours).toBe(false);
    const one = await ok<{ nodes: FoundNode[] }>(shop, '/v1/lookup', { name, limit: 1, neighbours: 1 });
    expect([counted(one.nodes), one.nodes[0]?.moreNeighbours]).toEqual([1, true]);
    const none = await ok<{ nodes: FoundNode[] }>(shop, '/v1/lookup', { name, limit: 1, neighbours: 0 });
    expect(none.nodes[0]?.neighbours).toEqual([]);
    const kinds = { name, limit: 1, edgeKinds: ['DEFINES'] };
    const defines = await ok<{ nodes: FoundNode[] }>(shop, '/v1/lookup', kinds);
    expect(defines.nodes[0]?.neighbours.map(({ edge }) => edge)).toEqual(['DEFINES']);
  });

  it('lists documents, then the sections of one, in parts', async () => {
    const documents = await ok<{ sections: Section[] }>(archive, '/v1/sections', {});
    expect(documents.sections.map(({ level }) => level)).toEqual(documents.sections.map(() => 0));
    expect(documents.sections.map(({ id }) => id)).toContain('halden-2023.pdf');
    const named = { document: 'halden-2023.pdf' };
    const list = await ok<{ sections: Section[]; total: number }>(archive, '/v1/sections', named);
    expect(list.total).toBe(list.sections.length);
    expect(list.total).toBeGreaterThan(3);
    const part = await ok<{ sections: Section[]; total: number }>(archive, '/v1/sections', {
      ...named,
      ...{ skip: 1, limit: 2 },
    });
    expect(part).toMatchObject({ sections: list.sections.slice(1, 3), total: list.total });
  });

  it('reads a section by its id, by its title, and a page by its number, page by page', async () => {
    const { sections } = await ok<{ sections: (Section & { title: string })[] }>(archive, '/v1/sections', {
      document: 'governance.md',
    });
    const last = sections.at(-1);
    type Read = { passage: Hit; next: number | null; section: string; characters: number; note: string };
    const byId = await ok<Read>(archive, '/v1/sections/text', { id: last?.id });
    expect(byId.section).toBe(last?.id);
    expect(byId.passage.text).toContain(last?.title ?? '?');
    const byTitle = await ok<Read>(archive, '/v1/sections/text', {
      id: `governance.md#${last?.title ?? ''}`,
    });
    expect(byTitle.passage).toEqual(byId.passage);
    const page = await ok<Read>(archive, '/v1/sections/text', { id: 'halden-2023.pdf, page 2' });
    expect(page.passage).toMatchObject({ format: 'pdf', pages: [expect.objectContaining({ page: 2 })] });
    let text = '';
    let offset: number | null = 0;
    for (let reads = 0; offset !== null; reads += 1) {
      expect(reads).toBeLessThan(200);
      const part: Read = await ok<Read>(archive, '/v1/sections/text', {
        ...{ id: 'governance.md', characters: 200, offset },
      });
      text += `${part.passage.text}\n`;
      offset = part.next;
    }
    const whole = await ok<Read>(archive, '/v1/sections/text', { id: 'governance.md', characters: 100_000 });
    expect(text.replace(/\s+/g, ' ').trim()).toBe(whole.passage.text.replace(/\s+/g, ' ').trim());
  });

  it('lists the tables of a document, and reads cells by row and column', async () => {
    interface Entry {
      readonly id: string;
      readonly title: string;
      readonly columns: readonly string[];
      readonly startPage: number;
    }
    const list = await ok<{ tables: Entry[]; total: number }>(archive, '/v1/tables', {
      ...{ document: 'halden-2023.pdf#page=4', limit: 1 },
    });
    expect(list).toMatchObject({ total: 1, unread: 0 });
    expect(list.tables).toMatchObject([
      {
        title: 'Consolidated Income Statement',
        columns: ['2023', '2022'],
        startPage: 4,
        unit: 'millions EUR',
      },
    ]);
    const all = await ok<{ tables: Entry[]; total: number }>(archive, '/v1/tables', { skip: 1, limit: 2 });
    expect(all.tables).toHaveLength(2);
    expect(all.total).toBeGreaterThan(3);
    const table = list.tables[0]?.id;
    const cells = await ok<{ rows: object[] }>(archive, '/v1/tables/cells', {
      ...{ table, row: 'Selling and administration', column: 'FY22' },
    });
    expect(cells).toMatchObject({ total: 1, tables: list.tables });
    expect(cells.rows).toMatchObject([
      {
        ...{ table, label: 'Selling and administration' },
        cells: [{ column: 2, head: '2022', text: '(380.0)', value: '-380.0', scale: 6, page: 4 }],
      },
    ]);
    const named = { table: 'halden-2023.pdf#income statement', row: 'revenue', column: '2023' };
    expect(await ok(archive, '/v1/tables/cells', named)).toMatchObject({ rows: [{ label: 'Net sales' }] });
  });

  it('answers what is not there with the nearest ids', async () => {
    const key = 'secret';
    const body = { id: 'halden-2032.pdf' };
    const reply = await call(archive.url, 'POST /v1/sections/text', { key, body });
    expect(expectProblem(reply, 404, 'section_unknown')).toContain('halden-2023.pdf');
    const beyond = { id: 'governance.md', offset: 1_000_000 };
    const past = await call(archive.url, 'POST /v1/sections/text', { key, body: beyond });
    expectProblem(past, 404, 'section_unknown');
    const none = await call(archive.url, 'POST /v1/sections', { key, body: { document: 'no.such' } });
    expectProblem(none, 404, 'section_unknown');
    const cell = { table: 'halden-2023.pdf#page=4', row: 'Net slaes' };
    const row = await call(archive.url, 'POST /v1/tables/cells', { key, body: cell });
    expect(expectProblem(row, 404, 'table_unknown')).toContain('Net sales');
    const page = { table: 'halden-2023.pdf#page=400' };
    const table = await call(archive.url, 'POST /v1/tables/cells', { key, body: page });
    expect(expectProblem(table, 404, 'table_unknown')).toContain('page 400');
  });

  it.each([
    ['/v1/search', { query: ' ' }],
    ['/v1/search', { query: 'a', topK: 101 }],
    ['/v1/search', { query: 'a', mode: 'graph' }],
    ['/v1/lookup', { name: 'a', edgeKinds: ['EATS'] }],
    ['/v1/lookup', { name: 'a', neighbours: 101 }],
    ['/v1/sections', { document: '' }],
    ['/v1/sections/text', { id: 'a', characters: 1 }],
    ['/v1/tables', { document: '' }],
    ['/v1/tables/cells', { row: 'a' }],
  ])('%s refuses %j', async (path, body) => {
    expectProblem(await call(shop.url, `POST ${path}`, { body }), 400, 'bad_request');
  });

  it.each([
    '/v1/search',
    '/v1/lookup',
    '/v1/sections',
    '/v1/sections/text',
    '/v1/tables',
    '/v1/tables/cells',
  ])('%s is for who has a key, and knows no repository that is not the caller’s', async (path) => {
    const body = { query: 'a', name: 'a', id: 'a' };
    const wanted = path === '/v1/search' ? { query: 'a' } : path === '/v1/lookup' ? { name: 'a' } : {};
    const read = path === '/v1/tables/cells' ? { table: body.id } : wanted;
    const asked = path === '/v1/sections/text' ? { id: body.id } : read;
    expectProblem(await call(archive.url, `POST ${path}`, { body: asked }), 401, 'unauthorized');
    for (const repository of ['unknown', '@other/shop', '../shop']) {
      const reply = await call(archive.url, `POST ${path}`, {
        key: 'secret',
        body: { ...asked, repository },
      });
      expectProblem(reply, 404, 'repository_unknown');
    }
  });
});
