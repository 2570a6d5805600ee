import {
  BASELINES,
  goldPlaceShare,
  measureTurn,
  onePass,
  recallAt,
  relevantGrades,
  tracedShare,
  turnValues,
  type CountingModel,
  type MeasuredQuestion,
  type Searched,
  type TurnMeasures,
} from '@quarry/evaluation';
import type { Platform } from '@quarry/platform';
import { currentSnapshot } from '../current-snapshot';
import type { EvalQuestion } from './eval-set';
import type { Judge } from './judge';
import type { AskedQuestion } from './run';

/** The full result of a question. */
export interface AnsweredQuestion extends MeasuredQuestion, TurnMeasures {
  /** Accepted answers. */
  readonly expected: readonly string[];
}

export interface MeasuringOptions {
  readonly platform: Platform;
  /** The responder, with its calls counted. */
  readonly counting: CountingModel;
  readonly judge: Judge | null;
}

/** Returns a function that measures one question after the other. */
export async function measuringAnswered({
  platform,
  counting,
  judge,
}: MeasuringOptions): Promise<(asked: AskedQuestion<EvalQuestion>) => Promise<AnsweredQuestion>> {
  const searched = await searchedOf(platform);
  return async ({ question, turn, ms }) => {
    const usage = counting.take();
    const measures = measureTurn(question, turn, ms / 1_000);
    const { text, retrieval } = measures;
    const findings = turn.findings ?? [];
    const judged = judge && text !== '' ? await judge(question, text) : null;
    const once = retrieval ? await onceValues(searched, question, retrieval.documents.length) : {};
    const values = {
      ...turnValues(measures, question.answerability),
      ...once,
      judged: judged === null ? null : Number(judged),
      traced: tracedShare(turn),
      goldPlaces: goldPlaceShare(question.values, turn),
      findings: findings.length,
      marked: findings.filter(({ check }) => check.stands !== 'on_page').length,
      failedSearches: turn.misses.length,
      replies: usage.calls,
      promptTokens: usage.inputTokens + usage.outputTokens,
    };
    return { id: question.id, ...measures, expected: question.answers, values };
  };
}

/** Recall of a single query with the question itself and the same number of documents, for each way of searching. */
async function onceValues(
  searched: Searched,
  { text, gold }: EvalQuestion,
  documents: number,
): Promise<Readonly<Record<string, number>>> {
  const relevant = relevantGrades(gold);
  // A turn that found nothing is compared with a query that finds nothing.
  if (documents === 0)
    return Object.fromEntries((searched.embedder ? BASELINES : ['bm25']).map((way) => [`once.${way}`, 0]));
  const found = await onePass(searched, text, documents);
  return Object.fromEntries(
    Object.entries(found).map(([way, ranked]) => [`once.${way}`, recallAt(relevant, ranked, Infinity)]),
  );
}

async function searchedOf({ config, searchIndex, embedder }: Platform): Promise<Searched> {
  const ref = await currentSnapshot(config);
  const info = await searchIndex.describe(ref);
  return { index: searchIndex, ref, embedder: info?.embedder ? embedder : null };
}
