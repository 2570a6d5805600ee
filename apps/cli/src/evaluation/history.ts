import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CachingEmbedder } from '@quarry/embedder';
import { filesOfPast, PastChanges, rankingMeasures, ScratchTree, type HistorySet } from '@quarry/evaluation';
import { GitRepository } from '@quarry/git';
import { openMasker } from '@quarry/secrets';
import { indexRepository, openReaders } from '@quarry/indexing';
import { openStores, type QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { makeDataDir } from '../data-dir';
import { locateFiles, type FoundFile } from '../locate';
import type { Terminal } from '../terminal';

/** Quality of a ranking of files. */
type Measures = Pick<ReturnType<typeof rankingMeasures>, 'recall5' | 'recall10' | 'mrr10'>;

/** One commit of a history, with files ranked by search alone, by search and graph, and by both and past commits. */
export interface MeasuredCommit {
  readonly commit: string;
  readonly search: Measures;
  readonly graph: Measures;
  readonly past: Measures;
}

/**
 * For each commit: indexes its parent's tree (only the difference to the previous one), searches with the message, and
 * ranks the source files in three ways: by their best chunk, also by the code graph, and also by the messages of the
 * commits that led to the parent. The search is hybrid with vectors, and BM25 without.
 * @throws Fault `path_not_found` if the repository is gone, `cancelled`, and those of indexing.
 */
export async function measureHistory(
  config: QuarryConfig,
  set: HistorySet,
  {
    terminal,
    vectors,
    limit,
  }: { readonly terminal: Terminal; readonly vectors: boolean; readonly limit?: number },
): Promise<readonly MeasuredCommit[]> {
  const git = await GitRepository.open(set.repository, { signal: terminal.signal });
  await makeDataDir(config.dataDir);
  const folder = await mkdtemp(join(tmpdir(), 'quarry-history-'));
  const stores = await openStores(config);
  const embedder =
    vectors && stores.embedder
      ? new CachingEmbedder(stores.embedder, { file: join(config.dataDir, 'vectors-cache.db') })
      : null;
  const readers = openReaders();
  const ref = { repository: set.name, snapshot: 'history' };
  const measured: MeasuredCommit[] = [];
  try {
    const tree = new ScratchTree(git, folder);
    const changes = new PastChanges(git);
    const commits = set.commits.slice(0, limit ?? Infinity);
    for (const [at, { commit, parent, text, files }] of commits.entries()) {
      if (terminal.signal.aborted) throw new Fault('cancelled', 'the evaluation was stopped.');
      terminal.progress(`${set.name}: commit ${at + 1} of ${commits.length}`);
      await tree.become(parent, terminal.signal);
      await indexRepository({
        ...readers,
        ...stores,
        embedder,
        masker:
          config.maskSecrets === 'off'
            ? null
            : await openMasker({ dataDir: config.dataDir, repository: ref.repository, root: folder }),
        root: folder,
        ref,
        cacheFile: join(config.dataDir, 'facts-cache.db'),
        lockFile: join(config.dataDir, 'index.lock'),
        signal: terminal.signal,
      });
      const { ranked, searched } = await locateFiles({ ...stores, embedder, ref }, text);
      const past = filesOfPast(text, await changes.leadingTo(parent, terminal.signal));
      const gold = files.map((document) => ({ document, grade: 1 }));
      const measuresOf = (found: readonly FoundFile[]) =>
        rankingMeasures(gold, [...found.map(({ path }) => path), ...searched]);
      measured.push({
        commit,
        search: rankingMeasures(gold, searched),
        graph: measuresOf(ranked()),
        past: measuresOf(ranked(past)),
      });
    }
    return measured;
  } finally {
    await readers.close();
    await embedder?.close();
    await stores.close();
    await git.close();
    await rm(folder, { recursive: true, force: true });
  }
}
