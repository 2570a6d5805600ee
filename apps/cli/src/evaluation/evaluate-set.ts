import { fingerprintOf, type EvalRun, type MeasuredSystem } from '@quarry/evaluation';
import type { QuarryConfig } from '@quarry/platform';
import type { RetrievalMode } from '@quarry/turn';
import { runIndex } from '../indexer';
import { silenceLogs } from '../logs';
import type { Terminal } from '../terminal';
import type { AnsweredQuestion } from './answered';
import type { EvalSet } from './eval-set';
import { measureModes, type RankedQuestion } from './modes';
import { measurePipelines, type PipelinesRequest } from './pipelines';
import { embeddedIn, onServer, type NamedStore } from './stores';

/** What to measure of a set. */
export interface SetRequest extends Omit<PipelinesRequest, 'store'> {
  /** Not empty: measures retrieval alone, without pipelines. */
  readonly modes: readonly RetrievalMode[];
  readonly stores: readonly NamedStore[];
  readonly terminal: Terminal;
}

export type EvaluatedRun = EvalRun<AnsweredQuestion | RankedQuestion>;

/** Indexes the corpus if necessary, and measures everything on every store. */
export async function evaluateSet(
  config: QuarryConfig,
  set: EvalSet,
  request: SetRequest,
): Promise<EvaluatedRun> {
  silenceLogs();
  const systems: MeasuredSystem<AnsweredQuestion | RankedQuestion>[] = [];
  // All stores hold the same data: the set is indexed once, and copied from there.
  const { url: searchIndexUrl } = request.stores.find(({ isHome }) => isHome) ?? embeddedIn(config.dataDir);
  const home: QuarryConfig = { ...config, searchIndexUrl };
  // Keyword search needs no vectors; an index that has some keeps them.
  const vectors = request.modes.length === 0 || request.modes.some((mode) => mode !== 'bm25');
  await runIndex(home, { root: set.corpus, vectors }, request.terminal);
  for (const { name: store, url, isHome } of request.stores) {
    const measure = (at: QuarryConfig): Promise<EvaluatedRun['systems']> =>
      request.modes.length > 0
        ? measureModes(at, { ...request, store, questions: set.questions })
        : measurePipelines(at, set, { ...request, store });
    systems.push(...(isHome ? await measure(home) : await onServer(home, url, request.terminal, measure)));
  }
  const { name, split, questions } = set;
  const about = { name, split, questions: questions.length, fingerprint: fingerprintOf(questions) };
  return { format: 1, set: about, at: new Date().toISOString(), systems };
}
