import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { strToU8, zipSync } from 'fflate';
import type { TurnDto, UploadDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { Keys } from '../security/keys-under-test';
import { call, expectProblem, startGateway, type Reply } from './gateway-under-test';
import { until, type Job } from './index-jobs';

jest.setTimeout(300_000);

const BYTES = { 'content-type': 'application/octet-stream' };
const STOCK =
  'export class Stock {\n  /** Takes so many pieces. */\n  take(pieces: number): number {\n    return pieces;\n  }\n}\n';

describe('uploads through the API', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-uploads-')));
  const data = join(root, 'data');
  let gateway: Running & { readonly url: string };
  beforeAll(async () => {
    gateway = await startGateway(data);
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(root, { recursive: true });
  });

  const upload = (filename: string, body: Uint8Array | string, headers: object = BYTES) =>
    call<UploadDto>(gateway.url, `POST /v1/uploads?filename=${encodeURIComponent(filename)}`, {
      body,
      headers: { ...headers },
    });
  const begin = (id: string, repository = 'shop', more: object = {}) =>
    call<Job>(gateway.url, 'POST /v1/index-jobs', {
      body: { repository, source: { kind: 'upload', upload: id }, vectors: false, ...more },
    });
  const index = async (filename: string, bytes: Uint8Array | string, repository = 'shop') => {
    const { body } = await upload(filename, bytes);
    return until(gateway.url, (await begin(body.id, repository)).body);
  };
  const kept = (): readonly string[] => {
    const folder = join(data, 'uploads/kept');
    return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
  };

  it('are indexed, cited with their lines, replaced by the next upload, and deleted with their repository', async () => {
    const first = zipSync({
      'shop-main/src/stock.ts': strToU8(STOCK),
      'shop-main/old.ts': strToU8('export {};\n'),
    });
    expect(await index('shop.zip', first)).toMatchObject({
      ...{ status: 'finished', path: 'shop.zip' },
      indexed: { files: 2, root: null, remote: null, upload: 'shop.zip', commit: null },
    });
    const question = { question: 'Where is Stock?', repository: 'shop', wait: true };
    const turn = await call<TurnDto>(gateway.url, 'POST /v1/turns', { body: question });
    const [source] = turn.body.evidence;
    expect(source).toMatchObject({ path: 'src/stock.ts' });
    const shown = await call(gateway.url, `GET /v1/turns/${turn.body.id}/evidence/${source?.n}/source`);
    expect(shown.body).toMatchObject({ from: 'file' });

    const second = zipSync({ 'src/stock.ts': strToU8(`${STOCK}// again\n`) });
    expect(await index('shop.zip', second)).toMatchObject({ status: 'finished', indexed: { files: 1 } });
    expect(kept().filter((path) => path.endsWith('stock.ts'))).toHaveLength(1);
    expect(kept().filter((path) => path.endsWith('old.ts'))).toEqual([]);

    // Without a source, a job reads that of the snapshot again.
    const again = { repository: 'shop', vectors: false, rebuild: true };
    const { body: job } = await call<Job>(gateway.url, 'POST /v1/index-jobs', { body: again });
    expect(await until(gateway.url, job)).toMatchObject({
      ...{ status: 'finished', path: 'shop.zip' },
      indexed: { files: 1, upload: 'shop.zip' },
    });

    await call(gateway.url, 'DELETE /v1/repositories/shop?confirm=shop');
    expect(kept()).toEqual([]);
    const gone = await call(gateway.url, 'POST /v1/index-jobs', { body: again });
    expectProblem(gone, 404, 'repository_unknown');
  });

  it('arrive in parts, and a part can be sent again', async () => {
    const bytes = zipSync({ 'a.ts': strToU8(STOCK) });
    const { body: begun, status } = await upload('parts.zip', bytes.subarray(0, 50));
    expect([status, begun]).toMatchObject([201, { name: 'parts.zip', bytes: 50 }]);
    const send = (offset: number, part: Uint8Array): Promise<Reply<UploadDto>> =>
      call(gateway.url, `PATCH /v1/uploads/${begun.id}?offset=${offset}`, { body: part, headers: BYTES });
    expectProblem(await send(51, bytes), 400, 'bad_request');
    expect((await send(50, bytes.subarray(50, 90))).body).toMatchObject({ bytes: 90 });
    expect((await send(50, bytes.subarray(50))).body).toMatchObject({ bytes: bytes.length });
    const job = await until(gateway.url, (await begin(begun.id, 'parts')).body);
    expect(job).toMatchObject({ status: 'finished', indexed: { files: 1 } });
    expectProblem(await send(0, bytes), 400, 'bad_request');
    // The same snapshot can be indexed again, another one cannot.
    expect(await until(gateway.url, (await begin(begun.id, 'parts', { rebuild: true })).body)).toMatchObject({
      status: 'finished',
      indexed: { files: 1 },
    });
    expect(await until(gateway.url, (await begin(begun.id, 'other')).body)).toMatchObject({
      status: 'failed',
      fault: { code: 'upload_unknown' },
    });
  });

  it('that cannot be indexed say why in one sentence, and leave nothing behind', async () => {
    writeFileSync(join(root, 'zeros.csv'), Buffer.alloc(40_000_000));
    const tar = ['-C', root, '-c', '-z', '-f', '-', 'zeros.csv'];
    const bomb = execFileSync('tar', tar, { maxBuffer: 2 ** 28 });
    const before = kept();
    const wrong = [
      ['bomb.tar.gz', bomb, 'upload_invalid', 'times its size'],
      ['bomb.zip', zipSync({ 'a.csv': new Uint8Array(40_000_000) }), 'upload_invalid', 'times its size'],
      ['broken.zip', 'PK', 'upload_invalid', 'not a complete zip file'],
      ['empty.zip', zipSync({ 'x.bin': new Uint8Array(9) }), 'path_not_found', 'no text to index'],
    ] as const;
    // Making them takes seconds, in which the server closes idle connections: the client must notice.
    await sleep(500);
    for (const [name, bytes, code, sentence] of wrong) {
      const job = await index(name, bytes, 'bad');
      expect(job).toMatchObject({ status: 'failed', fault: { code } });
      expect(job.fault?.message).toContain(sentence);
    }
    expect(kept().filter((path) => path.split('/').length > 1)).toEqual(
      before.filter((path) => path.split('/').length > 1),
    );
  });

  it.each(['', 'a/b.zip', '../b.zip', '.env', 'a\\b', 'x'.repeat(201), 'a\nb'])(
    'have no name %j',
    async (name) => {
      expectProblem(await upload(name, 'x'), 400, 'bad_request');
    },
  );

  it('are bytes, not JSON', async () => {
    const reply = await upload('a.json', '{}', { 'content-type': 'application/json' });
    expectProblem(reply, 415, 'media_type_unsupported');
  });

  it.each(['u', '../../x', 'u00000000000000000000000000', 'u'.repeat(26)])(
    'are unknown as %j',
    async (id) => {
      const path = `PATCH /v1/uploads/${encodeURIComponent(id)}?offset=0`;
      expectProblem(await call(gateway.url, path, { body: 'x', headers: BYTES }), 404, 'upload_unknown');
      expectProblem((await begin(id)) as unknown as Reply, 404, 'upload_unknown');
    },
  );

  it('end at the limit with a sentence, and take no more than 20 at a time', async () => {
    const { body } = await upload('large.csv', 'x');
    const part = Buffer.alloc(32_000_000, 'x');
    let reply: Reply = await call(gateway.url, `PATCH /v1/uploads/${body.id}?offset=0`, {
      body: part,
      headers: BYTES,
    });
    for (let n = 1; n < 8; n += 1)
      reply = await call(gateway.url, `PATCH /v1/uploads/${body.id}?offset=${n * 32_000_000}`, {
        body: part,
        headers: BYTES,
      });
    expect(reply.body).toMatchObject({ bytes: 256_000_000 });
    reply = await call(gateway.url, `PATCH /v1/uploads/${body.id}?offset=256000000`, {
      body: 'x',
      headers: BYTES,
    });
    expect(expectProblem(reply, 413, 'body_too_large')).toContain('256 MB');
    let last = await upload('a.txt', 'x');
    for (let n = 0; n < 20 && last.status === 201; n += 1) last = await upload('a.txt', 'x');
    expectProblem(last, 409, 'upload_limit');
  });
});

