import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OwnerSessions } from '@quarry/application/access';
import { readConfig } from '@quarry/platform';
import type { Running } from '@quarry/solo';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { call, expectProblem, startGateway } from './gateway-under-test';

const MODEL = '/v1/operations/model';

jest.setTimeout(120_000);

describe('setting up the language model over the API', () => {
  let folder: string;
  let file: string;
  let gateway: Running & { readonly url: string };
  let server: ScriptedModel;
  let headers: Record<string, string>;
  const before = process.env['QUARRY_SETTINGS'];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-model-setup-'));
    file = join(folder, 'settings.env');
    process.env['QUARRY_SETTINGS'] = file;
    server = await startScriptedModel({
      replies: () => 'ready',
      apiKey: 'sesame',
      models: ['nomic-embed-text', 'qwen3:8b'],
    });
    gateway = await startGateway(join(folder, 'data'), { webhookAllowPrivate: 'on' });
    const code = gateway.app.get(OwnerSessions).invite();
    const { body } = await call<{ token: string }>(gateway.url, 'POST /v1/owner-session', { body: { code } });
    headers = { 'x-quarry-owner': body.token };
  });
  afterAll(async () => {
    if (before === undefined) delete process.env['QUARRY_SETTINGS'];
    else process.env['QUARRY_SETTINGS'] = before;
    await gateway.close();
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const choice = (more: object = {}) => ({
    ...{ baseUrl: server.baseUrl, model: 'qwen3:8b', apiKey: 'sesame' },
    ...more,
  });

  it('is for the person who started a gateway without keys', async () => {
    for (const route of [`POST ${MODEL}/servers`, `PUT ${MODEL}`, `DELETE ${MODEL}`])
      expectProblem(
        await call(gateway.url, route, {
          ...(route.startsWith('DELETE') ? {} : { body: route.startsWith('PUT') ? choice() : {} }),
        }),
        403,
        'forbidden',
      );
    expect((await call(gateway.url, `GET ${MODEL}`)).body).toEqual({
      ...{ current: null, stored: null, file, overridden: false },
    });
    expect(server.requests).toEqual([]);
  });

  it('finds the models of a server that can chat, with its key', async () => {
    const find = (body: object) => call(gateway.url, `POST ${MODEL}/servers`, { headers, body });
    const { baseUrl } = server;
    expect((await find({ baseUrl: `${baseUrl}/`, apiKey: 'sesame' })).body).toEqual({
      servers: [{ name: baseUrl, baseUrl, models: ['qwen3:8b'] }],
    });
    expectProblem(await find({ baseUrl }), 400, 'bad_request');
    expect((await find({})).status).toBe(200);
  });

  it('stores a model that replied, for its user alone, and never shows its key', async () => {
    const reply = await call(gateway.url, `PUT ${MODEL}`, { headers, body: choice() });
    const stored = { provider: 'openai', baseUrl: server.baseUrl, name: 'qwen3:8b' };
    expect(reply.body).toMatchObject({ current: null, stored, overridden: false });
    expect(reply.body['tookMs']).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify((await call(gateway.url, `GET ${MODEL}`)).body)).not.toContain('sesame');
    expect(JSON.stringify(reply.body)).not.toContain('sesame');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const config = readConfig({ dataDir: folder }, { QUARRY_SETTINGS: file });
    expect(config).toMatchObject({
      chatModel: 'qwen3:8b',
      chatBaseUrl: server.baseUrl,
      chatApiKey: 'sesame',
    });
  });

  it('keeps what is stored where a model does not reply', async () => {
    const kept = readFileSync(file, 'utf8');
    const wrong = await call(gateway.url, `PUT ${MODEL}`, { headers, body: choice({ apiKey: 'wrong-key' }) });
    expectProblem(wrong, 400, 'bad_request');
    expect(JSON.stringify(wrong.body)).not.toContain('wrong-key');
    expect(readFileSync(file, 'utf8')).toBe(kept);
  });

  it('stores no second setting in the name of a model', async () => {
    const kept = readFileSync(file, 'utf8');
    const body = choice({ model: 'qwen3:8b\nEMBEDDER_URL=none' });
    const reply = await call(gateway.url, `PUT ${MODEL}`, { headers, body });
    expect(expectProblem(reply, 400, 'bad_request')).toContain('line break');
    expect(readFileSync(file, 'utf8')).toBe(kept);
  });

  it('forgets it', async () => {
    const { body } = await call(gateway.url, `DELETE ${MODEL}`, { headers });
    expect(body).toMatchObject({ stored: null, file });
  });

  it('asks no private host by default, and needs the role operator where there are keys', async () => {
    const other = await startGateway(join(folder, 'other'));
    const made = async (role: string) => {
      const body = { name: role, tenant: 'acme', role };
      return (await call<{ key: string }>(other.url, 'POST /v1/keys', { key, body })).body.key;
    };
    let key: string | undefined;
    try {
      key = await made('operator');
      // A gateway notices within seconds that there is a key now.
      while ((await call(other.url, 'GET /v1/turns')).status !== 401) await sleep(50);
      const seen = server.requests.length;
      for (const baseUrl of [server.baseUrl, 'https://169.254.169.254/v1', 'https://localhost/v1']) {
        const body = choice({ baseUrl });
        expectProblem(await call(other.url, `PUT ${MODEL}`, { key, body }), 400, 'bad_request');
        expectProblem(
          await call(other.url, `POST ${MODEL}/servers`, { key, body: { baseUrl } }),
          400,
          'bad_request',
        );
      }
      expect(server.requests.length).toBe(seen);
      for (const role of ['reader', 'maintainer'])
        expectProblem(
          await call(other.url, `PUT ${MODEL}`, { key: await made(role), body: choice() }),
          403,
          'forbidden',
        );
    } finally {
      await other.close();
    }
  });
});
