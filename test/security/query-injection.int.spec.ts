import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Running } from '@quarry/solo';
import { call, startGateway } from '../api/gateway-under-test';
import { indexFixture } from '../scenarios/index-fixture';
import { AttackFamily } from './attack-family';
import { found, PLACES, QUERY, STORES, writeShop, type Found } from './query-places';
import { QUERY_TEXTS as TEXTS } from './query-texts';

describe('T11: injection into queries', () => {
  const family = new AttackFamily('test/security/query-injection.int.spec.ts');
  const folder = mkdtempSync(join(tmpdir(), 'quarry-t11-'));
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let gateway: Running & { readonly url: string };

  beforeAll(async () => {
    writeShop(folder);
    fixture = await indexFixture(folder);
    gateway = await startGateway(fixture.dataDir, { rateLimit: 0 });
  }, 60_000);
  afterAll(async () => {
    await gateway.close();
    await fixture.remove();
    rmSync(folder, { recursive: true });
  });

  it.each(PLACES)(
    '$place finds no more for a text than words would',
    async ({ place, route, body, benign, words = false, patterns = false }) => {
      await family.row({
        name: place,
        benign: benign ?? fixture.repository,
        attacks: TEXTS,
        send: async (text) => {
          const reply = await call<Found>(gateway.url, `POST /v1/${route}`, { body: body(text) });
          return { status: reply.status, count: found(reply.body), said: JSON.stringify(reply.body) };
        },
        reached: ({ status, count }) => status === 200 && count > 0,
        judge: ({ status, count, said }, text) => {
          const mayFind = words || (patterns && text === '*');
          expect({ text, count: mayFind ? 0 : count, ok: [200, 400, 404].includes(status) }).toEqual({
            ...{ text, count: 0, ok: true },
          });
          expect(said).not.toMatch(STORES);
        },
      });
    },
  );

  it('has changed nothing', async () => {
    const { body } = await call<Found>(gateway.url, 'POST /v1/search', { body: QUERY });
    expect(found(body)).toBeGreaterThan(0);
    family.counted();
  });
});
