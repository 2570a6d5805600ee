import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openEmbedder } from '@quarry/embedder';
import { bareInputs, openChatModel } from '@quarry/chat-model';
import { openHistoryStore } from '@quarry/history-store';
import { openSearchIndex } from '@quarry/search-index';
import { call, startGateway } from '../api/gateway-under-test';
import type { OpenApi, Schema } from '../api/openapi';
import { AUDIENCE, Issuer } from '../issuer/issuer';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel } from '../scripted-model/server';
import { counted } from './families';
import { Honeypot } from './honeypot';
import { luringFiles } from './luring-files';

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
  let honeypot: Honeypot;
  let tried = 0;

  beforeAll(async () => {
    honeypot = await Honeypot.start();
  });
  afterAll(() => honeypot.stop());

  /** Something that answers an operator's request for the time of one test. */
  async function answering<Result>(
    answer: RequestListener,
    work: (port: number) => Promise<Result>,
  ): Promise<Result> {
    const server = await Honeypot.start(answer);
    try {
      return await work(server.port);
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

  it.each(Object.entries(ASKS))('%s that redirects elsewhere is not followed there', async (_name, ask) => {
    for (const status of REDIRECTS) {
      const failure = await answering(redirecting(status), (port) =>
        ask(port).then(
          () => null,
          (error: unknown) => error,
        ),
      );
      expect(failure).toMatchObject({ code: expect.any(String) as string });
      expect(JSON.stringify(failure)).not.toContain(KEY);
      expect({ status, visits: honeypot.visits() }).toEqual({ status, visits: 0 });
      tried += 1;
    }
  });

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

    /** What a bearer is answered, and somebody with a key meanwhile. */
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

    it.each(REDIRECTS)('are fetched from no other place (%i)', async (status) => {
      expect(await asked(redirecting(status))).toEqual([503, 200]);
      expect(honeypot.visits()).toBe(0);
      tried += 1;
    });

    it.each<[string, RequestListener]>([
      ['without end', flood('{"keys":["', 'x')],
      ['of white space without end', flood('', ' ')],
      ['that comes too slowly', (_request, response) => void response.write('{"keys":[')],
      ['that is cut', (_request, response) => void response.write('{"keys":[', () => response.destroy())],
      ['that is no JSON', (_request, response) => response.end('<html>')],
      ['that is deep', (_request, response) => response.end('['.repeat(500_000))],
    ])(
      'in a body %s are given up, and hold nobody up',
      async (_what, answer) => {
        const sockets: Socket[] = [];
        const answers: RequestListener = (request, response) => {
          sockets.push(request.socket);
          void answer(request, response);
        };
        expect(await asked(answers)).toEqual([503, 200]);
        // What is read, and what sockets hold.
        expect(sockets[0]?.bytesWritten).toBeLessThan(16 * 1024 * 1024);
        tried += 1;
      },
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
        tried += 1;
      }
      fixture = await indexFixture(folder);
    }, 60_000);
    afterAll(async () => {
      await fixture.remove();
      rmSync(folder, { recursive: true });
    });

    it('is indexed, and nothing that it names is fetched', async () => {
      const gateway = await startGateway(fixture.dataDir);
      for (const path of ['page.html', 'guide.md', 'paper.docx', 'paper.pdf', 'main.ts']) {
        const body = { query: 'zebra', filter: { pathPrefixes: [path] } };
        const { body: found } = await call<{ hits: unknown[] }>(gateway.url, 'POST /v1/search', { body });
        expect({ path, hits: found.hits.length > 0 }).toEqual({ path, hits: true });
      }
      await gateway.close();
      expect(honeypot.visits()).toBe(0);
    });

    it('is sent in any field, parameter or header, and leads to no request', async () => {
      const at = addresses(honeypot.port);
      const model = await startScriptedModel({
        replies: () => `[BM25:] zebra ${at[0]}\n[Requesting data on:] ${at[0]}`,
      });
      const gateway = await startGateway(fixture.dataDir, {
        ...{ chatProvider: 'openai', chatModel: 'scripted-1', chatBaseUrl: model.baseUrl },
        ...{ rateLimit: 0, indexRoots: [folder] },
      });
      const { body: document } = await call<OpenApi>(gateway.url, 'GET /v1/openapi.json');
      for (const [path, methods] of Object.entries(document.paths))
        for (const [method, { parameters, requestBody }] of Object.entries(methods)) {
          const schema = requestBody?.content?.['application/json']?.schema;
          const bodies = schema === undefined ? [undefined] : at.map((url) => filled(document, schema, url));
          for (const [n, body] of bodies.entries()) {
            const url = at[n] ?? '';
            const query = parameters
              .filter((parameter) => parameter.in === 'query')
              .map(({ name }) => `${name}=${encodeURIComponent(url)}`)
              .join('&');
            const place = path.replace(/\{\w+\}/g, encodeURIComponent(url));
            const headers = {
              forwarded: `host=${url}`,
              'x-forwarded-host': url,
              referer: url,
              'x-original-url': url,
            };
            const reply = await call(gateway.url, `${method.toUpperCase()} ${place}?${query}`, {
              headers,
              ...(body === undefined ? {} : { body }),
            });
            expect(reply.status).toBeLessThan(500);
            tried += 1;
          }
        }
      for (const url of at) {
        const part = { type: 'image_url', image_url: { url } };
        const said = [{ role: 'user', content: [{ type: 'text', text: `What is ${url}?` }, part] }];
        const body = { model: 'code', messages: said };
        await call(gateway.url, 'POST /v1/chat/completions', { body });
        const turn = { question: `What does ${url} say about a zebra?`, pipeline: 'cgrag', wait: true };
        expect((await call(gateway.url, 'POST /v1/turns', { body: turn })).status).toBe(200);
        tried += 2;
      }
      await gateway.close();
      await model.close();
      expect(honeypot.visits()).toBe(0);
      counted('test/security/outward-requests.spec.ts', tried);
    }, 120_000);
  });
});

/** The address in every text of a body, and lists of one. */
function filled(document: OpenApi, schema: Schema, url: string, depth = 0): unknown {
  const of = (part: Schema): unknown => filled(document, part, url, depth + 1);
  if (depth > 6) return null;
  if (schema.$ref !== undefined)
    return of(document.components.schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {});
  const [variant] = schema.allOf ?? schema.oneOf ?? [];
  if (variant) return of(variant);
  if (schema.enum) return schema.enum[0];
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  if (type === 'array') return [of(schema.items ?? {})];
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return false;
  if (schema.properties || type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, part]) => [name, of(part)]),
    );
  return url;
}

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
