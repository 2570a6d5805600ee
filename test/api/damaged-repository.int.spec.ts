import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SearchResultDto, TurnDto } from '@quarry/client';
import { call, startGateway } from './gateway-under-test';
import { begin, until } from './index-jobs';

const NAMES = ['alpha', 'beta', 'gamma'];
/** A page that is no page of a database. */
const GARBAGE = Buffer.alloc(8_192, 'garbage ');

jest.setTimeout(180_000);

describe('a question about several repositories, of which one is damaged', () => {
  let root: string;
  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-damaged-')));
    await serving(async (url) => {
      for (const name of NAMES) {
        const source = join(root, 'sources', name);
        mkdirSync(source, { recursive: true });
        writeFileSync(
          join(source, `${name}.ts`),
          `/** The zebra of ${name}. */\nexport const ${name} = 1;\n`,
        );
        const order = { repository: name, source: { path: source }, vectors: false };
        expect(await until(url, await begin(url, order))).toMatchObject({ status: 'finished' });
      }
    });
    renameSync(join(root, 'data'), join(root, 'intact'));
  });
  beforeEach(() => cpSync(join(root, 'intact'), join(root, 'data'), { recursive: true }));
  afterEach(() => rmSync(join(root, 'data'), { recursive: true }));
  afterAll(() => rmSync(root, { recursive: true }));

  const serving = async (use: (url: string) => Promise<void>): Promise<void> => {
    const gateway = await startGateway(join(root, 'data'), { indexRoots: [join(root, 'sources')] });
    try {
      await use(gateway.url);
    } finally {
      await gateway.close();
    }
  };
  /** The files of a repository in a store. */
  const filesOf = (store: 'search' | 'graph', name: string): readonly string[] =>
    readdirSync(join(root, 'data', store))
      .filter((file) => file.startsWith(`${name}-`))
      .map((file) => join(root, 'data', store, file));
  const remove = (store: 'search' | 'graph', name: string): void => {
    for (const file of filesOf(store, name)) rmSync(file);
  };
  const garble = (store: 'search' | 'graph', name: string): void => {
    for (const file of filesOf(store, name)) if (statSync(file).size > 0) writeFileSync(file, GARBAGE);
  };
  const ask = async (url: string): Promise<TurnDto> => {
    const body = { question: 'What is a zebra?', wait: true };
    return (await call<TurnDto>(url, 'POST /v1/turns', { body })).body;
  };
  const search = async (url: string): Promise<SearchResultDto> => {
    const { status, body } = await call<SearchResultDto>(url, 'POST /v1/search', {
      body: { query: 'zebra', topK: 20 },
    });
    expect(status).toBe(200);
    return body;
  };
  const repositories = (found: readonly { readonly repository?: string }[]): readonly unknown[] =>
    [...new Set(found.map(({ repository }) => repository))].toSorted();

  it.each([
    ['the file of its index is gone', () => remove('search', 'beta')],
    ['the file of its index is garbage', () => garble('search', 'beta')],
  ])('is answered from the others, and says so in one sentence: %s', async (_what, damage) => {
    damage();
    await serving(async (url) => {
      const found = await search(url);
      expect(repositories(found.hits)).toEqual(['alpha', 'gamma']);
      expect(found.damaged).toMatchObject([{ repository: 'beta' }]);
      expect(found.damaged[0]?.reason).toMatch(/quarry index/);
      const turn = await ask(url);
      expect(repositories(turn.citations)).toEqual(['alpha', 'gamma']);
      expect(turn.outcome).toBe('partial');
      expect(new Set(turn.degraded.map(({ lacks }) => lacks))).toEqual(
        new Set(["without the repository 'beta'"]),
      );
      expect(turn.reason).toContain("answered without the repository 'beta': ");
    });
  });

  it('is answered with all texts where only a code graph is damaged', async () => {
    garble('graph', 'beta');
    await serving(async (url) => {
      const found = await search(url);
      expect({ hits: repositories(found.hits), damaged: found.damaged }).toEqual({
        hits: NAMES,
        damaged: [],
      });
      const turn = await ask(url);
      expect(repositories(turn.citations)).toEqual(NAMES);
      const { body } = await call<{ nodes: { repository: string; match: string }[] }>(
        url,
        'POST /v1/lookup',
        {
          body: { name: 'alpha' },
        },
      );
      expect(body.nodes.map(({ repository }) => repository)).toContain('alpha');
    });
  });

  it('fails, and says what to do, where every repository is damaged', async () => {
    for (const name of NAMES) remove('search', name);
    await serving(async (url) => {
      const { status, body } = await call<{ code: string }>(url, 'POST /v1/search', {
        body: { query: 'zebra' },
      });
      expect({ status, code: body.code }).toEqual({ status: 500, code: 'index_damaged' });
    });
  });
});
