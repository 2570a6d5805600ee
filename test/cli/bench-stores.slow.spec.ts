import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describeWithElasticsearch, describeWithNeo4j } from '../servers/servers';
import { expectRefusal, ROOT, SHOP, Workplace } from './quarry';

// Documents are embedded first, which takes as long as it takes.
jest.setTimeout(600_000);

/** SciFact: public data, in a folder next to the repository if it exists. */
const SET = join(ROOT, '../shared/data/scifact');
const MODELS = join(homedir(), '.cache/quarry/models');
const missing = [
  ...(existsSync(SET) ? [] : ['the set scifact is not next to the repository']),
  ...(existsSync(MODELS) ? [] : ['the embedding model is not there (quarry setup)']),
];

interface Times {
  readonly p50: number;
  readonly p95: number;
}

interface Both<Value> {
  readonly embedded: Value;
  readonly server: Value;
}

interface Result {
  readonly growth: readonly Record<string, unknown>[] | null;
  readonly search: {
    readonly documents: number;
    readonly likeness: readonly {
      readonly way: string;
      readonly vectorIndex: string | null;
      readonly overlap: { readonly mean: number; readonly lowest: number };
      readonly ndcg: Both<number>;
    }[];
    readonly sizes: readonly {
      readonly chunks: number;
      readonly documentsPerSecond: Both<number>;
      readonly hybridMs: Both<Times>;
    }[];
  } | null;
  readonly graph: {
    readonly nodes: number;
    readonly walkMs: Both<Times>;
    readonly sameWalks: number;
    readonly sameLookups: number;
  } | null;
}

/**
 * Lowest mean share of the ten best documents that both stores find, and how far nDCG@10 may lie apart; docs/benchmarks.md has the figures of the
 * whole set. Vectors: the same where every one is compared, and all but a few with int8 HNSW. BM25: the embedded store weighs columns by SQLite's
 * formula, Elasticsearch by BM25F, so that the last of the ten differ and their worth does not. Hybrid lies between the two.
 */
const TOLERANCE: Readonly<Record<string, readonly [overlap: number, ndcg: number]>> = {
  'bm25 -': [0.9, 0.03],
  'dense flat': [0.995, 0.002],
  'hybrid flat': [0.92, 0.03],
  'dense int8_hnsw': [0.98, 0.01],
  'hybrid int8_hnsw': [0.92, 0.03],
};

describe('bench stores', () => {
  const at = new Workplace();
  afterAll(() => {
    at.remove();
  });

  it('says what it needs', async () => {
    expectRefusal(await at.run(['bench', 'stores']), 2, '--search', '--graph');
    expectRefusal(await at.run(['bench', 'stores', '--search', 'elasticsearch:http://x']), 2, 'name a set');
    expectRefusal(
      await at.run(['bench', 'stores', 'sets/none', '--search', 'x:y']),
      1,
      'path_not_found',
      'sets/none',
    );
    const away = await at.run(['bench', 'stores', '--graph', 'bolt://user:secret@127.0.0.1:1']);
    expectRefusal(away, 1, 'store_unavailable', '127.0.0.1:1');
    expect(away.err).not.toContain('secret');
  });

  const why = missing.length > 0 ? ` (skipped: ${missing.join('; ')})` : '';
  (why === '' ? describe : describe.skip)(`the embedded index alone${why}`, () => {
    it('is measured at each size, in another process than the one that writes', async () => {
      const sample = ['--questions', '5', '--documents', '20', '--size', '60', '--size', '30'];
      const ended = await at.run(['bench', 'stores', SET, ...sample, '--json'], { env: { HOME: homedir() } });
      expect(ended).toMatchObject({ code: 0 });
      const { growth, search } = JSON.parse(ended.out) as Result;
      expect(search).toBeNull();
      const times = { p50: expect.any(Number), p95: expect.any(Number), cpuMs: expect.any(Number) };
      const asked = { hybrid: { ...times, count: 5 }, bm25: times, meaning: times };
      const written = { change: { ...times, count: 5 }, deletion: { ...times, count: 5 } };
      expect(growth).toMatchObject([
        { chunks: 30, ...asked, ...written },
        { chunks: 60, ...asked, ...written },
      ]);
      for (const row of growth ?? [])
        for (const name of ['real', 'chunksPerSecond', 'vectorsPerSecond', 'openMs', 'memoryMb', 'diskMb'])
          expect(row[name]).toBeGreaterThan(0);
    });
  });

  describeWithNeo4j('the graph', (url) => {
    it('is walked and looked up alike on both sides', async () => {
      const code = at.write('shop', SHOP);
      const graph = `${url}?namespace=bench-${randomBytes(4).toString('hex')}`;
      const ended = await at.run(['bench', 'stores', '--graph', graph, '--code', code, '--json']);
      expect(ended).toMatchObject({ code: 0 });
      const result = JSON.parse(ended.out) as Result;
      expect(result).toMatchObject({
        growth: null,
        search: null,
        graph: { nodes: 5, sameWalks: 1, sameLookups: 1 },
      });
      expect(result.graph?.walkMs.server.p95).toBeGreaterThanOrEqual(
        result.graph?.walkMs.server.p50 ?? Infinity,
      );
    });
  });

  describeWithElasticsearch('search', (url) => {
    if (missing.length > 0) {
      it.skip(missing.join('; '), () => undefined);
      return;
    }
    const prefix = `bench-${randomBytes(4).toString('hex')}`;
    // The store leaves its template: others may use the prefix.
    afterAll(() => fetch(`${url}/_index_template/${prefix}.search`, { method: 'DELETE' }));

    it('the same documents are found on both sides, within the tolerance', async () => {
      const sample = ['--questions', '100', '--documents', '500', '--size', '500'];
      const server = `elasticsearch:${url}/${prefix}`;
      const ended = await at.run(['bench', 'stores', SET, '--search', server, ...sample, '--json'], {
        env: { HOME: homedir() },
      });
      expect(ended).toMatchObject({ code: 0 });
      const { search } = JSON.parse(ended.out) as Result;
      expect(search?.documents).toBe(500);
      const compared = search?.likeness.map(({ way, vectorIndex }) => `${way} ${vectorIndex ?? '-'}`);
      expect(compared?.toSorted()).toEqual(Object.keys(TOLERANCE).toSorted());
      for (const { way, vectorIndex, overlap, ndcg } of search?.likeness ?? []) {
        const [alike, apart] = TOLERANCE[`${way} ${vectorIndex ?? '-'}`] ?? [1, 0];
        expect(overlap.mean).toBeGreaterThanOrEqual(alike);
        expect(Math.abs(ndcg.embedded - ndcg.server)).toBeLessThanOrEqual(apart);
        expect(ndcg.server).toBeGreaterThan(0.6);
      }
      expect(search?.sizes).toMatchObject([{ chunks: 500 }]);
      const left = await fetch(`${url}/${prefix}*?features=aliases`);
      expect(await left.json()).toEqual({});
    });
  });
});
