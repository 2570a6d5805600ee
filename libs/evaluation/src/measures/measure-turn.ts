import { conclusionOf, type ConfidenceLevel, costOf, passesOf, type Outcome, type Turn } from '@quarry/turn';
import { abstains } from '../answers/abstains';
import { scoreAnswer, type AnswerScore } from '../answers/score';
import type { Expected } from '../answers/expected';
import { documentsOf } from './found-documents';
import { rankingMeasures, relevantGrades, type RankingMeasures } from './ranking';

/** The retrieved documents. */
export interface FoundMeasures extends RankingMeasures {
  /** Documents, each once, in the order in which they were found. */
  readonly documents: readonly string[];
}

/** The documents of one pass and all before it. */
export interface PassMeasures extends FoundMeasures {
  /** From 1; a pass without a search has no entry. */
  readonly pass: number;
}

/** The citations of an answer, compared with the relevant documents. */
export interface CitationMeasures {
  readonly documents: readonly string[];
  /** Share of the cited documents that are relevant; null if nothing is cited. */
  readonly precision: number | null;
  /** Share of the relevant documents that are cited. */
  readonly recall: number;
}

/** A finished turn, compared with the expected results. */
export interface TurnMeasures {
  readonly outcome: Outcome;
  /** The reason of the end, if it ended without an answer. */
  readonly reason?: string;
  /** Documents of all passes; null without judged documents. */
  readonly retrieval: FoundMeasures | null;
  /** The same after each pass with a search, first to last. */
  readonly afterPass: readonly PassMeasures[];
  /** Null without relevant documents. */
  readonly citations: CitationMeasures | null;
  /** The final answer; empty without one. */
  readonly text: string;
  /** Null if no answer is expected. A turn without an answer has none correct. */
  readonly answer: AnswerScore | null;
  readonly confidence: ConfidenceLevel;
  /**
   * Whether it is right: the answer is correct (one made of passages contains the gold answer). If no answer is known,
   * or only one of more than 20 words, it cites a relevant document. For a question without an answer, it claims
   * nothing. Null if nothing of that is known.
   */
  readonly right: boolean | null;
  readonly unanswerable: boolean;
  /** True if it ended with an answer that does not decline to answer. */
  readonly completed: boolean;
  /** True if it ended without claiming an answer. A failed, cancelled or over-budget turn did not abstain. */
  readonly abstained: boolean;
  /** True if the outcome is `insufficient`. */
  readonly insufficient: boolean;
  readonly passes: number;
  readonly modelCalls: number;
  /** Input and output tokens of all model calls. */
  readonly tokens: number;
  /** In the currency of the pipeline's price table; null if it has no price for a model that was called. */
  readonly cost: number | null;
  /** From the question to the end; null if not measured. */
  readonly seconds: number | null;
}

/**
 * Measures a finished turn. It is a pure function: the same turn yields the same measures. @param seconds its duration,
 * if known
 */
export function measureTurn(expected: Expected, turn: Turn, seconds: number | null = null): TurnMeasures {
  const outcome = turn.end?.outcome ?? 'failed';
  const ended = outcome === 'answered' || outcome === 'partial' || outcome === 'direct';
  const text = ended ? (turn.answer?.english ?? '') : '';
  const abstained = abstains(turn);
  const completed = text !== '' && !abstained;
  const isJudged = expected.gold.length > 0;
  const { calls, modelCalls, inputTokens, outputTokens } = turn.spent;
  const citations = citationsOf(expected, turn);
  const answer = expected.unanswerable || expected.answers.length === 0 ? null : scoreAnswer(text, expected);
  return {
    outcome,
    ...(completed || turn.end === null ? {} : { reason: turn.end.reason }),
    retrieval: isJudged ? foundBy(expected, turn, Infinity) : null,
    afterPass: (isJudged ? searchedPasses(turn) : []).map((pass) => ({
      pass,
      ...foundBy(expected, turn, pass),
    })),
    citations,
    text,
    answer,
    confidence: conclusionOf(turn).confidence.level,
    right: isRight(expected, turn, { answer, citations, abstained }),
    unanswerable: expected.unanswerable,
    completed,
    abstained,
    insufficient: outcome === 'insufficient',
    passes: passesOf(turn),
    modelCalls,
    tokens: inputTokens + outputTokens,
    cost: costOf(calls),
    seconds,
  };
}

/** Longest gold answer, in words, that an answer can be expected to hold as it is written. */
const MOST_GOLD_WORDS = 20;

function isRight(
  { unanswerable, answers }: Expected,
  turn: Turn,
  { answer, citations, abstained }: Pick<TurnMeasures, 'answer' | 'citations' | 'abstained'>,
): boolean | null {
  if (unanswerable) return abstained;
  const isShort = answers.some((gold) => gold.split(/\s+/).length <= MOST_GOLD_WORDS);
  if (answer && (isShort || !citations))
    return answer.correct || (turn.answer?.writtenBy === 'extractive' && answer.held);
  return citations && (citations.precision ?? 0) > 0;
}

function foundBy({ gold }: Expected, turn: Turn, pass: number): FoundMeasures {
  const documents = documentsOf(turn.evidence, pass);
  return { documents, ...rankingMeasures(gold, documents) };
}

/** Passes that searched or found evidence, in order: an agent thinks before its first search. */
function searchedPasses({ searches, evidence }: Turn): readonly number[] {
  const passes = [...searches, ...evidence].map(({ pass }) => pass);
  return [...new Set(passes)].sort((a, b) => a - b);
}

function citationsOf({ gold }: Expected, turn: Turn): CitationMeasures | null {
  const relevant = relevantGrades(gold);
  if (relevant.size === 0) return null;
  const numbers = new Set((turn.answer?.citations ?? []).map(({ n }) => n));
  const documents = documentsOf(turn.evidence.filter(({ n }) => numbers.has(n)));
  const right = documents.filter((document) => relevant.has(document)).length;
  return {
    documents,
    precision: documents.length === 0 ? null : right / documents.length,
    recall: right / relevant.size,
  };
}
