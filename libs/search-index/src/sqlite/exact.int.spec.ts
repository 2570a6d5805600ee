import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { PlanFilter } from '@quarry/turn';
import * as fc from 'fast-check';
import { checkSearchSnapshot, openSearchIndex } from '../adapters';
import { analyze, matchTerms } from '../analysis';
import type { Chunk, IndexedFile, SearchIndex } from '../port';

/**
 * Compares the results from postings and codes with a slow reference: BM25 by its formula over
 * the terms of every chunk, and every cosine computed and sorted. Both filter before they rank.
 */

const ref = { repository: 'r', snapshot: 's' };
const DIMENSION = 20;
const WORDS = ['walrus', 'ostrich', 'heron', 'ibis', 'zebra', 'otter', 'the', 'getUserName', '数据库'];
const LANGUAGES = ['go', 'sql'];
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'quarry-exact-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Step {
  readonly path: string;
  /** No texts: the file is removed. */
  readonly texts: readonly string[];
}

const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 25 }).map((words) => words.join(' '));
const path = fc.constantFrom(...Array.from({ length: 9 }, (_, i) => `${i % 2 ? 'src' : 'lib/x'}/f${i}.go`));
const step: fc.Arbitrary<Step> = fc.record({ path, texts: fc.array(text, { maxLength: 6 }) });
const filter: fc.Arbitrary<PlanFilter> = fc.constantFrom(
  {},
  { pathPrefixes: ['src'] },
  { languages: ['go'] },
  { pathPrefixes: ['lib'], languages: ['sql'] },
);

function fileOf({ path: at, texts }: Step): IndexedFile {
  return {
    path: at,
    hash: texts.join('|'),
    chunks: texts.map((one, i): Chunk => ({
      id: `${at}#${i}`,
      path: at,
      startLine: i,
      endLine: i,
      text: one,
      language: LANGUAGES[(i + one.length) % 2] ?? 'go',
      kind: 'window',
      contentHash: `h ${one}`,
      ...(i % 3 === 0 ? { symbol: one.split(' ')[0] ?? '' } : {}),
    })),
  };
}

/** The same vector for the same text. The vectors are close together, so that many are about as far from a query. */
function vectorOf(of: string): Float32Array {
  let state = [...of].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7);
  return Float32Array.from({ length: DIMENSION }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 1 + state / 2 ** 34;
  });
}

class Model {
  readonly files = new Map<string, readonly Chunk[]>();

  apply(one: Step): void {
    if (one.texts.length > 0) this.files.set(one.path, fileOf(one).chunks);
    else this.files.delete(one.path);
  }

  passing({ pathPrefixes = [], languages = [] }: PlanFilter): Chunk[] {
    return [...this.files.values()]
      .flat()
      .filter(
        (chunk) =>
          pathPrefixes.length === 0 || pathPrefixes.some((one) => `${chunk.path}/`.startsWith(`${one}/`)),
      )
      .filter((chunk) => languages.length === 0 || languages.includes(chunk.language));
  }

  /** Lucene's idf, and Robertson's term weights over frequencies that count a name four times, a path twice. */
  bm25(query: string, narrowed: PlanFilter, k: number): { id: string; score: number }[] {
    const documents = this.passing({}).map((chunk) => {
      const fields = [analyze(chunk.symbol ?? ''), analyze(chunk.path), analyze(chunk.text)];
      const frequency = (term: string): number =>
        fields.reduce((sum, field, i) => sum + [4, 2, 1][i]! * field.filter((one) => one === term).length, 0);
      return { chunk, frequency, length: fields.flat().length };
    });
    const usual = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
    const allowed = new Set(this.passing(narrowed));
    return documents
      .map(({ chunk, frequency, length }) => {
        const score = matchTerms(query).reduce((sum, term) => {
          const having = documents.filter((other) => other.frequency(term) > 0).length;
          const idf = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
          const tf = frequency(term);
          return sum + (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * length) / usual));
        }, 0);
        return { chunk, score };
      })
      .filter(({ chunk, score }) => score > 0 && allowed.has(chunk))
      .map(({ chunk, score }) => ({ id: chunk.id, score }))
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .slice(0, k);
  }

  knn(query: Float32Array, narrowed: PlanFilter, k: number): { id: string; score: number }[] {
    return this.passing(narrowed)
      .map(({ id, text: of }) => ({ id, score: cosine(query, vectorOf(of)) }))
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .slice(0, k);
  }
}

function cosine(a: Float32Array, b: Float32Array): number {
  let [dot, aa, bb] = [0, 0, 0];
  a.forEach((value, i) => {
    const other = b[i] ?? 0;
    dot += value * other;
    aa += value * value;
    bb += other * other;
  });
  return dot / Math.sqrt(aa * bb);
}

