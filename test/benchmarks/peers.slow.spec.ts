import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Chunk } from '@quarry/search-index';
import { defined } from '@quarry/turn';
import { Corpus } from '../../benchmarks/peers/corpus.ts';
import type { RunningEngine } from '../../benchmarks/peers/engine-client.ts';
import { measureQuality } from '../../benchmarks/peers/quality.ts';
import { measureSpeed } from '../../benchmarks/peers/speed.ts';

// Engines are processes of their own; how long they take to start is no part of what is tested.
jest.setTimeout(300_000);

const BENCHMARK = resolve(__dirname, '../../benchmarks/peers');

const folder = mkdtempSync(join(tmpdir(), 'quarry-peers-spec-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Title and text; the question is the title, and its document the only right one. */
const DOCUMENTS: readonly (readonly [title: string, text: string])[] = [
  ['Tide tables', 'A tide table lists high and low water of a port, day by day.'],
  ['Bread', 'Flour, water, salt and yeast are kneaded, left to rise, and baked.'],
  ['Glaciers', 'Snow that never melts is pressed to ice, which flows slowly downhill.'],
  ['Bicycle chains', 'A chain carries the force of the pedals to the rear wheel.'],
  ['Photosynthesis', 'Plants make sugar of water and carbon dioxide by the light of the sun.'],
  ['Violins', 'Four strings are stretched over a bridge, and sound when a bow is drawn over them.'],
  ['Volcanoes', 'Molten rock rises through the crust, and leaves it as lava, ash and gas.'],
  ['Chess', 'Two players move sixteen pieces each, and the king must not be lost.'],
];

interface Result {
  readonly chunks: number;
  readonly questions: number;
  readonly quality: readonly {
    readonly engine: string;
    readonly way: string;
    readonly ndcg10: number;
    readonly mrr10: number;
  }[];
  readonly speed: readonly { readonly engine: string; readonly way: string; readonly p50: number }[];
  readonly costs: readonly { readonly engine: string; readonly memory: number; readonly disk: number }[];
  readonly failed: readonly string[];
}

/** The tables and figures of one run over the set above and 20 pieces grown from it. */
function bench(engines: string): { readonly out: string; readonly results: readonly Result[] } {
  const set = join(folder, 'set');
  const json = join(folder, 'results.json');
  const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  mkdirSync(set, { recursive: true });
  const corpus = DOCUMENTS.map(([title, text], _id) => ({ _id: String(_id), title, text }));
  writeFileSync(join(set, 'corpus.jsonl'), lines(corpus));
  writeFileSync(
    join(set, 'queries.jsonl'),
    lines(DOCUMENTS.map(([text], _id) => ({ _id: `q${_id}`, text }))),
  );
  const qrels = DOCUMENTS.map((_document, at) => `q${at}\t${at}\t1\n`).join('');
  writeFileSync(join(set, 'qrels.tsv'), `query-id\tcorpus-id\tscore\n${qrels}`);
  const ended = spawnSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(BENCHMARK, 'main.ts'),
      ...['--sets', set, '--sizes', '20', '--engines', engines, '--data', join(folder, 'data')],
      ...['--timed', '3', '--rounds', '2', '--json', json],
    ],
    { encoding: 'utf8' },
  );
  expect([ended.status, ended.stderr]).toEqual([0, expect.any(String)]);
  return { out: ended.stdout, results: JSON.parse(readFileSync(json, 'utf8')) as Result[] };
}

