import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedder } from '../adapters';
import { embedderConformance } from '../conformance';
import type { Embedder } from '../port';
import { installedModel } from '../testing/installed-model';
import { openMiniLm } from './minilm-embedder';

const dir = installedModel();
const why = dir ? undefined : 'the model is missing; `quarry setup` fetches it';

const cosine = (x?: Float32Array, y?: Float32Array): number =>
  (x ?? new Float32Array()).reduce((sum, value, i) => sum + value * (y?.[i] ?? 0), 0);

embedderConformance({ name: 'minilm', open: dir ? () => openMiniLm(dir, { threads: 2 }) : null, why });

(dir ? describe : describe.skip)(`minilm's vectors reflect meaning${why ? ` (skipped: ${why})` : ''}`, () => {
  let embedder: Embedder;
  beforeAll(async () => void (embedder = await openMiniLm(dir ?? '', { threads: 1 })));
  afterAll(() => embedder.close());

  it.each([
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
  ])('%s', async (query, related, unrelated) => {
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
    const damaged = await openMiniLm(copy);
    await expect(damaged.embed(['x'], { as: 'query' })).rejects.toMatchObject({
      code: 'embedder_unavailable',
    });
    await damaged.close();
    await truncate(join(copy, 'model.onnx'), 1000);
    await expect(openMiniLm(copy)).rejects.toMatchObject({ code: 'embedder_unavailable' });
    await rm(copy, { recursive: true });
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
      message: expect.stringMatching(/none, minilm:FOLDER, openai:/) as string,
    });
  });
});
