/** `npm run bench:stale -- DATA [ANSWERS]`: see README.md. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { updateStaleMarks } from '@quarry/application/revisions';
import { openPlatform, readConfig, readWorkspace, type Platform } from '@quarry/platform';
import { RepositoryRegistry } from '@quarry/repositories';
import type { ExportedFile } from '@quarry/search-index';
import { openTurn, type Evidence, type SnapshotRef, type Turn } from '@quarry/turn';

const [source, answers = '10000'] = process.argv.slice(2);
if (source === undefined) throw new Error('Name the data folder of an index: npm run bench:stale -- DATA');
const CITED = 8;
const CHANGED = [1, 10, 100];

const dataDir = mkdtempSync(join(tmpdir(), 'quarry-bench-stale-'));
try {
  cpSync(source, dataDir, { recursive: true });
  const platform = await openPlatform(readConfig({ dataDir, embedderUrl: 'none', logLevel: 'silent' }, {}));
  try {
    await measure(platform);
  } finally {
    await platform.close();
  }
} finally {
  rmSync(dataDir, { recursive: true });
}

async function measure({ turnArchive, searchIndex, recordStore }: Platform): Promise<void> {
  const workspace = await readWorkspace(dataDir);
  if (!workspace) throw new Error(`${source} is not the data folder of an index.`);
  const { repository, snapshot } = workspace;
  const ref: SnapshotRef = { repository, snapshot };
  const files: ExportedFile[] = [];
  for await (const file of searchIndex.export(ref)) if (file.chunks.length > 0) files.push(file);
  const random = randomFrom(7);
  const turns = Array.from({ length: Number(answers) }, (_, at) => answerTo(at, ref, files, random));
  for (const turn of turns) await turnArchive.save({ turn, events: [] });
  const update = async (): Promise<{ readonly ms: number; readonly compared: number }> => {
    const began = performance.now();
    const { compared } = await updateStaleMarks({
      archive: turnArchive,
      index: searchIndex,
      registry: new RepositoryRegistry(recordStore),
      onStale: async () => undefined,
    });
    return { ms: performance.now() - began, compared };
  };
  const chunks = files.reduce((sum, file) => sum + file.chunks.length, 0);
  process.stdout.write(`${turns.length} answers, ${files.length} files, ${chunks} chunks\n`);
  const first = await update();
  row('all answers, compared for the first time', first);
  row('nothing changed', await update());
  const shuffled = files.map((file) => ({ file, at: random() })).toSorted((a, b) => a.at - b.at);
  let from = 0;
  for (const count of CHANGED) {
    const changed = shuffled.slice(from, from + count).map(({ file }) => file);
    from += count;
    await searchIndex.write(ref, { files: changed.map(edited) });
    const paths = new Set(changed.map(({ path }) => path));
    const citing = turns.filter(({ evidence }) => evidence.some(({ path }) => paths.has(path))).length;
    row(`${changed.length} files changed, cited by ${citing} answers`, await update());
  }
}

function row(what: string, { ms, compared }: { readonly ms: number; readonly compared: number }): void {
  process.stdout.write(`${what}: ${compared} answers looked at in ${ms.toFixed(0)} ms\n`);
}

/** The file with a line in front, and one line of each chunk replaced. */
function edited({ path, hash, chunks, sections }: ExportedFile): ExportedFile {
  const changed = chunks.map((chunk) => {
    const lines = chunk.text.split('\n');
    lines[Math.floor(lines.length / 2)] = '// This line was replaced.';
    const text = lines.join('\n');
    return { ...chunk, text, contentHash: `changed ${chunk.contentHash}` };
  });
  return {
    ...{ path, hash: `changed ${hash}`, chunks: changed, vectors: new Map() },
    ...(sections ? { sections } : {}),
  };
}

function answerTo(
  at: number,
  { repository, snapshot }: SnapshotRef,
  files: readonly ExportedFile[],
  random: () => number,
): Turn {
  const evidence = Array.from({ length: 1 + Math.floor(random() * CITED) }, (_, i): Evidence => {
    const file = files[Math.floor(random() * files.length)];
    const chunk = file?.chunks[Math.floor(random() * file.chunks.length)];
    if (!chunk) throw new Error('There is no chunk.');
    const { id, path, startLine, endLine, text, symbol } = chunk;
    const found = { n: i + 1, pass: 1, kind: 'chunk', relevance: 1, foundBy: 'bm25', query: 'q' } as const;
    return {
      ...{ id, path, startLine, endLine, text },
      ...found,
      ...(symbol === undefined ? {} : { symbol }),
    };
  });
  const citations = evidence.map(({ n, path, startLine, endLine }) => ({
    n,
    path,
    startLine,
    endLine,
    pass: 1,
  }));
  const asked = { id: `t${at}`, tenant: 'local', session: 's', pipeline: 'code@d', isEnglish: true };
  const turn = openTurn({
    ...{ ...asked, question: `Question ${at}?`, askedAt: Date.now() - at, deadline: Date.now() },
    options: { depth: 'auto', budget: {}, repository, snapshot },
  });
  const answer = { text: '', english: '', citations, removedCitations: [], writtenBy: 'bench' };
  return { ...turn, evidence, answer, end: { outcome: 'answered', reason: '' } };
}

/** A linear congruential generator: the same numbers in every run, from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
