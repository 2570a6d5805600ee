import type { GoldenQuestion, GoldPlace } from '@quarry/golden-store';
import { Fault } from '@quarry/turn';
import { beyondLimit } from './faults';
import { GOLDEN_LIMITS } from './limits';

/** A question as submitted. Absent fields are unknown. */
export interface QuestionDraft {
  readonly id?: string;
  readonly text: string;
  readonly isEnglish?: boolean;
  readonly gold?: readonly GoldPlace[];
  readonly answers?: readonly string[];
  readonly unanswerable?: boolean;
  readonly note?: string;
}

/** Fields that replace those of the turn. */
export type Corrections = Omit<QuestionDraft, 'id' | 'text' | 'isEnglish'>;

/**
 * The question of a draft, checked.
 * @throws Fault `bad_request` for contradictions, or if nothing is expected of the question; `golden_limit` for a text
 * that is too long
 */
export function questionOf(draft: QuestionDraft, id: string, fromTurn: string | null): GoldenQuestion {
  const { gold = [], answers = [], unanswerable = false } = draft;
  const text = draft.text.trim();
  if (text === '') throw new Fault('bad_request', 'The question is empty.');
  for (const [what, one] of [['question', text], ...answers.map((answer) => ['accepted answer', answer])])
    if ((one ?? '').length > GOLDEN_LIMITS.text)
      throw beyondLimit(
        `The ${what ?? ''} has ${(one ?? '').length} characters; ${GOLDEN_LIMITS.text} are allowed`,
        'Shorten it; for a turn, send the accepted answers with the request.',
      );
  if (answers.some((answer) => answer.trim() === ''))
    throw new Fault('bad_request', 'An accepted answer is empty.');
  const relevant = gold.filter(({ grade }) => grade > 0);
  if (unanswerable && (answers.length > 0 || relevant.length > 0))
    throw new Fault('bad_request', 'An unanswerable question has neither accepted answers nor gold places.');
  if (!unanswerable && answers.length === 0 && relevant.length === 0)
    throw new Fault(
      'bad_request',
      "The question has no expectation: set 'gold', 'answers', or 'unanswerable': true.",
    );
  for (const { path, lines } of gold)
    if (lines && lines[1] < lines[0])
      throw new Fault('bad_request', `The gold lines ${lines.join('-')} of ${path} end before they begin.`);
  const { isEnglish = true, note = '' } = draft;
  return { id, text, isEnglish, gold, answers, unanswerable, note, fromTurn };
}