describe('benchmark of peers', () => {
  it('writes texts and vectors, and reads them again as pieces', async () => {
    const chunk = (id: string, title?: string): Chunk => ({
      id,
      path: 'corpus.jsonl',
      document: `of ${id}`,
      text: `text of ${id}`,
      startLine: 1,
      endLine: 1,
      language: 'text',
      kind: 'window',
      contentHash: id,
      ...defined({ title }),
    });
    const files = [
      { file: { path: 'none', hash: '0', chunks: [] }, vectors: [] },
      {
        file: { path: 'two', hash: '1', chunks: [chunk('a', 'A'), chunk('b')] },
        vectors: [Float32Array.of(1, 0), Float32Array.of(0.6, 0.8)],
      },
      { file: { path: 'one', hash: '2', chunks: [chunk('c')] }, vectors: [Float32Array.of(0, 1)] },
    ];
    const corpus = await Corpus.write(join(folder, 'corpus'), files, { id: 'm', dimension: 2 });
    expect(corpus.info).toEqual({ chunks: 3, embedder: { id: 'm', dimension: 2 } });
    const batches = [];
    for await (const batch of corpus.pieces(2)) batches.push(batch);
    expect(batches).toEqual([
      [
        { id: 'a', document: 'of a', text: 'A\ntext of a', vector: Float32Array.of(1, 0) },
        { id: 'b', document: 'of b', text: 'text of b', vector: Float32Array.of(0.6, 0.8) },
      ],
      [{ id: 'c', document: 'of c', text: 'text of c', vector: Float32Array.of(0, 1) }],
    ]);
  });

  it('asks in turn, leaves the warm-up out, and holds approximate lists against exact ones', async () => {
    const calls: string[] = [];
    const engine = (name: string, ms: number, documents: readonly string[]): RunningEngine => ({
      engine: name,
      ways: ['dense'],
      buildSeconds: 0,
      ask: async (way, { text }) => {
        calls.push(`${name} ${way} ${text}`);
        return { documents, ms: text === 'slow' ? 10 * ms : ms };
      },
      memory: async () => 0,
      close: () => undefined,
    });
    const engines = [engine('lancedb', 1, ['a', 'b']), engine('lancedb-hnsw', 2, ['a', 'c'])];
    const asked = ['quick', 'slow', 'quick'].map((text) => ({ text, vector: new Float32Array() }));
    const speeds = await measureSpeed(engines, asked, { rounds: 2, warmUp: 1 });
    expect(speeds).toEqual([
      { engine: 'lancedb', way: 'dense', p50: 1, p95: 10, spread: [1, 1], recall: null },
      { engine: 'lancedb-hnsw', way: 'dense', p50: 2, p95: 20, spread: [2, 2], recall: 0.5 },
    ]);
    const threeOf = (name: string) => ['quick', 'slow', 'quick'].map((text) => `${name} dense ${text}`);
    expect(calls.slice(2)).toEqual(
      ['lancedb', 'lancedb-hnsw', 'lancedb-hnsw', 'lancedb'].flatMap((name) => threeOf(name)),
    );
    const gold = [{ document: 'b', grade: 1 }];
    const [exact, approximate] = await measureQuality(
      engines,
      asked.map((question) => ({ ...question, gold })),
    );
    expect(exact).toMatchObject({ mrr10: 0.5, recall10: 1, ndcg10: 1 / Math.log2(3) });
    expect(approximate).toMatchObject({ mrr10: 0, recall10: 0, ndcg10: 0 });
  });
});

const model = existsSync(join(homedir(), '.cache/quarry/models'));
// Vectors are real ones; the model is fetched once by `quarry setup`, and a machine may lack it.
const withModel = model ? describe : describe.skip;
withModel(`benchmark of peers, whole${model ? '' : ' (skipped: no embedding model; quarry setup)'}`, () => {
  it('measures Quarry alone, without any of the peers', () => {
    const { out, results } = bench('quarry');
    const [set, grown] = results;
    expect(set).toMatchObject({ chunks: DOCUMENTS.length, questions: DOCUMENTS.length, failed: [] });
    expect(set?.quality.map(({ way }) => way)).toEqual(['hybrid', 'bm25', 'dense']);
    for (const { ndcg10, mrr10 } of set?.quality ?? []) expect([ndcg10, mrr10]).toEqual([1, 1]);
    expect(grown).toMatchObject({ chunks: 20, questions: 0, quality: [], failed: [] });
    for (const { speed, costs } of results) {
      expect(speed).toHaveLength(3);
      for (const { p50 } of speed) expect(p50).toBeGreaterThan(0);
      expect(costs).toEqual([expect.objectContaining({ engine: 'quarry' })]);
      expect(costs[0]?.disk).toBeGreaterThan(0.01);
    }
    expect(out).toMatch(/\| Quarry \| hybrid +\| 1\.000/);
  });

  const installed = existsSync(join(BENCHMARK, 'node_modules/@lancedb/lancedb'));
  // Peers have an installation of their own, which the root's does not bring.
  const withPeers = installed ? it : it.skip;
  withPeers(
    `gives all engines the same vectors${installed ? '' : ' (skipped: the peers are not installed; npm run bench:peers)'}`,
    () => {
      const engines = ['quarry', 'lancedb', 'lancedb-hnsw', 'orama', 'minisearch', 'langchain'];
      const { results } = bench(engines.join(','));
      const [set] = results;
      expect(set?.failed).toEqual([]);
      for (const way of ['hybrid', 'dense']) {
        const rows = set?.quality.filter((row) => row.way === way) ?? [];
        expect(rows.map(({ engine }) => engine)).toEqual(engines);
      }
      // Only one list of vectors is right where every vector is compared.
      const exact = set?.quality.filter(({ engine, way }) => way === 'dense' && engine !== 'lancedb-hnsw');
      for (const { ndcg10 } of exact ?? []) expect(ndcg10).toBe(1);
    },
  );
});
