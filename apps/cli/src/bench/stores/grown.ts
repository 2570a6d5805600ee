import { createHash } from 'node:crypto';
import type { Chunk, ExportedFile, IndexedFile } from '@quarry/search-index';

/** A document of one chunk with its vector. */
export interface GrownDocument {
  readonly file: IndexedFile;
  readonly vector: Float32Array;
}

/** Largest displacement of a grown document's vector, which has length 1: enough that no two are equal. */
const NOISE = 0.05;

/** Words that no set has, for each grown document, and the exponent of their frequencies over their ranks. */
const RARE_WORDS = 4;
const ZIPF = 1.2;
const MOST_RARE = 2 ** 31;

/**
 * Yields up to `count` documents made from those of a set: first the originals, then documents that join the first half
 * of one and the second half of another, with the mean of their vectors plus a little noise. The texts have real words
 * and the vectors a real distribution without embedding each text. A few invented words follow Zipf's law: some are
 * frequent, most occur once, so that the number of different words grows as in real texts. Suitable for measuring time,
 * not relevance.
 */
export function* grow(documents: readonly ExportedFile[], count: number): Generator<GrownDocument> {
  const real = documents.flatMap(({ chunks, vectors }) =>
    chunks.flatMap((chunk) => {
      const vector = vectors.get(chunk.contentHash);
      return vector ? [{ chunk, vector }] : [];
    }),
  );
  const random = generator(20_261_121);
  for (let at = 0; at < count; at++) {
    const one = real[at % real.length];
    if (!one) return;
    if (at < real.length) {
      yield { file: fileOf(one.chunk, one.chunk.text, at), vector: one.vector };
      continue;
    }
    const other = real[Math.floor(random() * real.length)] ?? one;
    yield {
      file: fileOf(
        one.chunk,
        `${half(one.chunk.text, 0)} ${rareWords(random)} ${half(other.chunk.text, 1)}`,
        at,
      ),
      vector: between(one.vector, other.vector, random),
    };
  }
}

/** The next `count` documents, or what is left. */
export function takeFrom(grown: Generator<GrownDocument>, count: number): GrownDocument[] {
  const batch: GrownDocument[] = [];
  while (batch.length < count) {
    const next = grown.next();
    if (next.done) break;
    batch.push(next.value);
  }
  return batch;
}

function fileOf(chunk: Chunk, text: string, at: number): IndexedFile {
  const contentHash = createHash('sha256').update(`${at} ${text}`).digest('hex');
  const path = `grown/${at}`;
  return {
    path,
    hash: contentHash,
    chunks: [{ ...chunk, id: `${path}#1`, path, document: String(at), text, contentHash }],
  };
}

function half(text: string, which: 0 | 1): string {
  const words = text.split(' ');
  const middle = Math.ceil(words.length / 2);
  return (which === 0 ? words.slice(0, middle) : words.slice(middle)).join(' ');
}

/** Names made of letters, by a rank that is drawn from Zipf's law. */
function rareWords(random: () => number): string {
  const words = Array.from({ length: RARE_WORDS }, () => {
    const rank = Math.min(MOST_RARE, Math.floor((1 - random()) ** (1 / (1 - ZIPF))));
    return `zq${rank.toString(26).replace(/[0-9]/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}`;
  });
  return words.join(' ');
}

function between(a: Float32Array, b: Float32Array, random: () => number): Float32Array {
  const step = (2 * NOISE) / Math.sqrt(a.length);
  const sum = a.map((value, i) => (value + (b[i] ?? 0)) / 2 + (random() - 0.5) * step);
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

/** A linear congruential generator, so that every run has the same documents. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
