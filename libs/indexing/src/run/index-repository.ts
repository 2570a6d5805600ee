import { join } from 'node:path';
import { openDocumentReader, readerWith, type DocumentReader } from '@quarry/documents';
import type { IndexInfo } from '@quarry/search-index';
import { Fault, ungraphed, type SnapshotRef } from '@quarry/turn';
import { FactsCache } from '../cache/facts-cache';
import { WINDOW } from '../chunk/chunk-file';
import { sectionKind } from '../chunk/text-sections';
import type { WindowSize } from '../chunk/windows';
import { mayBeCorpus } from '../documents/corpus';
import { checkCancelled } from '../progress/cancelled';
import type { Remark } from '../source/remark';
import { isTemporary, MAX_BYTES, readTree, type SourceFile } from '../source/source-tree';
import { forgetOutdated, type ScipReport } from '../scip/apply-scip';
import { SecretMask } from '../secrets/secret-mask';
import { SectionSummaries } from '../summaries/section-summaries';
import { storedFor } from '../summaries/stored-hash';
import { readUrlRegistry, URL_REGISTRY, type UrlPlace } from '../urls/url-registry';
import { asRead, chunksChanged, contentChanged, factsDigest } from './changes';
import { embedPending } from './embed-pending';
import { findCorpora } from './find-corpora';
import { findDocuments, mayBeDocument } from './find-documents';
import { lockIndex } from './lock';
import { ocrOfAll, ocrOfRun } from './ocr';
import type { CutOptions, IndexOptions, IndexReport } from './options';
import { readDocuments } from './read-documents';
import { readFiles } from './read-files';
import { ReaderPool } from './reader-pool';
import { removeVanished } from './remove-vanished';
import { emptyWhereLost, RunImprint } from './run-imprint';
import { shaOf } from './sha-of';
import { treeCounts } from './tree-counts';
import { writeChunks } from './write-chunks';
import { writeDocuments } from './write-documents';
import { isLinkedIn, linked, linkMark, takeLinks } from './take-links';
import { graphName, writeGraph } from './write-graph';

/**
 * Updates an index to the current state of a folder: reads changed files, links the graph, writes chunks, then vectors.
 * A file's stored hash is written after all its other data, so the next run completes a run that is interrupted at any
 * point.
 * @throws Fault `path_not_found`, `index_busy`, `index_other_model`, `cancelled`, and those of the stores
 *
 * @example
 * const readers = openReaders();
 * const report = await indexRepository({
 *   ...{ root: '/src/billing', ref: { repository: 'billing', snapshot: 'main' } },
 *   ...{ searchIndex, graphStore, embedder, masker, extractFor: readers.extractFor, link: readers.link },
 *   ...{ cacheFile: '/srv/quarry/facts.db', lockFile: '/srv/quarry/index.lock' },
 * });
 */
export async function indexRepository(options: IndexOptions): Promise<IndexReport> {
  const started = performance.now();
  const unlimited = (path: string): boolean => mayBeCorpus(path) || mayBeDocument(path);
  const tree = await readTree(options.root, { ...options, unlimited });
  const release = lockIndex(options.lockFile);
  try {
    const cache = FactsCache.open(options.cacheFile);
    const openReader = options.openDocuments ?? openDocumentReader;
    const ocr = ocrOfRun(options, cache);
    const openOne = (): DocumentReader => ocr?.around(openReader()) ?? openReader();
    const reader = new ReaderPool(() => readerWith(options.parser ?? null, openOne()));
    try {
      const report = await update(tree, cache, reader, { ...options, ocrId: ocr && ocr.id });
      return { ...report, ms: Math.round(performance.now() - started) };
    } finally {
      await reader.close();
      cache.close();
    }
  } finally {
    release();
  }
}

