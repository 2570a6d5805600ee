import { DOUBTED } from '../answer/answer';
import { trimEndOf } from '../need/need';
import { isLacking, type IndexNotice } from '../turn/index-notice';
import { SENSITIVITY_RULE } from '../turn/refused-call';
import type { Outcome, Turn, TurnEnd } from '../turn/turn';
import { cellsRow } from './cells-row';
import type { Confidence } from './confidence';
import { clauseOf, phrase, sentenceOf, type Phrase } from './phrases';
import { placeRow } from './place-row';
import { firstRow, type Row } from './rows';

/** Code of a turn whose answer quotes passages that no language model judged. */
const PASSAGES_ONLY = 'passages_only';

/** What is said of a turn, everywhere: outcome, reason, headline and confidence agree because they are made together. */
export interface Conclusion {
  readonly outcome: Outcome;
  /** Why it ended so: one clause. */
  readonly reason: string;
  /** The outcome in a few words, for a badge or a heading, e.g. `Answered in part`. */
  readonly headline: string;
  /** A fault code if it failed; `passages_only`. */
  readonly code?: string;
  readonly confidence: Confidence;
  /** The reason, and the sentences of the disclaimer, for programs that say them in another language. */
  readonly phrases: { readonly reason: Phrase; readonly disclaimer: readonly Phrase[] };
}

const HEADLINES: Readonly<Record<Outcome, string>> = {
  answered: 'Answered',
  partial: 'Answered in part',
  insufficient: 'Not enough evidence',
  direct: 'Answered without a search',
  cancelled: 'Stopped',
  budget: 'Budget used up',
  failed: 'Failed',
};

/**
 * Decides the outcome of a finished turn, with its reason, headline, confidence and disclaimer: the first row of the
 * table in docs/api-response.md that applies. Total: the last row applies to every turn.
 * @example
 * const { outcome, headline, confidence } = conclusionOf(turn);
 */
export function conclusionOf(turn: Turn): Conclusion {
  const first = firstRow(turn);
  const found = (first.outcome === 'answered' ? (cellsRow(turn) ?? placeRow(turn)) : null) ?? first;
  const { outcome } = found;
  const only = found === first && isPassagesOnly(turn, outcome);
  const code = only ? PASSAGES_ONLY : outcome === 'failed' ? turn.end?.code : undefined;
  const said = only && (outcome === 'answered' || isStop(turn, found.reason));
  const reason = said ? unjudged(turn) : found.reason;
  const judged = only && found.level !== 'low' ? unwritten(turn, found) : [found.disclaimer];
  const notices = indexNotices(turn, outcome);
  const disclaimer = [...notices.map(({ code: of, values }) => phrase(of, values)), ...judged];
  const level = only ? levelOfPassages(turn, found) : found.level;
  return {
    outcome: only ? 'partial' : outcome,
    reason: clauseOf(reason),
    headline: only ? passages(turn) : (found.headline ?? HEADLINES[outcome]),
    ...(code === undefined ? {} : { code }),
    confidence: {
      level: level === 'high' && notices.some(isLacking) ? 'medium' : level,
      disclaimer: disclaimer.map((each) => `${trimEndOf(sentenceOf(each), '. ')}.`).join(' '),
    },
    phrases: { reason, disclaimer },
  };
}

/** The end that a turn has earned when its last step is done. */
export function conclude(turn: Turn): TurnEnd {
  const { outcome, reason } = conclusionOf(turn);
  return { outcome, reason };
}

/** The confidence of an ended turn; null while it runs. */
export function confidenceOf(turn: Turn): Confidence | null {
  return turn.end ? conclusionOf(turn).confidence : null;
}

/** Passages are not an answer: no model read them, whatever else is known. */
function isPassagesOnly({ answer }: Turn, outcome: Outcome): boolean {
  return answer?.writtenBy === 'extractive' && (outcome === 'answered' || outcome === 'partial');
}

/**
 * Why the rules, without a model, stopped searching says nothing about the passages: on HotpotQA, all gold passages were
 * found in nine of ten turns that were stopped, as in others. The disclaimer names it.
 */
function isStop({ stop, spent }: Turn, reason: Phrase): boolean {
  const isOfRules = stop !== null && stop.rule !== SENSITIVITY_RULE;
  return isOfRules && stop.rule === reason.code && spent.modelCalls === 0;
}

/** What the index lacked, as far as the turn was about it: also of a turn that failed, which it may explain. */
function indexNotices({ indexing = [] }: Turn, outcome: Outcome): readonly IndexNotice[] {
  return outcome === 'direct' || outcome === 'cancelled' ? [] : indexing;
}

/** What no model did: also where one was asked, for a plan or in vain. */
function unjudged({ spent }: Turn): Phrase {
  return phrase(spent.modelCalls === 0 ? 'no_model_judged' : 'no_model_wrote');
}

function passages({ answer }: Turn): string {
  const n = answer?.citations.length ?? 0;
  return n === 1 ? 'The most relevant passage' : `The ${n} most relevant passages`;
}

/** Passages never earn more than a medium level, and those below a doubt a low one. */
function levelOfPassages({ answer }: Turn, { level }: Row): Confidence['level'] {
  const [first = '', second = ''] = answer?.english.split('\n\n') ?? [];
  if ([first, second].some((paragraph) => paragraph.startsWith(DOUBTED))) return 'low';
  return level === 'high' ? 'medium' : level;
}

function unwritten(turn: Turn, { outcome, disclaimer }: Row): readonly Phrase[] {
  return outcome === 'answered' ? [unjudged(turn)] : [unjudged(turn), disclaimer];
}
