import type { GoldPlace } from '@quarry/golden-store';
import type { StoredRow } from '@quarry/history-store';
import { Fault, defined, removeUnknownCitations, type Citation, type Outcome, type Turn } from '@quarry/turn';
import type { Corrections, QuestionDraft } from './draft';
import { GOLDEN_LIMITS } from './limits';

/** A turn as a question is made of it, whoever kept it. */
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
 * What a finished turn makes of itself: its question, what it cited as gold, its answer as the accepted one; of a turn that found no answer, a question
 * that has none. Corrections win.
 * @throws Fault `bad_request` where the turn still runs, or has nothing to go by and no correction says it.
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
      `Turn '${turn.id}' ended '${outcome}', so that it shows no answer. Give 'answers' or 'gold', or say 'unanswerable': true.`,
    );
  const own = answered ? { gold: placesOf(turn.citations), answers: answersOf(turn.answer) } : {};
  return { ...about, ...own, ...corrections, unanswerable };
}

/** Places that were cited, each once; what was calculated stands nowhere. */
function placesOf(citations: readonly Citation[]): readonly GoldPlace[] {
  const places = citations
    .filter(({ kind, path }) => kind !== 'calculation' && path !== '')
    .map(({ path, startLine, endLine }): GoldPlace => ({ path, lines: [startLine, endLine], grade: 1 }));
  const once = new Map(places.map((place) => [JSON.stringify(place), place]));
  return [...once.values()].slice(0, GOLDEN_LIMITS.gold);
}

/** The answer without its citation marks: their numbers are the turn's own. */
function answersOf(answer: string): readonly string[] {
  const { text } = removeUnknownCitations(answer, new Set());
  return text.trim() === '' ? [] : [text.trim()];
}