async function run(index: SearchIndex, one: Step): Promise<void> {
  if (one.texts.length === 0) await index.write(ref, { remove: [one.path] });
  else await index.write(ref, { files: [fileOf(one)] });
  await index.setVectors(
    ref,
    one.texts.map((of) => ({ contentHash: `h ${of}`, vector: vectorOf(of) })),
  );
}

async function agree(
  index: SearchIndex,
  model: Model,
  query: string,
  narrowed: PlanFilter,
  k: number,
): Promise<void> {
  const vector = vectorOf(query);
  const [sparse = [], dense = []] = await index.search(ref, [
    { kind: 'bm25', text: query, k, filter: narrowed },
    { kind: 'knn', vector, k, filter: narrowed },
  ]);
  for (const [found, expected] of [
    [sparse, matchTerms(query).length === 0 ? [] : model.bm25(query, narrowed, k)],
    [dense, model.knn(vector, narrowed, k)],
  ] as const) {
    expect(found).toHaveLength(expected.length);
    expected.forEach(({ score }, i) => expect(found[i]?.score).toBeCloseTo(score, 4));
    // Scores that differ by less than single precision may be in either order.
    const clear = expected.map(({ score }, i) =>
      [expected[i - 1], expected[i + 1]].every(
        (next) => !next || next.score === score || Math.abs(next.score - score) > 1e-5,
      ),
    );
    const last = expected.at(-1)?.score ?? 0;
    found.forEach((hit, i) => {
      if (clear[i] && Math.abs(hit.score - last) > 1e-5) expect(hit.chunk.id).toBe(expected[i]?.id);
    });
  }
}

it('finds what the reference finds, after any writes, replacements and removals, by another client, and after reopening', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 14 }),
      fc.array(fc.tuple(text, filter, fc.integer({ min: 1, max: 40 })), { minLength: 3, maxLength: 3 }),
      async (steps, queries) => {
        const url = `sqlite:${join(folder, String(runs++))}`;
        const model = new Model();
        const writer = openSearchIndex(url);
        const reader = openSearchIndex(url);
        await writer.write(ref, { meta: { embedder: { id: 'm', dimension: DIMENSION } } });
        for (const [at, one] of steps.entries()) {
          await run(writer, one);
          model.apply(one);
          if (at % 5 === 4) await writer.write(ref, { meta: {} });
          const [query, narrowed, k] = queries[at % queries.length] ?? ['', {}, 1];
          await agree(reader, model, query, narrowed, k);
        }
        await writer.close();
        await reader.close();
        await checkSearchSnapshot(url, ref);
        const again = openSearchIndex(url);
        for (const [query, narrowed, k] of queries) await agree(again, model, query, narrowed, k);
        await again.close();
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);

it('reuses the places of removed chunks, and stays correct', async () => {
  const url = `sqlite:${folder}`;
  const model = new Model();
  const index = openSearchIndex(url);
  await index.write(ref, { meta: { embedder: { id: 'm', dimension: DIMENSION } } });
  const filesOf = (round: number) =>
    Array.from({ length: 1_300 }, (_, i): Step => ({
      path: `src/f${i}.go`,
      texts: [
        `${WORDS[i % WORDS.length] ?? ''} ${WORDS[(i + round) % 5] ?? ''} ${i % 50} ${i % 3 === 0 ? 0 : round}`,
      ],
    }));
  for (let round = 0; round < 4; round++) {
    const steps = filesOf(round);
    steps.forEach((one) => model.apply(one));
    const texts = [...new Set(steps.flatMap((one) => one.texts))];
    await index.write(ref, { files: steps.map(fileOf) });
    await index.setVectors(
      ref,
      texts.map((of) => ({ contentHash: `h ${of}`, vector: vectorOf(of) })),
    );
    await index.write(ref, { meta: {} });
    for (const narrowed of [{}, { languages: ['go'] }, { pathPrefixes: ['src/f7.go', 'lib'] }])
      await agree(index, model, `walrus heron ${round} 7`, narrowed, 60);
  }
  await index.close();
  await checkSearchSnapshot(url, ref);
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.db'));
  const database = new DatabaseSync(join(folder, name));
  // 5,200 chunks were written one after another; 1,300 are left.
  expect(Number(database.prepare('SELECT max(id) AS id FROM chunk').get()?.id)).toBeLessThan(4_096);
  expect(Number(database.prepare('SELECT max(id) AS id FROM vector').get()?.id)).toBeLessThan(2 * 1_300);
  database.close();
}, 120_000);
