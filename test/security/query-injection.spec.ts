import type { Running } from '@quarry/solo';
import { call, startGateway } from '../api/gateway-under-test';
import { indexFixture } from '../scenarios/index-fixture';
import { counted } from './families';
import { QUERY_TEXTS as TEXTS } from './query-texts';

describe('T11: injection into queries', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let gateway: Running & { readonly url: string };
  let tried = 0;

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    gateway = await startGateway(fixture.dataDir, { rateLimit: 0 });
  }, 60_000);
  afterAll(async () => {
    await gateway.close();
    await fixture.remove();
  });

  const search = async (body: object): Promise<{ status: number; text: string; hits: number }> => {
    const reply = await call<{ hits?: unknown[] }>(gateway.url, 'POST /v1/search', { body });
    tried += 1;
    return { status: reply.status, text: JSON.stringify(reply.body), hits: reply.body.hits?.length ?? 0 };
  };

  it.each(TEXTS)(
    '%j as a filter of paths, of languages, and as the name of a repository lets nothing through',
    async (text) => {
      const query = 'invoice cancel stock';
      const filters = [
        { query, filter: { pathPrefixes: [text] } },
        { query, filter: { languages: [text] } },
        { query, repository: text },
      ];
      for (const body of filters) {
        const { status, hits } = await search(body);
        expect({ body, hits, ok: status === 200 || (status >= 400 && status < 500) }).toEqual({
          body,
          hits: 0,
          ok: true,
        });
      }
    },
  );

  it.each(TEXTS)('%j as a name that is looked up finds nothing, and as words it is words', async (text) => {
    const { body, status } = await call(gateway.url, 'POST /v1/lookup', { body: { names: [text] } });
    tried += 1;
    expect(status === 200 || status === 400).toBe(true);
    expect(JSON.stringify(body)).not.toMatch(/syntax|SQLITE|fts5|Neo\.ClientError|parsing_exception/i);
    const words = await search({ query: text });
    expect(words.status === 200 || words.status === 400).toBe(true);
    expect(words.text).not.toMatch(/syntax error|SQLITE|fts5|Neo\.ClientError|parsing_exception/i);
  });

  it('has changed nothing', async () => {
    expect((await search({ query: 'invoice cancel stock' })).hits).toBeGreaterThan(0);
    counted('test/security/query-injection.spec.ts', tried);
  });
});
