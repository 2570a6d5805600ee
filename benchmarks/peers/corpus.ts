import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Chunk, IndexedFile } from '@quarry/search-index';

/** A stored file, and the vectors of its chunks, in their order. */
export interface CorpusFile {
  readonly file: IndexedFile;
  readonly vectors: readonly Float32Array[];
}

/** What a corpus says of itself. */
export interface CorpusInfo {
  readonly chunks: number;
  /** Model of the vectors. */
  readonly embedder: { readonly id: string; readonly dimension: number };
}

/** A piece of text as a peer is given it. */
export interface Piece {
  /** Id of the chunk. */
  readonly id: string;
  readonly document: string;
  /** Title and text, as Quarry embeds and indexes them. */
  readonly text: string;
  readonly vector: Float32Array;
}

const INFO = 'corpus.json';
const FILES = 'files.jsonl';
const VECTORS = 'vectors.f32';

/** Texts and vectors in a folder, read file by file, so that no engine's memory counts those of another. */
export class Corpus {
  private readonly folder: string;
  readonly info: CorpusInfo;

  private constructor(folder: string, info: CorpusInfo) {
    this.folder = folder;
    this.info = info;
  }

  static async open(folder: string): Promise<Corpus> {
    return new Corpus(folder, JSON.parse(await readFile(join(folder, INFO), 'utf8')) as CorpusInfo);
  }

  /** Writes a corpus and gives the number of its chunks. Files without chunks are left out. */
  static async write(
    folder: string,
    files: Iterable<CorpusFile>,
    embedder: CorpusInfo['embedder'],
  ): Promise<Corpus> {
    await mkdir(folder, { recursive: true });
    const text = createWriteStream(join(folder, FILES));
    const numbers = createWriteStream(join(folder, VECTORS));
    let chunks = 0;
    for (const { file, vectors } of files) {
      if (file.chunks.length === 0) continue;
      chunks += file.chunks.length;
      if (!text.write(`${JSON.stringify(file)}\n`)) await once(text, 'drain');
      for (const vector of vectors) {
        const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
        if (!numbers.write(bytes)) await once(numbers, 'drain');
      }
    }
    for (const stream of [text, numbers]) {
      stream.end();
      await once(stream, 'finish');
    }
    await writeFile(join(folder, INFO), JSON.stringify({ chunks, embedder } satisfies CorpusInfo));
    return Corpus.open(folder);
  }

  async *files(): AsyncGenerator<CorpusFile> {
    const { dimension } = this.info.embedder;
    const numbers = await open(join(this.folder, VECTORS));
    try {
      for await (const line of createInterface({ input: createReadStream(join(this.folder, FILES)) })) {
        const file = JSON.parse(line) as IndexedFile;
        const all = new Float32Array(file.chunks.length * dimension);
        await numbers.read(new Uint8Array(all.buffer));
        const vectors = file.chunks.map((_chunk, at) => all.slice(at * dimension, (at + 1) * dimension));
        yield { file, vectors };
      }
    } finally {
      await numbers.close();
    }
  }

  /** The same as single pieces, `size` at a time. */
  async *pieces(size: number): AsyncGenerator<readonly Piece[]> {
    let batch: Piece[] = [];
    for await (const { file, vectors } of this.files())
      for (const [at, chunk] of file.chunks.entries()) {
        const vector = vectors[at];
        if (!vector) continue;
        batch.push({ id: chunk.id, document: documentOf(chunk), text: textOf(chunk), vector });
        if (batch.length < size) continue;
        yield batch;
        batch = [];
      }
    if (batch.length > 0) yield batch;
  }
}

/** The document that a chunk is of, as the judgements of a set name it. */
export function documentOf(chunk: Chunk): string {
  return chunk.document ?? chunk.path;
}

function textOf({ title, text }: Chunk): string {
  return title === undefined ? text : `${title}\n${text}`;
}
