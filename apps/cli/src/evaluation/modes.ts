import {
  documentOf,
  rankingMeasures,
  recallAt,
  relevantGrades,
  type MeasuredQuestion,
  type MeasuredSystem,
} from '@quarry/evaluation';
import { PipelineSettings } from '@quarry/pipeline';
import { openStoresToRead, SnapshotResolver, type QuarryConfig } from '@quarry/platform';
import { Retrieval } from '@quarry/retrieval';
import { Fault, type RetrievalMode } from '@quarry/turn';
import type { Terminal } from '../terminal';
import type { EvalQuestion } from './eval-set';

/** A question with the documents that a mode found for it. */
export interface RankedQuestion extends MeasuredQuestion {
  /** Best first, without duplicates. */
  readonly documents: readonly string[];
}

/** How to measure retrieval alone. */
export interface ModesRequest {
  readonly store: string;
  readonly modes: readonly RetrievalMode[];
  readonly questions: readonly EvalQuestion[];
  /** Chunks that a mode returns; {@link CHUNKS} by default. */
  readonly topK?: number;
  readonly terminal: Terminal;
}

/** Chunks to merge into documents: with two chunks per document on average, 100 documents remain. */
const CHUNKS = 200;
/** Documents per ranking. */
const DOCUMENTS = 100;
/** Untimed questions at the start, which open files and warm up the model. */
const WARMING = 5;

/**
 * Ranks the documents of an index by retrieval modes alone: with the code of a pipeline's step, but without its
 * relevance floor, and with chunks merged into documents. The time of a question includes its embedding and its search.
 * @throws Fault `bad_request` if no question has a judged document or a mode is unavailable, `index_missing`,
 * `cancelled`
 */
export async function measureModes(
  config: QuarryConfig,
  { store, modes, questions, topK = CHUNKS, terminal }: ModesRequest,
): Promise<readonly MeasuredSystem<RankedQuestion>[]> {
  const judged = questions.filter(({ gold }) => gold.length > 0);
  if (judged.length === 0) throw new Fault('bad_request', 'No question of the set has a judged document.');
  const stores = await openStoresToRead(config);
  try {
    const ranking = await rankersOf(config, stores, modes);
    const rank = async (mode: RetrievalMode, text: string): Promise<readonly string[]> => {
      const [hits = []] = (await ranking.get(mode)?.search([{ query: text, topK }], terminal.signal)) ?? [];
      return [...new Set(hits.map(({ chunk }) => documentOf(chunk)))].slice(0, DOCUMENTS);
    };
    const rows = new Map(modes.map((mode): [RetrievalMode, RankedQuestion[]] => [mode, []]));
    for (const { text } of judged.slice(0, WARMING)) for (const mode of modes) await rank(mode, text);
    for (const [at, question] of judged.entries()) {
      if (terminal.signal.aborted) throw new Fault('cancelled', 'the evaluation was stopped.');
      terminal.progress(`${store}: question ${at + 1} of ${judged.length}`);
      // The modes take turns at going first, because the second finds pages in memory that the first has read.
      for (const mode of [...modes.slice(at % modes.length), ...modes.slice(0, at % modes.length)]) {
        const began = performance.now();
        const documents = await rank(mode, question.text);
        rows.get(mode)?.push(measureRanking(question, documents, performance.now() - began));
      }
    }
    return [...rows].map(([name, measured]) => ({
      kind: 'mode',
      name,
      store,
      responder: null,
      questions: measured,
    }));
  } finally {
    await stores.close();
  }
}

async function rankersOf(
  config: QuarryConfig,
  { searchIndex: index, embedder, embedderProblem, reranker }: Awaited<ReturnType<typeof openStoresToRead>>,
  modes: readonly RetrievalMode[],
): Promise<ReadonlyMap<RetrievalMode, Retrieval>> {
  const settings = Object.assign(new PipelineSettings(), {
    relevance: { min_cosine: -1, min_term_share: 0 },
  });
  const snapshots = new SnapshotResolver(config.dataDir, config.repository);
  const opened = new Map<RetrievalMode, Retrieval>();
  for (const mode of modes) {
    const retrieval = await Retrieval.open({ index, embedder, reranker, snapshots }, mode, settings);
    if (retrieval.fallback !== undefined)
      throw new Fault('bad_request', `${retrieval.fallback}. ${embedderProblem ?? 'Name other --modes.'}`);
    opened.set(mode, retrieval);
  }
  return opened;
}

function measureRanking(
  { id, gold }: EvalQuestion,
  documents: readonly string[],
  ms: number,
): RankedQuestion {
  const { recall5, recall10, ndcg10, mrr10 } = rankingMeasures(gold, documents);
  const recall100 = recallAt(relevantGrades(gold), documents, 100);
  return { id, documents, values: { recall5, recall10, recall100, ndcg10, mrr10, ms } };
}
