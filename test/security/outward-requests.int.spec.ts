import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openEmbedder } from '@quarry/embedder';
import { bareInputs, openChatModel } from '@quarry/chat-model';
import { openHistoryStore } from '@quarry/history-store';
import { openSearchIndex } from '@quarry/search-index';
import { defined } from '@quarry/turn';
import { call, startGateway } from '../api/gateway-under-test';
import type { OpenApi } from '../api/openapi';
import { AUDIENCE, Issuer } from '../issuer/issuer';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel } from '../scripted-model/server';
import { AttackFamily } from './attack-family';
import { benignRequests, isAnswered, spoilt, targetOf } from './benign-requests';
import { Honeypot } from './honeypot';
import { Keys } from './keys-under-test';
import { luringFiles } from './luring-files';
import { furnish } from './tenant-objects';

const KEY = 'canary-key-4d1c';
const REF = { repository: 'shop', snapshot: 'current' };
const REDIRECTS = [301, 302, 303, 307, 308];
const REQUEST = {
  system: '',
  messages: [{ role: 'user', content: 'Why?' }],
  maxOutputTokens: 10,
  inputs: bareInputs('router', 'Why?'),
} as const;

/** Every one that asks a server which an operator named, and shows it a credential. */
const ASKS: Readonly<Record<string, (port: number) => Promise<unknown>>> = {
  'a chat model of OpenAI': (port) => chat('openai', `http://127.0.0.1:${port}/v1`),
  'a chat model of Anthropic': (port) => chat('anthropic', `http://127.0.0.1:${port}`),
  'an embedder': (port) => openEmbedder(`openai:http://127.0.0.1:${port}/v1#m`, { apiKey: KEY, retries: 0 }),
  'a search index': async (port) => {
    const index = openSearchIndex(`elasticsearch:http://quarry:${KEY}@127.0.0.1:${port}`);
    await index.describe(REF).finally(() => index.close());
  },
  'a history': async (port) => {
    const store = openHistoryStore(`elasticsearch:http://127.0.0.1:${port}`, { apiKey: KEY });
    await store.ping().finally(() => store.close());
  },
};

function chat(provider: 'openai' | 'anthropic', baseUrl: string): Promise<unknown> {
  return openChatModel({ provider, baseUrl, apiKey: KEY, model: 'm', maxRetries: 0 }).complete(REQUEST);
}

/** Files that are read for what they say of others, or not at all: nothing of them is found. */
const NOT_FOUND = ['picture.svg', 'quarry-urls.yaml', '.gitmodules', 'tsconfig.json', 'schema.json'];
const INDEXED = Object.keys(luringFiles('')).filter((path) => !NOT_FOUND.includes(path));

/** Names of an internal address that a client might get in. */
const addresses = (port: number): readonly string[] => [
  `http://127.0.0.1:${port}/x`,
  `https://localhost:${port}/x`,
  `//127.0.0.1:${port}/x.git`,
  `elasticsearch:http://127.0.0.1:${port}`,
  `redis://127.0.0.1:${port}`,
  `git+ssh://127.0.0.1:${port}/x.git`,
];

