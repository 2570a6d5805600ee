import { join, relative, resolve } from 'node:path';
import { openDocumentParser, openDocumentReader, type FetchedSite } from '@quarry/documents';
import { CachingEmbedder } from '@quarry/embedder';
import { discardGraphSnapshot } from '@quarry/graph-store';
import { indexRepository, openReaders, type IndexOptions, type IndexReport } from '@quarry/indexing';
import { openRecordStore } from '@quarry/record-store';
import { openMasker } from '@quarry/secrets';
import { openStores, searchOptions, type QuarryConfig, type Stores } from '@quarry/platform';
import { RepositoryRegistry } from '@quarry/repositories';
import { discardSearchSnapshot } from '@quarry/search-index';
import { makePrivateFolder } from '@quarry/sqlite';
import { Fault, commitsOf, defined, type SnapshotRef } from '@quarry/turn';
import { applyLabels } from '../labels/apply-labels';
import { indexHistory } from './index-history';
import { makeCurrent } from './make-current';
import { noteIndexed, type Indexed } from './note-indexed';
import { openRevision, type OpenRevision } from './open-revision';
import { openSite } from './open-site';
import { openUpload, type OpenUpload } from './open-upload';
import { olderRevisions, packSnapshots } from './pack-older';
import { refOf, type IndexRequest, type RunListener } from './request';
import { RunStatus } from './run-status';
import { startFromNearest } from './start-from-nearest';
import { summariesOf } from './summaries-of';

/**
 * Updates the index of the configured stores to the state of a folder, a revision, a branch or a site, records the
 * result, and makes a shared repository the default for questions. Used by the command line and by the jobs of the API.
 * @param execArgv options of Node for its threads, e.g. to run from TypeScript sources
 * @throws Fault `path_not_found` if there is no text to index and never was, `index_busy`, `index_damaged`,
 * `index_other_model`, `bad_request` if a model is requested for summaries and none is configured, `store_unavailable`,
 * `cancelled`
 */
export async function runIndex(
  config: QuarryConfig,
  request: IndexRequest,
  listener: RunListener,
  execArgv: readonly string[] = [],
): Promise<{ readonly report: IndexReport; readonly indexed: Indexed }> {
  return recorded(config, request, listener, (status) =>
    runRecorded(config, request, { listener, status, execArgv }),
  );
}

/** Records the status of a run. A run that waits for another one of the same data folder leaves none. */
async function recorded<Result extends { readonly indexed: Indexed }>(
  config: QuarryConfig,
  request: IndexRequest,
  listener: RunListener,
  work: (status: RunStatus) => Promise<Result>,
): Promise<Result> {
  const ref = refOf(request);
  makePrivateFolder(config.dataDir);
  const records = openRecordStore(config.recordStoreUrl, searchOptions(config));
  const status = new RunStatus(records, { ref, rebuild: request.rebuild === true }, (problem) => {
    listener.note(problem);
  });
  try {
    return await work(status);
  } catch (error) {
    const isWaiting = error instanceof Fault && error.code === 'index_busy' && !status.hasBegun;
    if (!isWaiting) await status.stop();
    throw error;
  } finally {
    await records.close();
  }
}

async function runRecorded(
  config: QuarryConfig,
  request: IndexRequest,
  { listener, status, execArgv }: Listening,
): Promise<{ readonly report: IndexReport; readonly indexed: Indexed }> {
  const revision = await openRevision(config, request, listener);
  try {
    const upload = await openUpload(config, request, refOf(request), listener);
    const site = await openSite(config, request, refOf(request), listener);
    try {
      const { older, ...result } = await run(
        config,
        { ...request, read: { revision, upload, site } },
        { listener, status, execArgv },
      );
      const { embedder, pendingVectors } = result.indexed.summary;
      await status.finish(embedder !== null && pendingVectors > 0);
      await upload?.replaceEarlier();
      await packSnapshots(config, older, listener);
      return result;
    } catch (error) {
      // An upload without any text: nothing refers to it.
      if (error instanceof Fault && error.code === 'path_not_found') await upload?.remove();
      throw error;
    }
  } finally {
    await revision?.remove();
  }
}

/** Who follows a run, and how its threads start. */
interface Listening {
  readonly listener: RunListener;
  readonly status: RunStatus;
  readonly execArgv: readonly string[];
}

/** What a request reads in place of a folder. */
interface OpenFiles {
  readonly revision: OpenRevision | null;
  readonly upload: OpenUpload | null;
  readonly site: FetchedSite | null;
}

