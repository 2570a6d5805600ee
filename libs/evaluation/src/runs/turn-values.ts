import { mean } from '../measures/bootstrap';
import type { TurnMeasures } from '../measures/measure-turn';
import type { MeasuredQuestion } from './eval-run';
import { PASS_METRICS, PASSES_SHOWN, passMetric } from './metric';

type Values = MeasuredQuestion['values'];

/**
 * Answerabilities for which neither an answer nor an abstention is clearly correct: MTRAG's clarification questions and
 * small talk.
 */
const UNDECIDED: ReadonlySet<string> = new Set(['underspecified', 'conversational']);

/** The metrics of a turn. @param answerability the set's value */
export function turnValues(measures: TurnMeasures, answerability = ''): Values {
  const { retrieval, citations, answer, unanswerable, abstained, insufficient } = measures;
  const decided = !UNDECIDED.has(answerability);
  const wanting = (isAsked: boolean, value: boolean): number | null =>
    isAsked && decided ? Number(value) : null;
  return {
    ...(retrieval ? shares(retrieval) : {}),
    ...(retrieval ? { documents: retrieval.documents.length } : {}),
    ...(citations ? { citationPrecision: citations.precision, citationRecall: citations.recall } : {}),
    ...(answer ? answerValues(answer) : {}),
    abstained: wanting(unanswerable, abstained),
    insufficient: wanting(unanswerable, insufficient),
    falselyAbstained: wanting(!unanswerable, abstained),
    falselyInsufficient: wanting(!unanswerable, insufficient),
    failed: Number(measures.outcome === 'failed'),
    passes: measures.passes,
    modelCalls: measures.modelCalls,
    tokens: measures.tokens,
    cost: measures.cost,
    seconds: measures.seconds,
  };
}

function shares({
  recall5,
  recall10,
  recall,
  all,
  ndcg10,
  mrr10,
}: NonNullable<TurnMeasures['retrieval']>): Values {
  return { recall5, recall10, recall, all, ndcg10, mrr10 };
}

function answerValues({ exact, numeric, f1, correct, held }: NonNullable<TurnMeasures['answer']>): Values {
  return {
    correct: Number(correct),
    exact: Number(exact),
    numeric: numeric === null ? null : Number(numeric),
    f1,
    held: Number(held),
  };
}

/** A question with the measures of its passes. */
export type PassedQuestion = MeasuredQuestion & Pick<TurnMeasures, 'afterPass'>;

/** Adds the metrics of each pass, as many as the longest turn had. A turn that stopped earlier keeps its documents. */
export function withPasses<Question extends PassedQuestion>(
  questions: readonly Question[],
): readonly Question[] {
  const longest = Math.max(0, ...questions.map(({ afterPass }) => afterPass.at(-1)?.pass ?? 0));
  return questions.map((question) => ({
    ...question,
    values: { ...passValues(question, longest), ...question.values },
  }));
}

function passValues({ afterPass }: PassedQuestion, longest: number): Values {
  if (afterPass.length === 0) return {};
  const values: Record<string, number> = {};
  for (let pass = 1; pass <= Math.min(longest, PASSES_SHOWN); pass++) {
    const reached = afterPass.findLast((one) => one.pass <= pass);
    for (const id of PASS_METRICS) values[passMetric(pass, id)] = reached?.[id] ?? 0;
  }
  return values;
}

const ONCE = ['once.bm25', 'once.dense', 'once.hybrid'] as const;

/** Adds the gain of the passes over the best single query with as many documents. */
export function withGain<Question extends MeasuredQuestion>(
  questions: readonly Question[],
): readonly Question[] {
  const ways = ONCE.flatMap((id) => {
    const found = questions.flatMap(({ values }) => values[id] ?? []);
    return found.length === 0 ? [] : [{ id, recall: mean(found) }];
  });
  const best = ways.sort((a, b) => b.recall - a.recall)[0];
  if (!best) return questions;
  return questions.map((question) => {
    const { recall, [best.id]: once } = question.values;
    const gain = typeof recall === 'number' && typeof once === 'number' ? recall - once : null;
    return { ...question, values: { ...question.values, gain } };
  });
}