async function update(
  tree: Awaited<ReturnType<typeof readTree>>,
  cache: FactsCache,
  reader: ReaderPool,
  options: IndexOptions & Pick<CutOptions, 'ocrId'>,
): Promise<Omit<IndexReport, 'ms'>> {
  const { searchIndex, graphStore, ref, embedder } = options;
  let begunFrom: SnapshotRef | null = null;
  if (options.rebuild) {
    await options.discard?.();
    await forget(options);
  } else {
    begunFrom = (await options.startFromOther?.()) ?? null;
    await emptyWhereLost(searchIndex, ref, options.recordedRun);
  }
  const linkedBy = options.rebuild ? null : await emptyWhereLost(graphStore, ref, options.recordedRun);
  const before = await searchIndex.describe(ref);
  checkModel(before, options);
  const window = windowOf(options, before);
  const { urls, urlsFile } = options;
  const urlOf = urls
    ? ({ path }: UrlPlace) => urls.get(path)
    : await readUrlRegistry(urlsFile ?? join(tree.root, URL_REGISTRY), urlsFile !== undefined);
  const imprint = await RunImprint.begin([searchIndex, graphStore], ref, options.recordedRun);
  const manifest = await searchIndex.manifest(ref);
  const { summaries: wanted } = options;
  const summaries = typeof wanted === 'object' ? new SectionSummaries(wanted, cache, options) : null;
  const storedOf = (files: readonly SourceFile[]): ReadonlyMap<string, string> =>
    storedFor(manifest, new Set(files.map(({ path }) => path)), wanted);

  const sources = tree.files.filter(({ path }) => path !== URL_REGISTRY);
  options.onFiles?.(sources.length);
  const secrets = new SecretMask(options.masker, cache);
  await secrets.cleanSummaries();
  const cut = {
    ...options,
    window,
    urlOf,
    secrets,
    commit: tree.commit,
    maxBytes: options.maxBytes ?? MAX_BYTES,
    shaOf: shaOf(cache.seen, options.rebuild === true),
  };
  const found = await findDocuments(sources, cut);
  const sorted = await findCorpora(found.others, cut);
  const documents = await readDocuments(
    found.documents,
    storedOf(found.documents.map(({ source }) => source)),
    { ...cut, cache, reader, summaries },
  );
  const texts = [...sorted.others, ...documents.asText];
  const read = await readFiles(texts, cache, cut);
  const stored = storedOf(texts.filter(({ path }) => sectionKind(path) !== null));
  const removed = await removeVanished(
    manifest,
    { files: [...read.files, ...documents.documents], corpora: sorted.corpora },
    options,
  );

  // Set while graph and chunks come from the same facts, so that a run without changes need not link.
  const mark = linkMark(ref);
  const isBegun = begunFrom !== null && (await takeLinks(begunFrom, cache, options));
  cache.links.keep(graphName(ref));
  const facts = factsDigest(read.files);
  const edited = contentChanged(read.files, stored);
  const lastLinked = cache.mark(mark);
  const isLinked = lastLinked === linked(facts, linkedBy) && edited.every((file) => file.facts === null);
  let scip: ScipReport | null = null;
  const chunking = { ...cut, summaries };
  // Chunks before the graph: linking takes longest in a large repository, and words are found meanwhile.
  const moved = [...(await writeChunks(edited.map(asRead), tree.commit, chunking))];
  const changed = new Set(edited.map(({ source }) => source.path));
  if (!isLinked) {
    cache.setMark(mark, '');
    const isCurrent = isBegun || (linkedBy !== null && isLinkedIn(lastLinked, linkedBy));
    const linkedNow = await writeGraph(read.files, cache, isCurrent, changed, options);
    checkCancelled(options.signal);
    scip = linkedNow.report;
    const torn = new Set(moved.map(({ path }) => path));
    const linkedPaths = new Set(linkedNow.graph.map(({ path }) => path));
    const whole = read.files.filter(({ source: { path } }) => linkedPaths.has(path) && !torn.has(path));
    const written = new Map([...stored, ...edited.map(({ source, hash }) => [source.path, hash] as const)]);
    const rekeyed = chunksChanged(whole, linkedNow.graph, written);
    moved.push(...(await writeChunks(rekeyed, tree.commit, chunking)));
    for (const { file } of rekeyed) changed.add(file.source.path);
  }
  const corpora = sorted.corpora.filter(
    ({ source: { path }, hash }) => manifest.get(path) !== (secrets.known(path, hash)?.hash ?? null),
  );
  const remarks: Remark[] = [];
  for (const corpus of corpora) remarks.push(...(await writeDocuments(corpus, manifest, cut)));
  await searchIndex.write(ref, {
    meta: {
      chunking: window,
      vectorIndex: options.vectorIndex ?? {},
      // Pages of a site are shown as they were indexed, at their addresses.
      root: isTemporary(options.listed) || urls ? null : tree.root,
      commit: tree.commit,
      oneCommit: isTemporary(options.listed),
      bm25: true,
      ...(embedder ? { embedder: modelOf(embedder) } : {}),
    },
  });
  cache.setMark(mark, linked(facts, imprint.run));
  if (scip) await forgetOutdated(options.scipFile, ref, scip.outdated);

  const present = [...read.files, ...documents.documents, ...sorted.corpora];
  const written = changed.size + corpora.length + documents.written;
  const info = await searchIndex.describe(ref);
  const graph = await graphStore.describe(ref);
  const soFar: Omit<IndexReport, 'ms'> = {
    files: present.length,
    documents: Math.max(0, (info?.files ?? present.length) - present.length),
    ...(await treeCounts(documents.documents, texts, options)),
    ...{ ocr: ocrOfAll(documents.ocr), textless: documents.textless },
    summaries: summaries && summaries.made,
    indexed: written - moved.length,
    unchanged: present.length - written,
    removed,
    skipped: [...tree.skipped, ...found.skipped, ...sorted.skipped, ...documents.skipped, ...read.skipped],
    problems: [...documents.problems, ...read.problems, ...moved, ...remarks, ...(summaries?.problems ?? [])],
    ungraphed: ungraphed(read.files.map(({ source }) => source.path)),
    scip,
    secrets: secrets.report(),
    chunks: info?.chunks ?? 0,
    nodes: graph?.nodes ?? 0,
    edges: graph?.edges ?? 0,
    embedded: 0,
    pendingVectors: info?.pendingVectors ?? 0,
    embedderProblem: null,
    bytes: present.reduce((sum, { source }) => sum + source.bytes, 0),
    commit: tree.commit,
    dirty: tree.dirty,
  };
  if (!embedder || soFar.pendingVectors === 0) {
    await imprint.end();
    return soFar;
  }
  await options.onSearchable?.(soFar);
  const { embedded, problem } = await embedPending(embedder, options);
  await imprint.end();
  const pendingVectors = (await searchIndex.describe(ref))?.pendingVectors ?? 0;
  return { ...soFar, embedded, pendingVectors, embedderProblem: problem };
}

