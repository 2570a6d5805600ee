import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyLabels, runIndex } from '@quarry/indexer/run';
import { openStores, readConfig } from '@quarry/platform';
import type { Running } from '@quarry/solo';
import { call, endsDealtWith, SOURCES, startGateway, type Reply } from '../api/gateway-under-test';
import { Keys } from './keys-under-test';
import { writeFiles } from './labelled-shop';

const GRADES = `# Grades\n\nGrade one of the narwhal scale earns 1000 a month.\nGrade two of the narwhal scale earns 2000 a month.\nGrade four of the narwhal scale earns 4200 a month.\n`;
const FILES = {
  v1: { 'notes.md': GRADES, 'other.md': '# Others\n\nThe narwhal scale is old.\n' },
  v2: {
    'vault/plan.md': GRADES.replace('4200', '4300'),
    'other.md': '# Others\n\nThe narwhal scale is new.\n',
  },
} as const;
const OPEN = 'default: {sensitivity: public}\nrules: []\n';
const CLOSED = 'default: {sensitivity: public}\nrules: [{paths: [vault/], groups: [board]}]\n';

jest.setTimeout(180_000);

describe('a comparison of two revisions, while labels are enforced', () => {
  let folder: string;
  let gateway: Running & { readonly url: string };
  let keys: Keys;
  const key = { clerk: '', board: '', all: '' };

  const config = (labels: 'off' | 'enforce' = 'enforce') =>
    readConfig({ dataDir: join(folder, 'data'), embedderUrl: 'none', labels }, {});

  async function label(snapshot: 'v1' | 'v2', yaml: string): Promise<void> {
    const root = join(folder, snapshot);
    writeFileSync(join(root, 'quarry-labels.yaml'), yaml);
    const stores = await openStores(config());
    try {
      const ref = { repository: 'shop', snapshot };
      await applyLabels(config(), stores, { ref, root }, { note: () => undefined });
    } finally {
      await stores.close();
    }
  }

  async function as(who: keyof typeof key, route: string, body?: object): Promise<Reply> {
    for (;;) {
      const reply = await call(gateway.url, route, { key: key[who], ...(body ? { body } : {}) });
      if (reply.body['code'] !== 'index_busy') return reply;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-comparison-labels-')));
    const signal = new AbortController().signal;
    const listener = { signal, progress: () => undefined, note: () => undefined };
    for (const snapshot of ['v1', 'v2'] as const) {
      const root = join(folder, snapshot);
      writeFiles(root, FILES[snapshot]);
      writeFileSync(join(root, 'quarry-labels.yaml'), OPEN);
      await runIndex(config('off'), { root, repository: 'shop', snapshot, by: 'cli' }, listener, SOURCES);
    }
    gateway = await startGateway(join(folder, 'data'), { labels: 'enforce' });
    keys = new Keys(join(folder, 'data'));
    const make = async (change: Parameters<Keys['make']>[0]) => (await keys.make(change)).key;
    key.clerk = await make({ clearance: { groups: ['finance'], sensitivity: 'internal' } });
    key.board = await make({ clearance: { groups: ['board'], sensitivity: 'internal' } });
    key.all = await make({ clearance: 'all' });
    for (const snapshot of ['v1', 'v2'] as const) await label(snapshot, OPEN);
  });
  afterAll(async () => {
    await keys.close();
    await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows lines of the other revision as far as its reader may read them now', async () => {
    const { body } = await as('clerk', 'POST /v1/revision-comparisons', {
      ...{ question: 'What does grade four of the narwhal scale earn?', from: 'v1', to: 'v2', wait: true },
      // The newer answer does not name the file that the lines moved to.
      filter: { pathPrefixes: ['notes.md', 'other.md'] },
    });
    expect(JSON.stringify(body['comparison'])).toMatch(/vault\/plan\.md.*4300/);
    await endsDealtWith(gateway);
    const route = `GET /v1/revision-comparisons/${String(body['id'])}`;
    const stale = `GET /v1/turns/${String(body['id']).split('.')[0] ?? ''}/staleness`;
    expect(JSON.stringify((await as('clerk', stale)).body)).toMatch(/vault\/plan\.md.*4300/);
    const turn = String(body['id']).split('.')[0] ?? '';
    /** The state of the turn in the list, and in which lists by state it is. */
    const listed = async (who: 'clerk' | 'all') => {
      const ids = async (query: string) => {
        const reply = await as(who, `GET /v1/turns${query}`);
        return (reply.body['turns'] as { id: string; staleness: string | null }[]).filter(
          ({ id }) => id === turn,
        );
      };
      const states = ['moved', 'changed', 'gone'];
      const within = await Promise.all(
        states.map(async (state) => (await ids(`?staleness=${state}`)).length),
      );
      return [(await ids(''))[0]?.staleness, ...states.filter((_, at) => within[at] === 1)];
    };
    expect(await listed('clerk')).toEqual(['changed', 'changed']);
    expect(await listed('all')).toEqual(['changed', 'changed']);
    await label('v2', CLOSED);
    expect((await as('clerk', stale)).body).toMatchObject({ state: 'gone' });
    // What is stored was compared with the whole snapshot: it would tell that there are such lines.
    expect(await listed('clerk')).toEqual(['gone', 'gone']);
    expect(await listed('all')).toEqual(['changed', 'changed']);
    expect(JSON.stringify((await as('clerk', stale)).body)).not.toMatch(/vault|4300|~/);
    const later = await as('clerk', route);
    expect(later.status).toBe(200);
    expect(JSON.stringify(later.body)).toContain('4200');
    expect(JSON.stringify(later.body)).not.toMatch(/vault|4300/);
    for (const who of ['board', 'all'] as const)
      expect(JSON.stringify((await as(who, route)).body)).toMatch(/vault\/plan\.md.*4300/);
    await label('v1', CLOSED.replace('vault/', 'notes.md'));
    expect((await as('clerk', route)).body).toMatchObject({ code: 'turn_unknown' });
  });

  it('of one who reads everything is for nobody else', async () => {
    await label('v1', OPEN);
    await label('v2', OPEN);
    const { body } = await as('all', 'POST /v1/revision-comparisons', {
      ...{ question: 'What is the narwhal scale?', from: 'v1', to: 'v2', wait: true },
    });
    const route = `GET /v1/revision-comparisons/${String(body['id'])}`;
    expect((await as('all', route)).status).toBe(200);
    expect((await as('clerk', route)).body).toMatchObject({ code: 'turn_unknown' });
  });
});
