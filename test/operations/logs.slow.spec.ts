import { KeyService } from '@quarry/application/access';
import { openRecordStore } from '@quarry/record-store';
import { call } from '../api/gateway-under-test';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';
import { Worker } from './worker';

describe('logs of a gateway', () => {
  let fixture: IndexedFixture;
  let worker: Worker;
  let key: string;
  let id: string;
  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    const records = openRecordStore(`sqlite:${fixture.dataDir}/records.db`);
    const none = { pipelines: null, repositories: null, expiresAt: null };
    const limits = { requestsPerMinute: null, tokensPerDay: null, costPerDay: null };
    const draft = { name: 'test', tenant: 'acme', role: 'reader', limits, ...none } as const;
    const made = await new KeyService(records).create(draft);
    await records.close();
    [key, id] = [made.key, made.info.id];
    worker = new Worker([], {
      QUARRY_DATA: fixture.dataDir,
      EMBEDDER_URL: 'none',
      QUARRY_PORT: '0',
      QUARRY_LOG_FORMAT: 'json',
      QUARRY_LOG_LEVEL: 'debug',
    });
    await worker.start();
  }, 180_000);
  afterAll(async () => {
    await worker.stop();
    await fixture.remove();
  });

  it('log every request with its route, caller and duration, but neither questions nor keys', async () => {
    const body = { question: 'How is stock restored in zanzibar?', wait: true };
    const asked = await call(worker.api, 'POST /v1/turns', { key, body });
    expect(asked.status).toBe(200);
    await call(worker.api, `GET /v1/turns/${String(asked.body['id'])}?zanzibar=1`, { key });
    await call(worker.api, 'GET /v1/turns', { key: 'qk_aaaaaaaaaaaa_zanzibar' });
    await call(worker.api, 'GET /zanzibar', { key });
    await worker.stop();
    const lines = worker.output
      .split('\n')
      .filter((line) => line !== '' && !/^(quarry: |note |interrupted)/.test(line))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const access = lines.filter(({ logger }) => logger === 'access');
    expect(access.map(({ method, route, status }) => [method, route, status])).toEqual([
      ['POST', '/v1/turns', 200],
      ['GET', '/v1/turns/:id', 200],
      ['GET', '/v1/turns', 401],
      ['GET', 'unknown', 404],
    ]);
    expect(access[0]).toMatchObject({
      level: 'info',
      tenant: 'acme',
      key: id,
      ms: expect.any(Number),
      request: asked.headers.get('x-request-id'),
    });
    expect(access[2]).not.toHaveProperty('tenant');
    expect(worker.output).not.toContain('zanzibar');
    expect(worker.output).not.toContain(key.slice(-20));
  }, 180_000);
});