describe('T6: requests that Quarry makes', () => {
  const family = new AttackFamily('test/security/outward-requests.int.spec.ts');
  let honeypot: Honeypot;

  beforeAll(async () => {
    honeypot = await Honeypot.start();
  });
  afterAll(() => honeypot.stop());

  /** Something that answers an operator's request for the time of one test. */
  async function answering<Result>(
    answer: RequestListener,
    work: (port: number, server: Honeypot) => Promise<Result>,
  ): Promise<Result> {
    const server = await Honeypot.start(answer);
    try {
      return await work(server.port, server);
    } finally {
      server.stop();
    }
  }
  const redirecting =
    (status: number): RequestListener =>
    (request, response) => {
      request.resume();
      const location = `http://localhost:${honeypot.port}/${request.url ?? ''}`;
      response.writeHead(status, { location, 'x-elastic-product': 'Elasticsearch' }).end('{}');
    };

  it.each(Object.entries(ASKS))('%s that redirects elsewhere is not followed there', (name, ask) =>
    family.row({
      name,
      // Responds in no known protocol: it was asked.
      benign: 500,
      attacks: REDIRECTS,
      send: (status) =>
        answering(redirecting(status), async (port, server) => {
          const failure: unknown = await ask(port).then(
            () => null,
            (error: unknown) => error,
          );
          return { failure, asked: server.visits() > 0, elsewhere: honeypot.visits() };
        }),
      reached: ({ asked, elsewhere }) => asked && elsewhere === 0,
      judge: ({ failure, asked, elsewhere }) => {
        expect(failure).toMatchObject({ code: expect.any(String) as string });
        expect(JSON.stringify(failure)).not.toContain(KEY);
        expect({ asked, elsewhere }).toEqual({ asked: true, elsewhere: 0 });
      },
    }),
  );

  describe('the keys of an issuer', () => {
    let issuer: Issuer;
    let fixture: Awaited<ReturnType<typeof indexFixture>>;
    beforeAll(async () => {
      issuer = await Issuer.start();
      fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    });
    afterAll(async () => {
      await issuer.close();
      await fixture.remove();
    });

    /** The response to a bearer, and to a caller with a key at the same time. */
    const asked = (answer: RequestListener) =>
      answering(answer, async (port) => {
        const gateway = await startGateway(fixture.dataDir, {
          jwtIssuer: issuer.url,
          jwtAudience: AUDIENCE,
          jwtJwksUrl: `http://127.0.0.1:${port}/keys`,
          apiKeys: { [KEY]: 'acme' },
        });
        try {
          const bearer = call(gateway.url, 'GET /v1/turns', { key: await issuer.token() });
          const other = await call(gateway.url, 'GET /v1/turns', { key: KEY });
          return [(await bearer).status, other.status];
        } finally {
          await gateway.close();
        }
      });

    interface Seen {
      readonly statuses: readonly number[];
      readonly elsewhere: number;
      /** What is read, and what sockets hold. */
      readonly bytes: number;
    }
    /** The twin: keys that are right, from the same place. */
    const right: RequestListener = (_request, response) => {
      void fetch(`${issuer.url}/.well-known/jwks.json`).then(async (keys) => response.end(await keys.text()));
    };
    const send = async (answer: RequestListener): Promise<Seen> => {
      const sockets: Socket[] = [];
      const statuses = await asked((request, response) => {
        sockets.push(request.socket);
        void answer(request, response);
      });
      return { statuses, elsewhere: honeypot.visits(), bytes: sockets[0]?.bytesWritten ?? Infinity };
    };
    const row = {
      ...{ benign: right, send },
      reached: ({ statuses }: Seen) => statuses.every((status) => status === 200),
      judge: ({ statuses, elsewhere, bytes }: Seen) => {
        expect({ statuses, elsewhere }).toEqual({ statuses: [503, 200], elsewhere: 0 });
        expect(bytes).toBeLessThan(16 * 1024 * 1024);
      },
    };

    it(
      'are fetched from no other place',
      () => family.row({ ...row, name: 'keys that are elsewhere', attacks: REDIRECTS.map(redirecting) }),
      60_000,
    );

    it.each<[string, RequestListener]>([
      ['without end', flood('{"keys":["', 'x')],
      ['of white space without end', flood('', ' ')],
      ['that comes too slowly', (_request, response) => void response.write('{"keys":[')],
      ['that is cut', (_request, response) => void response.write('{"keys":[', () => response.destroy())],
      ['that is no JSON', (_request, response) => response.end('<html>')],
      ['that is deep', (_request, response) => response.end('['.repeat(500_000))],
    ])(
      'in a body %s are given up, and delay no other request',
      (name, answer) => family.row({ ...row, name, attacks: [answer] }),
      60_000,
    );
  });

  describe('what others may write', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quarry-outward-'));
    let fixture: Awaited<ReturnType<typeof indexFixture>>;
    beforeAll(async () => {
      for (const [path, text] of Object.entries(luringFiles(`http://127.0.0.1:${honeypot.port}/`))) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      writeFileSync(join(folder, 'plain.md'), 'A zebra.\n');
      fixture = await indexFixture(folder);
    }, 60_000);
    afterAll(async () => {
      await fixture.remove();
      rmSync(folder, { recursive: true });
    });

    it('is indexed, and nothing that it names is fetched', async () => {
      const gateway = await startGateway(fixture.dataDir);
      await family.row({
        name: 'files',
        benign: 'plain.md',
        attacks: INDEXED,
        send: async (path) => {
          const body = { query: 'zebra', mode: 'bm25', filter: { pathPrefixes: [path] } };
          const reply = await call<{ hits: unknown[] }>(gateway.url, 'POST /v1/search', { body });
          return { hits: reply.body.hits.length, visits: honeypot.visits() };
        },
        reached: ({ hits }) => hits > 0,
        judge: ({ hits, visits }, path) =>
          expect({ path, found: hits > 0, visits }).toEqual({ path, found: true, visits: 0 }),
      });
      await gateway.close();
    });

    it('is sent in any field, parameter or header, and leads to no request', async () => {
      const at = addresses(honeypot.port);
      const dataDir = mkdtempSync(join(tmpdir(), 'quarry-outward-data-'));
      const keys = new Keys(dataDir);
      const { key } = await keys.make({ role: 'operator' });
      await keys.close();
      const gateway = await startGateway(dataDir, {
        rateLimit: 0,
        indexRoots: [folder],
        webhookAllowPrivate: 'on',
      });
      const { body: document } = await call<OpenApi>(gateway.url, 'GET /v1/openapi.json', { key });
      const requests = benignRequests(document, await furnish(gateway.url, 'acme', folder, key));
      for (const one of requests)
        await family.row({
          name: `${one.method} ${one.path}`,
          benign: one,
          attacks: at.flatMap((url) => [
            // A webhook is sent where its URL says, here; ssrf.int.spec.ts has where it may be sent elsewhere.
            ...spoilt(one, url).filter(({ body }) => (body as { url?: string } | undefined)?.url !== url),
            {
              ...one,
              headers: {
                forwarded: `host=${url}`,
                'x-forwarded-host': url,
                referer: url,
                'x-original-url': url,
              },
            },
          ]),
          send: async (request) => {
            const reply = await call(gateway.url, `${request.method} ${targetOf(request)}`, {
              ...{ key, headers: request.headers },
              ...defined({ body: request.body }),
            });
            return { status: reply.status, body: reply.body, visits: honeypot.visits() };
          },
          reached: ({ status }) => isAnswered(one, status),
          judge: ({ status, visits }) => {
            expect({ path: one.path, ownFault: status >= 500, visits }).toEqual({
              ...{ path: one.path, ownFault: false, visits: 0 },
            });
          },
        });
      await gateway.close();
      expect(honeypot.visits()).toBe(0);
      rmSync(dataDir, { recursive: true });
    }, 120_000);

    it('is in a question, a picture or a reply of the model, and leads to no request', async () => {
      const at = addresses(honeypot.port);
      let url = '';
      const model = await startScriptedModel({
        replies: () => `[BM25:] zebra ${url}\n[Requesting data on:] ${url}`,
      });
      const chat = { chatProvider: 'openai', chatModel: 'scripted-1', chatBaseUrl: model.baseUrl } as const;
      const gateway = await startGateway(fixture.dataDir, { ...chat, rateLimit: 0 });
      await family.row({
        name: 'a question',
        benign: 'https://example.com/zebra',
        attacks: at,
        send: async (address) => {
          url = address;
          const asked = model.requests.length;
          const body = { question: `What does ${url} say about a zebra?`, pipeline: 'cgrag', wait: true };
          const { status } = await call(gateway.url, 'POST /v1/turns', { body });
          return { status, prompted: model.requests.length > asked, visits: honeypot.visits() };
        },
        reached: ({ status, prompted }) => status === 200 && prompted,
        judge: (seen) => expect(seen).toEqual({ status: 200, prompted: true, visits: 0 }),
      });
      for (const address of at) {
        const part = { type: 'image_url', image_url: { url: address } };
        const body = { model: 'code', messages: [{ role: 'user', content: [part] }] };
        const { status } = await call(gateway.url, 'POST /v1/chat/completions', { body });
        expect({ status, visits: honeypot.visits() }).toEqual({ status: 400, visits: 0 });
      }
      await gateway.close();
      await model.close();
      family.counted();
    }, 120_000);
  });
});

/** Sends `first`, and then `again` without end. */
function flood(first: string, again: string): RequestListener {
  const part = again.repeat(65_536);
  return (_request, response) => {
    response.write(first);
    const more = (): void => {
      while (!response.destroyed && response.write(part));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
}
