import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { OwnerSessions } from '@quarry/application/access';
import type { Running } from '@quarry/solo';
import { call, expectProblem, startGateway } from './gateway-under-test';
import { begin, until } from './index-jobs';

const SHOP = resolve(__dirname, '../fixtures/dotnet-shop/app');

interface Folders {
  readonly path: string;
  readonly parent: string | null;
  readonly mayBeChosen: boolean;
  readonly folders: readonly { readonly name: string; readonly isRepository: boolean }[];
}

jest.setTimeout(120_000);

describe('the person who started the gateway', () => {
  let root: string;
  let sources: string;
  let gateway: Running & { readonly url: string };
  let headers: Record<string, string>;

  const session = (code: string) =>
    call<{ token: string }>(gateway.url, 'POST /v1/owner-session', { body: { code } });
  const folders = <Body = Readonly<Record<string, unknown>>>(path: string, as = headers) =>
    call<Body>(gateway.url, `GET /v1/folders?path=${encodeURIComponent(path)}`, { headers: as });
  const order = (path: string) => ({ repository: 'shop', source: { path }, vectors: false });

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-owner-')));
    sources = join(root, 'sources');
    cpSync(SHOP, join(sources, 'shop'), { recursive: true });
    for (const folder of ['plain', '.hidden', 'shop/.git'])
      mkdirSync(join(sources, folder), { recursive: true });
    writeFileSync(join(sources, '.hidden', 'key.txt'), 'nobody may read this');
    symlinkSync(join(sources, '.hidden'), join(sources, 'link'));
    gateway = await startGateway(join(root, 'data'));
    const code = gateway.app.get(OwnerSessions).invite();
    headers = { 'x-quarry-owner': (await session(code)).body.token };
    // The code works once.
    expectProblem(await session(code), 403, 'forbidden');
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(root, { recursive: true });
  });

  it('sees folders, without hidden ones and links', async () => {
    const { body } = await folders<Folders>(sources);
    expect(body).toMatchObject({ path: sources, parent: root, mayBeChosen: true });
    expect(body.folders.map(({ name, isRepository }) => [name, isRepository])).toEqual([
      ['plain', false],
      ['shop', true],
    ]);
  });

  it('begins in the home folder, which cannot be chosen, nor those above it', async () => {
    const own = process.env['HOME'];
    const home = join(root, 'home', 'me');
    mkdirSync(join(home, 'projects'), { recursive: true });
    process.env['HOME'] = home;
    const begun = async (): Promise<Folders> =>
      (await call<Folders>(gateway.url, 'GET /v1/folders', { headers })).body;
    expect(await begun()).toMatchObject({ path: home, mayBeChosen: false });
    // A home without folders would be a dead end.
    rmSync(join(home, 'projects'), { recursive: true });
    expect(await begun()).toMatchObject({ path: join(root, 'home'), mayBeChosen: false });
    process.env['HOME'] = own;
    for (const path of [homedir(), dirname(homedir()), '/'])
      expectProblem(
        await call(gateway.url, 'POST /v1/index-jobs', { headers, body: order(path) }),
        403,
        'source_forbidden',
      );
  });

  it.each([
    ['.hidden', 403, 'source_forbidden'],
    ['link', 403, 'source_forbidden'],
    ['../data', 400, 'bad_request'],
    ['nowhere', 400, 'bad_request'],
  ] as const)('cannot see or choose %s', async (place, status, code) => {
    const path = `${sources}/${place}`;
    expectProblem(await folders(path), status, code);
    const job = await call(gateway.url, 'POST /v1/index-jobs', { headers, body: order(path) });
    expectProblem(job, status, code);
  });

  it.each(['/etc', '/proc/self', join(homedir(), '.ssh')])(
    'cannot see %s, a folder of the system or a hidden one',
    async (path) => {
      expect((await folders(path)).status).toBeGreaterThanOrEqual(400);
    },
  );

  it("cannot see or choose Quarry's own data", async () => {
    expectProblem(await folders(join(root, 'data')), 403, 'source_forbidden');
  });

  it('indexes a folder, which gives questions that it can answer; nobody else can', async () => {
    const path = join(sources, 'shop');
    const strangers: readonly Record<string, string>[] = [{}, { 'x-quarry-owner': 'guessed' }];
    for (const as of strangers) {
      expectProblem(await folders(sources, as), 403, 'forbidden');
      const job = await call(gateway.url, 'POST /v1/index-jobs', { headers: as, body: order(path) });
      expectProblem(job, 403, 'source_forbidden');
    }
    const job = await begin(gateway.url, order(path), { headers });
    expect(await until(gateway.url, job)).toMatchObject({ status: 'finished' });
    const { body } = await call<{ questions: string[] }>(
      gateway.url,
      'GET /v1/repositories/shop/sample-questions',
    );
    expect(body.questions).toHaveLength(3);
    for (const question of body.questions) {
      const turn = await call(gateway.url, 'POST /v1/turns', { body: { question, wait: true } });
      expect({ question, ...turn.body }).toMatchObject({
        outcome: expect.stringMatching(/^(?:answered|partial)$/) as string,
      });
    }
    // Once chosen, the folder can be indexed again by everyone on this machine; its neighbours cannot.
    expect(await begin(gateway.url, order(path))).toMatchObject({ status: 'queued' });
    const other = await call(gateway.url, 'POST /v1/index-jobs', { body: order(join(sources, 'plain')) });
    expectProblem(other, 403, 'source_forbidden');
  });
});