async function run(
  config: QuarryConfig,
  request: IndexRequest & { readonly read: OpenFiles },
  { listener, status, execArgv }: Listening,
): Promise<{
  readonly report: IndexReport;
  readonly indexed: Indexed;
  readonly older: readonly SnapshotRef[];
}> {
  const { revision, upload, site } = request.read;
  const ref = refOf(request);
  const summaries = summariesOf(config, request.summaries);
  const root = revision?.folder ?? upload?.folder ?? site?.folder ?? request.root;
  const listed = revision?.listed ?? upload?.listed ?? (site ? listedPages(site) : undefined);
  const parser = openDocumentParser(config.documentParserUrl);
  makePrivateFolder(config.dataDir);
  const stores = await openStores(config);
  const embedder =
    request.vectors === false || !stores.embedder
      ? null
      : new CachingEmbedder(stores.embedder, { file: join(config.dataDir, 'vectors-cache.db') });
  const masker =
    config.maskSecrets === 'off' || request.keepSecrets === true
      ? null
      : await openMasker({ dataDir: config.dataDir, repository: ref.repository, root });
  const readers = openReaders({ execArgv });
  /** Records the result, and makes the snapshot the one that questions are about. */
  const publish = async (report: IndexReport): Promise<{ report: IndexReport; indexed: Indexed }> => {
    // Quarry's own data is excluded without a message.
    const own = relative(request.root, config.dataDir);
    const told = { ...report, skipped: report.skipped.filter(({ path }) => path !== own) };
    if (report.files === 0 && report.removed === 0) throw nothingToIndex(request.root, told);
    const result = { ref, report: told, revision };
    const indexed = await noteIndexed(stores, request, result, listener);
    if (revision === null || revision.name === null || (await isNewest(stores, ref)))
      await makeCurrent(
        config,
        { ...ref, root: request.git || upload || site ? null : request.root },
        listener,
      );
    return { report: told, indexed };
  };
  try {
    explain(request, stores, summaries, listener);
    const report = await indexRepository({
      ...readers,
      openDocuments: () => openDocumentReader({ execArgv }),
      parser,
      root,
      ref,
      searchIndex: stores.searchIndex,
      graphStore: stores.graphStore,
      recordedRun: await recordedRun(stores, ref),
      embedder,
      masker,
      ocr: ocrOf(config, request, execArgv),
      ...defined({ summaries }),
      cacheFile: join(config.dataDir, 'facts-cache.db'),
      scipFile: join(config.dataDir, 'scip.db'),
      lockFile: join(config.dataDir, 'index.lock'),
      signal: listener.signal,
      ...defined({ rebuild: request.rebuild, chunking: request.chunking }),
      ...(request.urls === undefined ? {} : { urlsFile: resolve(request.urls) }),
      ...(request.gitWithin ? { gitWithin: request.gitWithin } : {}),
      ...defined({ listed }),
      ...(site ? { urls: site.urls } : {}),
      ...defined({ vectorIndex: request.vectorIndex }),
      discard: async () => {
        for (const each of [ref, commitsOf(ref)])
          await discardSearchSnapshot(config.searchIndexUrl, each, searchOptions(config));
        await discardGraphSnapshot(config.graphStoreUrl, ref);
      },
      ...(revision && {
        startFromOther: () =>
          startFromNearest(
            config,
            stores,
            ref,
            { ...request, embedder, committedAt: revision.committedAt },
            listener,
          ),
      }),
      onFiles: (files) => {
        status.begin(files);
      },
      onProgress: (now) => {
        status.progress(now);
        listener.progress(now);
      },
      onSearchable: async (soFar) => {
        status.progress({ phase: 'vectors', done: 0, total: soFar.pendingVectors });
        await publish({ ...soFar, ms: 0 });
        listener.note(
          `you can ask questions now; ${soFar.pendingVectors} chunks without a vector are found by keywords and in the code graph.`,
        );
      },
    });
    const history = await indexHistory(
      config,
      stores,
      request,
      { ref, commit: report.commit, masker },
      listener,
    );
    const published = await publish({ ...report, ...(history ? { commits: history.commits } : {}) });
    await applyLabels(config, stores, { ref, root }, listener);
    return { ...published, older: await olderRevisions(stores, ref) };
  } catch (error) {
    if (error instanceof Fault && error.code === 'cancelled')
      throw new Fault('cancelled', 'the index is valid as far as it got; run it again to resume.', {
        cause: error,
      });
    throw error;
  } finally {
    await readers.close();
    await embedder?.close();
    await stores.close();
  }
}

function listedPages({ urls, skipped }: FetchedSite): NonNullable<IndexOptions['listed']> {
  return { paths: [...urls.keys()], commit: null, skipped };
}

/** Whether questions that name no snapshot are about this one; true also if the records are away. */
async function isNewest({ recordStore }: Stores, { repository, snapshot }: SnapshotRef): Promise<boolean> {
  const recorded = await new RepositoryRegistry(recordStore).findStored(repository).catch(() => null);
  return recorded === null || recorded.snapshots[0]?.snapshot === snapshot;
}

function ocrOf(
  { ocr, ocrLanguages: languages, ocrData: folder }: QuarryConfig,
  request: IndexRequest,
  execArgv: readonly string[],
): IndexOptions['ocr'] {
  const wanted = request.ocr ?? (ocr === 'on' ? true : undefined);
  return { languages, folder, execArgv, ...defined({ wanted }) };
}

/** Null also if the record store is unavailable: the stores then number the run by themselves. */
async function recordedRun({ recordStore }: Stores, ref: SnapshotRef): Promise<number | null> {
  const recorded = await new RepositoryRegistry(recordStore).summary(ref).catch(() => null);
  return recorded?.run ?? null;
}

/** Reports what the run lacks, and what costs money. */
function explain(
  request: IndexRequest,
  { embedder, embedderProblem }: Stores,
  summaries: ReturnType<typeof summariesOf>,
  listener: RunListener,
): void {
  if (request.vectors !== false && !embedder)
    listener.note(`no vectors: ${embedderProblem}. Search works by keywords (BM25).`);
  if (typeof summaries === 'object')
    listener.note(
      `sections of documents are summarised by ${summaries.id}, each text once; --summaries extractive does without.`,
    );
}

function nothingToIndex(root: string, { skipped, textless }: IndexReport): Fault {
  const reasons = skipped.slice(0, 3).map(({ path, reason }) => `${path}: ${reason}`);
  const more = skipped.length > 3 ? `; and ${skipped.length - 3} more` : '';
  const isScanned = textless > 0 || skipped.some(({ reason }) => reason.includes('--ocr'));
  const todo = isScanned
    ? 'Pages that are pictures of text (scans) are read by OCR: \'quarry index --ocr\', or "ocr": true of a job.'
    : 'Give a folder with code or documents.';
  return new Fault(
    'path_not_found',
    `There is no text to index at ${root}${reasons.length > 0 ? ` (${reasons.join('; ')}${more})` : ''}. ${todo}`,
  );
}
