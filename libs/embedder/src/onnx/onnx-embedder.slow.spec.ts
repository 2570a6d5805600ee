import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedder } from '../adapters';
import { embedderConformance } from '../conformance';
import type { Embedder } from '../port';
import { installedModel } from '../testing/installed-model';
import { fetchModel } from './model-files';
import { BGE_SMALL, MINILM } from './models';
import { openOnnx } from './onnx-embedder';

const dir = installedModel();
const why = dir ? undefined : 'the model is missing; `quarry setup` fetches it';

const cosine = (x?: Float32Array, y?: Float32Array): number =>
  (x ?? new Float32Array()).reduce((sum, value, i) => sum + value * (y?.[i] ?? 0), 0);

/** A query, a text that answers it, and one that does not. */
const PAIRS = [
  [
    'How do I open a database connection?',
    'const db = await pool.connect(url)',
    'The cat sleeps on the sofa.',
  ],
  ['invoice total with tax', 'sum of all bill lines including VAT', 'parse the command line arguments'],
  ['the worker crashed and was restarted', 'a thread died; a new one was spawned', 'colors of the rainbow'],
  ['delete a user account', 'removeUser(id): void', 'compute the checksum of a file'],
  [
    'Wie lösche ich eine Datei?',
    'delete file from disk (Datei löschen)',
    'draw a circle with a given radius',
  ],
  ['rate limiting of requests', 'throttle: at most 10 calls per second', 'translate text to French'],
] as const;

embedderConformance({ name: 'minilm', open: dir ? () => openOnnx(MINILM, dir, { threads: 2 }) : null, why });

(dir ? describe : describe.skip)(`minilm's vectors reflect meaning${why ? ` (skipped: ${why})` : ''}`, () => {
  let embedder: Embedder;
  beforeAll(async () => void (embedder = await openOnnx(MINILM, dir ?? '', { threads: 1 })));
  afterAll(() => embedder.close());

  it.each(PAIRS)('%s', async (query, related, unrelated) => {
    const [a, b, c] = await embedder.embed([query, related, unrelated], { as: 'passage' });
    expect(cosine(a, b)).toBeGreaterThan(cosine(a, c) + 0.1);
  });

  it('has room for the words below a long ruler', async () => {
    const row = '| max_payload | The largest message that the server accepts |';
    const [bare, ruled, dotted] = await embedder.embed(
      [`Setting\n${row}`, `Setting\n|${'-'.repeat(250)}|\n${row}`, `Setting\n${'. '.repeat(250)}\n${row}`],
      { as: 'passage' },
    );
    expect(cosine(bare, ruled)).toBeGreaterThan(0.9);
    expect(cosine(bare, dotted)).toBeGreaterThan(0.9);
  });

  it('lets the process exit with its own code while the threads compute', () => {
    const hook = join(__dirname, '../../../sqlite/src/testing/typescript-hook.cjs');
    const script = join(__dirname, '../testing/exit-while-embedding.ts');
    const ended = spawnSync(process.execPath, ['--conditions=quarry-source', '-r', hook, script, dir ?? ''], {
      encoding: 'utf8',
    });
    expect([ended.status, ended.stderr]).toEqual([3, '']);
  });

  it('reports a damaged model as a Fault instead of crashing', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'quarry-damaged-'));
    await cp(dir ?? '', copy, { recursive: true });
    await writeFile(join(copy, 'tokenizer.json'), '{"model": 1}');
    const damaged = await openOnnx(MINILM, copy);
    await expect(damaged.embed(['x'], { as: 'query' })).rejects.toMatchObject({
      code: 'embedder_unavailable',
    });
    await damaged.close();
    await truncate(join(copy, 'model.onnx'), 1000);
    await expect(openOnnx(MINILM, copy)).rejects.toMatchObject({ code: 'embedder_unavailable' });
    await rm(copy, { recursive: true });
  });
});

describe('bge-small', () => {
  let embedder: Embedder | null = null;
  beforeAll(async () => {
    const folder = join(homedir(), '.cache', 'quarry', 'models', BGE_SMALL.name);
    const error: unknown = await fetchModel(BGE_SMALL, folder).then(
      () => null,
      (cause: unknown) => cause,
    );
    if (error instanceof Error) return console.warn(`skipped: ${error.message}`);
    embedder = await openEmbedder(`bge-small:${folder}`, { threads: 1 });
  });
  afterAll(() => embedder?.close());

  it.each(PAIRS)('%s', async (query, related, unrelated) => {
    if (!embedder) return;
    const [a] = await embedder.embed([query], { as: 'query' });
    const [b, c] = await embedder.embed([related, unrelated], { as: 'passage' });
    expect(cosine(a, b)).toBeGreaterThan(cosine(a, c) + 0.1);
  });

  // All weights and thresholds were chosen for MiniLM. Without the mean, unrelated texts have a cosine of about .5.
  it('spreads its cosines as MiniLM does', async () => {
    if (!embedder) return;
    const texts = PAIRS.flatMap(([query, , unrelated]) => [query, unrelated]);
    const vectors = await embedder.embed(texts, { as: 'passage' });
    const others = vectors.flatMap((vector, at) =>
      vectors.slice(at + 1).map((other) => cosine(vector, other)),
    );
    expect(Math.abs(others.reduce((sum, value) => sum + value, 0) / others.length)).toBeLessThan(0.15);
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
  });

  // The model was trained so; the mean of all pieces would give .56.
  it('takes the state of the first piece', async () => {
    if (!embedder) return;
    const [query, related] = PAIRS[0];
    const [a, b] = await embedder.embed([query, related], { as: 'passage' });
    expect(cosine(a, b)).toBeCloseTo(0.5, 1);
  });

  it('has an id of its own: vectors of two models are never compared', () => {
    expect(BGE_SMALL.id).not.toBe(MINILM.id);
    if (embedder) expect(embedder.id).toBe(BGE_SMALL.id);
  });
});

describe('openEmbedder', () => {
  it('returns null for none', async () => expect(await openEmbedder('none')).toBeNull());

  it('reports that the setup fetches a missing model', async () => {
    await expect(openEmbedder('minilm:/nowhere')).rejects.toMatchObject({
      code: 'embedder_unavailable',
      message: expect.stringMatching(/\/nowhere.*quarry setup/) as string,
    });
  });

  it.each([
    '',
    'minilm',
    'minilm:',
    'faiss:/x',
    'toString:/x',
    'openai:https://h/v1',
    'openai:nonsense#m',
    'openai:ftp://h#m',
  ])('rejects %p and lists the supported forms', async (url) => {
    await expect(openEmbedder(url)).rejects.toMatchObject({
      code: 'store_unknown',
      message: expect.stringMatching(/none, minilm:FOLDER, bge-small:FOLDER, openai:/) as string,
    });
  });
});
