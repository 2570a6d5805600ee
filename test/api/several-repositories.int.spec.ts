import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { defined } from '@quarry/turn';
import { call, expectProblem, startGateway, type Reply } from './gateway-under-test';
import { begin, until } from './index-jobs';

/** Two of them have a file of the same path: if repositories are mixed up, the wrong text is shown. */
const SOURCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'payments-api': {
    'src/retry.ts': `/** Payments wait a zebra between attempts. */\nexport function retry(): number {\n  return 1;\n}\n`,
    'docs/guide.md': `# Guide\n\n## Zebra\n\nThe zebra of payments is long.\n`,
  },
  'payments-web': {
    'src/retry.ts': `/** The web waits a zebra, too. */\nexport function retry(): number {\n  return 2;\n}\n`,
  },
  mail: { 'src/send.ts': `/** Mail waits no zebra. */\nexport function send(): number {\n  return 3;\n}\n` },
};

interface Hit {
  readonly id: string;
  readonly path: string;
  readonly repository?: string;
  readonly snapshot?: string;
  readonly text: string;
}
interface Found {
  readonly repository: string;
  readonly repositories: readonly { readonly repository: string; readonly snapshot: string }[];
  readonly hits: readonly Hit[];
}

jest.setTimeout(180_000);

describe('several repositories at once', () => {
  let root: string;
  let gateway: Running & { readonly url: string };

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-several-')));
    for (const [repository, files] of Object.entries(SOURCES))
      for (const [path, text] of Object.entries(files)) {
        const file = join(root, 'sources', repository, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    gateway = await startGateway(join(root, 'data'), { indexRoots: [join(root, 'sources')] });
    for (const [repository, snapshot] of [
      ['payments-api', 'v1'],
      ['payments-api', 'v2'],
      ['payments-web', 'v2'],
      ['mail', 'v1'],
    ] as const) {
      const order = {
        repository,
        snapshot,
        source: { path: join(root, 'sources', repository) },
        vectors: false,
      };
      expect(await until(gateway.url, await begin(gateway.url, order))).toMatchObject({ status: 'finished' });
    }
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(root, { recursive: true });
  });

  const ask = async (body: object): Promise<TurnDto> => {
    const { body: turn } = await call<TurnDto>(gateway.url, 'POST /v1/turns', {
      body: { question: 'What is a zebra?', wait: true, ...body },
    });
    return turn;
  };
  const search = (body: object): Promise<Reply<Found>> =>
    call<Found>(gateway.url, 'POST /v1/search', { body: { query: 'zebra', topK: 20, ...body } });
  const named = (found: Found) => found.repositories.map((one) => `${one.repository}@${one.snapshot}`);

  it.each<[string, unknown, string | undefined, string[]]>([
    ['all by default', undefined, undefined, ['mail@v1', 'payments-api@v2', 'payments-web@v2']],
    ['a list', ['mail', 'payments-web'], undefined, ['mail@v1', 'payments-web@v2']],
    ['a pattern', 'payments-*', undefined, ['payments-api@v2', 'payments-web@v2']],
    ['a name with a snapshot', ['payments-api@v1', 'mail'], undefined, ['mail@v1', 'payments-api@v1']],
    ['those that have the snapshot', '*', 'v1', ['mail@v1', 'payments-api@v1']],
  ])('are searched: %s', async (_what, repository, snapshot, expected) => {
    const { status, body } = await search(defined({ repository, snapshot }));
    expect({ status, named: named(body) }).toEqual({ status: 200, named: expected });
    const places = new Set(body.hits.map((hit) => `${hit.repository}@${hit.snapshot}`));
    expect([...places].toSorted()).toEqual(expected);
    for (const { id, path, repository: own } of body.hits) {
      expect(path.startsWith(`${own}/`)).toBe(true);
      expect(id.startsWith(`${path}#`)).toBe(true);
    }
  });

  it('show one repository as before', async () => {
    const { body } = await search({ repository: 'mail' });
    expect(body).toMatchObject({
      repository: 'mail',
      snapshot: 'v1',
      repositories: [{ repository: 'mail', snapshot: 'v1' }],
    });
    expect(body.hits.map(({ path }) => path)).toEqual(['src/send.ts']);
    expect(body.hits[0]).not.toHaveProperty('repository');
  });

  it('list a name that several define by repository', async () => {
    const { body } = await call<{ nodes: { match: string; repository: string; path: string }[] }>(
      gateway.url,
      'POST /v1/lookup',
      { body: { name: 'retry', repository: 'payments-*' } },
    );
    const exact = body.nodes.filter(({ match }) => match === 'exact');
    expect(exact.map(({ repository, path }) => [repository, path])).toEqual([
      ['payments-api', 'payments-api/src/retry.ts'],
      ['payments-web', 'payments-web/src/retry.ts'],
    ]);
    const graph = await call<{ status: string; subjects: { repository: string }[] }>(
      gateway.url,
      'GET /v1/graph/callers?name=retry&repository=payments-api&repository=payments-web',
    );
    expect(graph.body.subjects.map(({ repository }) => repository)).toEqual(['payments-api', 'payments-web']);
  });

  it('list their documents, and read a section by an id with its repository', async () => {
    const { body } = await call<{ sections: { id: string; repository: string }[] }>(
      gateway.url,
      'POST /v1/sections',
      { body: {} },
    );
    expect(body.sections).toMatchObject([{ id: 'payments-api/docs/guide.md', repository: 'payments-api' }]);
    const text = await call<{ passage: Hit }>(gateway.url, 'POST /v1/sections/text', {
      body: { id: 'payments-api/docs/guide.md#guide/zebra' },
    });
    expect(text.body.passage).toMatchObject({
      repository: 'payments-api',
      snapshot: 'v2',
      text: expect.stringContaining('The zebra of payments') as string,
    });
  });

  it('are named by a turn, its evidence, its citations and its sources', async () => {
    const turn = await ask({});
    expect(turn.repositories).toEqual([
      { repository: 'mail', snapshot: 'v1' },
      { repository: 'payments-api', snapshot: 'v2' },
      { repository: 'payments-web', snapshot: 'v2' },
    ]);
    const retries = turn.evidence.filter(({ path }) => path.endsWith('src/retry.ts'));
    expect(new Set(retries.map(({ repository }) => repository))).toEqual(
      new Set(['payments-api', 'payments-web']),
    );
    expect(turn.citations.length).toBeGreaterThan(0);
    for (const { path, repository, snapshot } of [...turn.citations, ...turn.evidence]) {
      expect(path.startsWith(`${repository}/`)).toBe(true);
      expect(snapshot).toBe(repository === 'mail' ? 'v1' : 'v2');
    }
    for (const { n, repository, path } of turn.evidence) {
      const { body } = await call<{ from: string; path: string; lines: readonly string[] }>(
        gateway.url,
        `GET /v1/turns/${turn.id}/evidence/${n}/source`,
      );
      expect(body).toMatchObject({ from: 'file', path });
      const inner = path.slice(`${repository}/`.length);
      const own = SOURCES[repository ?? '']?.[inner] ?? '';
      for (const line of body.lines) expect(own).toContain(line);
    }
  });

  it('keep the numbers of their evidence over follow-ups, and ask again the same ones', async () => {
    const turn = await ask({ repository: ['payments-*'], session: 'talk', createSession: true });
    expect(turn.evidence.map(({ n }) => n)).toEqual(turn.evidence.map((_, at) => at + 1));
    const { body: again } = await call<{ id: string }>(gateway.url, `POST /v1/turns/${turn.id}/rerun`, {
      body: {},
    });
    const { body: rerun } = await call<TurnDto>(gateway.url, `GET /v1/turns/${again.id}`);
    expect(rerun.repositories).toEqual(turn.repositories);
  });

  it('are found by each of them in the list of turns', async () => {
    const { id } = await ask({ repository: ['mail', 'payments-web'] });
    const list = async (repository: string) =>
      (
        await call<{ turns: { id: string; repository: string | null; repositories: string[] }[] }>(
          gateway.url,
          `GET /v1/turns?repository=${repository}&limit=100`,
        )
      ).body.turns.find((turn) => turn.id === id);
    for (const repository of ['mail', 'payments-web'])
      expect(await list(repository)).toMatchObject({
        repository: null,
        repositories: ['mail', 'payments-web'],
      });
    expect(await list('payments-api')).toBeUndefined();
  });

  it.each([
    ['an unknown name in a list', { repository: ['mail', 'nothing'] }, 'nothing'],
    ['a pattern without a match', { repository: 'nothing-*' }, 'nothing-*'],
    ['a snapshot that a named one lacks', { repository: ['mail', 'payments-api'], snapshot: 'v2' }, 'mail'],
    ['a snapshot that none has', { repository: '*', snapshot: 'v9' }, 'v9'],
  ])('are refused for %s', async (_what, body, name) => {
    for (const route of ['POST /v1/search', 'POST /v1/turns']) {
      const asked = route === 'POST /v1/search' ? { query: 'zebra', ...body } : { question: 'Why?', ...body };
      const detail = expectProblem(
        await call(gateway.url, route, { body: asked }),
        404,
        'repository_unknown',
      );
      expect(detail).toContain(`'${name}'`);
    }
  });

  it.each([
    ['two snapshots of one', { repository: ['payments-api@v1', 'payments-api@v2'] }],
    ['no name', { repository: [] }],
    ['too many names', { repository: Array.from({ length: 501 }, (_, at) => `r${at}`) }],
    ['a number', { repository: [7] }],
  ])('are a bad request: %s', async (_what, body) => {
    const refused = await call(gateway.url, 'POST /v1/search', { body: { query: 'zebra', ...body } });
    expectProblem(refused, 400, 'bad_request');
  });

  it('are chosen by OpenAI clients in metadata or a header', async () => {
    const choose = async (
      body: object,
      headers: Record<string, string> = {},
    ): Promise<readonly unknown[]> => {
      const { headers: replied } = await call(gateway.url, 'POST /v1/chat/completions', {
        body: { model: 'code', messages: [{ role: 'user', content: 'What is a zebra?' }], ...body },
        headers,
      });
      const id = replied.get('x-quarry-turn') ?? '';
      return (await call<TurnDto>(gateway.url, `GET /v1/turns/${id}`)).body.repositories.map(
        ({ repository }) => repository,
      );
    };
    expect(await choose({ metadata: { repository: 'mail, payments-w*' } })).toEqual(['mail', 'payments-web']);
    expect(await choose({}, { 'x-quarry-repository': 'payments-*' })).toEqual([
      'payments-api',
      'payments-web',
    ]);
    expect(await choose({ metadata: { repository: 'mail' } }, { 'x-quarry-repository': '*' })).toEqual([
      'mail',
    ]);
  });
});
