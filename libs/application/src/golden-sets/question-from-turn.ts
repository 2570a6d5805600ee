import type { GoldPlace } from '@quarry/golden-store';
import type { StoredRow } from '@quarry/history-store';
import { Fault, defined, removeUnknownCitations, type Citation, type Outcome, type Turn } from '@quarry/turn';
import type { Corrections, QuestionDraft } from './draft';
import { GOLDEN_LIMITS } from './limits';

/** A turn from which a question is made, from any store. */
export interface AskedTurn {
  readonly id: string;
  readonly text: string;
  readonly isEnglish: boolean;
  /** Null while it runs. */
  readonly outcome: Outcome | null;
  /** In English, with citation marks. */
  readonly answer: string;
  readonly citations: readonly Citation[];
}

export function askedTurn(kept: { readonly turn: Turn } | StoredRow): AskedTurn {
  if (!('turn' in kept)) {
    const { turnId: id, question, outcome, answerEnglish: answer, citations } = kept;
    return { id, text: question.original, isEnglish: question.isEnglish, outcome, answer, citations };
  }
  const { id, question, end, answer } = kept.turn;
  return {
    id,
    text: question.original,
    isEnglish: question.isEnglish,
    outcome: end?.outcome ?? null,
    answer: answer?.english ?? '',
    citations: answer?.citations ?? [],
  };
}

/**
 * The question of a finished turn: its text, its citations as gold places, and its answer as the accepted one. For a
 * turn that found no answer, an unanswerable question. Corrections override these.
 * @throws Fault `bad_request` if the turn still runs, or if neither it nor the corrections contain an expectation
 */
export function draftFromTurn(turn: AskedTurn, corrections: Corrections = {}): QuestionDraft {
  const { text, isEnglish, outcome } = turn;
  if (outcome === null)
    throw new Fault('bad_request', `Turn '${turn.id}' still runs. Add it once it has ended.`);
  const { note } = corrections;
  const about = { text, isEnglish, ...defined({ note }) };
  const says = (corrections.answers ?? []).length + (corrections.gold ?? []).length > 0;
  const unanswerable = corrections.unanswerable ?? (!says && outcome === 'insufficient');
  if (unanswerable) return { ...about, ...corrections, unanswerable };
  const answered = outcome === 'answered' || outcome === 'partial' || outcome === 'direct';
  if (!answered && !says)
    throw new Fault(
      'bad_request',
      `Turn '${turn.id}' ended '${outcome}', so it has no answer. Set 'answers' or 'gold', or 'unanswerable': true.`,
    );
  const own = answered ? { gold: placesOf(turn.citations), answers: answersOf(turn.answer) } : {};
  return { ...about, ...own, ...corrections, unanswerable };
}

/** The cited places, each once. A calculation and a commit have none. */
function placesOf(citations: readonly Citation[]): readonly GoldPlace[] {
  const places = citations
    .filter(({ kind, path }) => kind !== 'calculation' && kind !== 'commit' && path !== '')
    .map(({ path, startLine, endLine }): GoldPlace => ({ path, lines: [startLine, endLine], grade: 1 }));
  const once = new Map(places.map((place) => [JSON.stringify(place), place]));
  return [...once.values()].slice(0, GOLDEN_LIMITS.gold);
}

/** The answer without its citation marks, because their numbers apply only to the turn. */
function answersOf(answer: string): readonly string[] {
  const { text } = removeUnknownCitations(answer, new Set());
  return text.trim() === '' ? [] : [text.trim()];
}
