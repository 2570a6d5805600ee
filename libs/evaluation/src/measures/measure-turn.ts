import { conclusionOf, type ConfidenceLevel, costOf, passesOf, type Outcome, type Turn } from '@quarry/turn';
import { abstains } from '../answers/abstains';
import { scoreAnswer, type AnswerScore } from '../answers/score';
import type { Expected } from '../answers/expected';
import { documentsOf } from './found-documents';
import { rankingMeasures, relevantGrades, type RankingMeasures } from './ranking';

/** What was found. */
export interface FoundMeasures extends RankingMeasures {
  /** Documents, each once, in the order in which they were found. */
  readonly documents: readonly string[];
}

/** What one pass and all before it found together. */
export interface PassMeasures extends FoundMeasures {
  /** From 1; a pass that looked for nothing has no entry. */
  readonly pass: number;
}

/** What the answer cites, against the relevant documents. */
export interface CitationMeasures {
  readonly documents: readonly string[];
  /** Share of the cited documents that are relevant; null where nothing is cited. */
  readonly precision: number | null;
  /** Share of the relevant documents that are cited. */
  readonly recall: number;
}

/** A finished turn against what was expected of it. */
export interface TurnMeasures {
  readonly outcome: Outcome;
  /** Why it ended so, where it did not end with an answer. */
  readonly reason?: string;
  /** What all passes found; null where no document was judged. */
  readonly retrieval: FoundMeasures | null;
  /** The same after each pass that looked for something, first to last. */
  readonly afterPass: readonly PassMeasures[];
  /** Null where no document was judged, or none that was is relevant. */
  readonly citations: CitationMeasures | null;
  /** The answer that it ended with; empty where it ended without one. */
  readonly text: string;
  /** Null where no answer is expected. What ended without an answer has none right. */
  readonly answer: AnswerScore | null;
  readonly confidence: ConfidenceLevel;
  /**
   * Whether it is right: the answer is correct (one made of passages: it holds the gold answer); where no answer is
   * known, or only one of more than 20 words, it cites a relevant document; of a question without an answer, it claims none. Null where nothing of that is
   * known.
   */
  readonly right: boolean | null;
  readonly unanswerable: boolean;
  /** True where it ended with an answer, and not with one that says it is none. */
  readonly completed: boolean;
  /** True where it ended without claiming an answer; a turn that failed, was cancelled or ran out of its budget did not abstain. */
  readonly abstained: boolean;
  /** True where the outcome is `insufficient`. */
  readonly insufficient: boolean;
  readonly passes: number;
  readonly modelCalls: number;
  /** In and out, of all model calls. */
  readonly tokens: number;
  /** In the currency of the pipeline's price table; null where it has no price for a model that was called. */
  readonly cost: number | null;
  /** From the question to the end; null where nobody took the time. */
  readonly seconds: number | null;
}

/** Measures a finished turn. Pure: the same turn gives the same measures. @param seconds how long it took, where that is known */
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

/** Passes that searched, or brought evidence, in order: an agent thinks before its first search. */
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
