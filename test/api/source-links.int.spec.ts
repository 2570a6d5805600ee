import { appendFileSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceDto, TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { defined } from '@quarry/turn';
import { servedRepository, type ServedRepository } from '../servers/served-repository';
import { call, startGateway } from './gateway-under-test';
import { begin, until } from './index-jobs';

jest.setTimeout(120_000);

const FILE = 'src/refuse orders.ts';
const SOURCE = 'export function refuseDuplicate(order: string): boolean {\n  return !order;\n}\n';
describe('where else a source can be opened', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-links-')));
  const folder = join(root, 'work/shop');
  let shop: ServedRepository;
  let commit: string;
  /** A key that may not see where folders are, and one that may. */
  let reader: string;
  let maintainer: string;
  let gateway: Running & { readonly url: string };

  const start = (editorUrl: string) => startGateway(join(root, 'data'), { indexRoots: [root], editorUrl });
  const created = async (role: string, tenant: string, by?: string): Promise<string> => {
    const options = { body: { name: role, tenant, role }, ...defined({ key: by }) };
    const { status, body } = await call<{ key: string }>(gateway.url, 'POST /v1/keys', options);
    expect(status).toBe(201);
    return body.key;
  };
  const index = async (): Promise<void> => {
    const body = { repository: 'shop', source: { path: folder }, vectors: false };
    const options = { key: maintainer };
    const job = await begin(gateway.url, body, options);
    expect(await until(gateway.url, job, undefined, options)).toMatchObject({ status: 'finished' });
  };
  const source = async (key: string): Promise<SourceDto> => {
    const body = { question: 'Where is refuseDuplicate defined?', repository: 'shop', wait: true };
    const { body: turn } = await call<TurnDto>(gateway.url, 'POST /v1/turns', { body, key });
    expect(turn).toMatchObject({ evidence: expect.any(Array) as unknown });
    const found = turn.evidence.find(({ path }) => path === FILE);
    if (!found) throw new Error(`${FILE} was not found: ${JSON.stringify(turn)}`);
    return (
      await call<SourceDto>(gateway.url, `GET /v1/turns/${turn.id}/evidence/${found.n}/source`, { key })
    ).body;
  };

  beforeAll(async () => {
    shop = servedRepository(root, 'shop');
    commit = shop.commit({ [FILE]: SOURCE });
    shop.git('remote', 'add', 'origin', 'https://ann:secret@github.com/acme/shop.git');
    gateway = await start('vscode://file/{path}:{line}');
    const operator = await created('operator', 'local');
    reader = await created('reader', 'acme', operator);
    maintainer = await created('maintainer', 'acme', operator);
    // Without a key: until the gateway has seen that there are some.
    while ((await call(gateway.url, 'GET /v1/repositories')).status !== 401) await sleep(100);
    await index();
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(root, { recursive: true });
  });

  it('is the page of its lines at the indexed commit, and the editor for those who may see the folder', async () => {
    const found = await source(maintainer);
    expect(found.hostUrl).toBe(
      `https://github.com/acme/shop/blob/${commit}/src/refuse%20orders.ts#L${found.markedFrom}-L${found.markedTo}`,
    );
    expect(found.editorUrl).toBe(`vscode://file${folder}/src/refuse%20orders.ts:${found.markedFrom}`);
    expect(await source(reader)).toMatchObject({ hostUrl: found.hostUrl, editorUrl: null });
  });

  it('is an editor on the reader’s machine by the path in the repository', async () => {
    await gateway.close();
    gateway = await start('vscode://file/home/ann/{repository}/{relative}');
    expect(await source(reader)).toMatchObject({
      editorUrl: 'vscode://file/home/ann/shop/src/refuse%20orders.ts',
    });
  });

  it('is on no host for lines that are in no commit', async () => {
    appendFileSync(join(folder, FILE), 'export const more = 1;\n');
    await index();
    expect((await source(maintainer)).hostUrl).toBeNull();
  });
});
