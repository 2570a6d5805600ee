import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Webhook as Verifier } from 'standardwebhooks';
import { indexFixture } from '../scenarios/index-fixture';
import { call, startGateway } from './gateway-under-test';

type Gateway = Awaited<ReturnType<typeof startGateway>>;

interface Pinged {
  readonly state: string;
  readonly attempts: readonly { readonly problem: string | null }[];
}

const [OLD, NEW] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];

/** Secrets of webhooks in the records, with and without keys of the operator. */
describe('the secret of a webhook', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let receiver: Server;
  let received: { headers: IncomingHttpHeaders; body: string }[] = [];
  let url = '';

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        received.push({ headers: request.headers, body });
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
  });
  afterAll(async () => {
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
    await fixture.remove();
  });

  const key = 'secret-a';
  /** Does something at a gateway with these keys. */
  const at = async <T>(
    secretsKeys: readonly string[],
    work: (gateway: Gateway) => Promise<T>,
  ): Promise<T> => {
    const gateway = await startGateway(fixture.dataDir, {
      ...{ apiKeys: { [key]: 'acme' }, webhookAllowPrivate: 'on', secretsKeys },
    });
    try {
      return await work(gateway);
    } finally {
      await gateway.close();
    }
  };
  const make = async (gateway: Gateway): Promise<{ id: string; secret: string }> =>
    (await call<{ id: string; secret: string }>(gateway.url, 'POST /v1/webhooks', { key, body: { url } }))
      .body;
  const ping = async (gateway: Gateway, id: string): Promise<Pinged> =>
    (await call<Pinged>(gateway.url, `POST /v1/webhooks/${id}/ping`, { key })).body;
  /** The whole file, as a thief would have it. */
  const stored = (id: string): string => {
    const records = new DatabaseSync(join(fixture.dataDir, 'records.db'));
    const row = records.prepare('SELECT value FROM record WHERE id = ?').get(id);
    records.close();
    return (JSON.parse(String(row?.['value'])) as { secret: string }).secret;
  };
  const expectSigned = async (
    keys: readonly string[],
    hook: { id: string; secret: string },
  ): Promise<void> => {
    received = [];
    expect((await at(keys, (gateway) => ping(gateway, hook.id))).state).toBe('delivered');
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    expect(new Verifier(hook.secret).verify(body, headers as Record<string, string>)).toBeTruthy();
  };

  it('is encrypted with the first key, and signs as it did', async () => {
    const hook = await at([OLD], make);
    expect(hook.secret).toMatch(/^whsec_/);
    expect(stored(hook.id)).toMatch(/^v1\./);
    await expectSigned([OLD], hook);
  });

  it('of before there was a key is read, and encrypted with the next delivery', async () => {
    const hook = await at([], make);
    expect(stored(hook.id)).toBe(hook.secret);
    await expectSigned([OLD], hook);
    expect(stored(hook.id)).toMatch(/^v1\./);
    await expectSigned([OLD], hook);
  });

  it('changes its key while the former one is still there, and then needs it no more', async () => {
    const hook = await at([OLD], make);
    const before = stored(hook.id);
    await expectSigned([NEW, OLD], hook);
    expect(stored(hook.id)).not.toBe(before);
    await expectSigned([NEW], hook);
  });

  it.each([
    ['missing', []],
    ['another one', [NEW]],
  ])('whose key is %s: that webhook says so and sends nothing, the others work', async (_what, keys) => {
    const hook = await at([OLD], make);
    received = [];
    const pinged = await at(keys, async (gateway) => {
      const other = await make(gateway);
      expect((await ping(gateway, other.id)).state).toBe('delivered');
      const listed = await call<{ webhooks: { id: string; failingSince: string | null }[] }>(
        ...([gateway.url, 'GET /v1/webhooks', { key }] as const),
      );
      expect(listed.body.webhooks.map(({ id }) => id)).toEqual(expect.arrayContaining([hook.id, other.id]));
      return ping(gateway, hook.id);
    });
    expect(received).toHaveLength(1);
    expect(pinged.attempts.at(-1)?.problem).toContain('this gateway cannot read the secret of the webhook');
    expect(JSON.stringify(pinged)).not.toContain('QUARRY_SECRETS_KEY');
    // The receiver is not at fault, and continues once its key is back.
    await expectSigned([OLD], hook);
  });
});