/**
 * The chunking of the run, otherwise that of the snapshot; a smaller chunk overlaps less. @throws Fault `bad_request`
 */
function windowOf({ chunking }: IndexOptions, before: IndexInfo | null): WindowSize {
  const usual = before?.chunking ?? WINDOW;
  const tokens = chunking?.tokens ?? usual.tokens;
  const overlap = chunking?.overlap ?? Math.min(usual.overlap, Math.floor(tokens / 8));
  if (overlap * 2 <= tokens) return { tokens, overlap };
  throw new Fault(
    'bad_request',
    `a chunk of ${tokens} tokens can repeat at most ${Math.floor(tokens / 2)} of the previous one, not ${overlap}`,
  );
}

/** Empties the snapshot. After an interruption it is an index with fewer files, and the next run completes it. */
async function forget({ searchIndex, graphStore, ref, embedder }: IndexOptions): Promise<void> {
  const files = [...(await searchIndex.manifest(ref)).keys()];
  await searchIndex.write(ref, { remove: files, meta: { embedder: embedder ? modelOf(embedder) : null } });
  await graphStore.write(ref, { remove: [...(await graphStore.manifest(ref)).keys()] });
}

/** Prevents a mix of models: their vectors in one index would be compared with each other. */
function checkModel(info: IndexInfo | null, { embedder, ref }: IndexOptions): void {
  const stored = info?.embedder;
  if (!stored || !embedder) return;
  if (stored.id === embedder.id && stored.dimension === embedder.dimension) return;
  throw new Fault(
    'index_other_model',
    `the index of "${ref.repository}" has vectors of ${stored.id} (${stored.dimension} dimensions), but ${embedder.id} ` +
      `(${embedder.dimension}) is configured; configure the former, or rebuild the index with --rebuild`,
  );
}

function modelOf({ id, dimension }: { readonly id: string; readonly dimension: number }): {
  readonly id: string;
  readonly dimension: number;
} {
  return { id, dimension };
}