describe('uploads of tenants', () => {
  const data = mkdtempSync(join(tmpdir(), 'quarry-upload-keys-'));
  let gateway: Running & { readonly url: string };
  let keys: Keys;
  beforeAll(async () => {
    keys = new Keys(data);
    gateway = await startGateway(data);
  });
  afterAll(async () => {
    await gateway.close();
    await keys.close();
    rmSync(data, { recursive: true });
  });

  it('belong to their tenant, and need a maintainer', async () => {
    const [mine, other, reader] = await Promise.all([
      keys.make({ tenant: 'acme', role: 'maintainer' }),
      keys.make({ tenant: 'zeta', role: 'maintainer' }),
      keys.make({ tenant: 'acme', role: 'reader' }),
    ]);
    const send = (route: string, key: string): Promise<Reply> =>
      call(gateway.url, route, { key, body: 'x', headers: BYTES });
    expectProblem(await send('POST /v1/uploads?filename=a.md', reader.key), 403, 'forbidden');
    const { body } = await send('POST /v1/uploads?filename=a.md', mine.key);
    const path = `PATCH /v1/uploads/${String(body['id'])}?offset=0`;
    expectProblem(await send(path, other.key), 404, 'upload_unknown');
    expect((await send(path, mine.key)).status).toBe(200);
    const job = { repository: 'x', source: { kind: 'upload', upload: body['id'] } };
    expectProblem(
      await call(gateway.url, 'POST /v1/index-jobs', { key: other.key, body: job }),
      404,
      'upload_unknown',
    );
  });
});
