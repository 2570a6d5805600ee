import { Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult } from '@quarry/engine';
import { checkedAnswer, inert } from '@quarry/protocol';
import { currentPass, type Answer, type Turn } from '@quarry/turn';
import { draftAnswer } from '../answer';
import { beyondTraced, withFigures } from '../figures/with-figures';
import { withQuotedLines } from '../quoted-lines';

/**
 * Verifies that every citation mark, in any form, points at evidence of a pass. Unknown marks are removed and reported.
 * The others become `[n]` and citations that open the exact lines. In an answer from documents, every number is traced
 * to its source.
 */
@Injectable()
@Action({ name: 'verify_citations', outcomes: ['ok'] })
export class VerifyCitationsAction implements ActionHandler {
  run(turn: Turn): Promise<ActionResult> {
    const draft =
      turn.answer ?? draftAnswer('', { model: 'extractive', extractive: true }, currentPass(turn));
    const checked = withQuotedLines(checkedAnswer(draft, turn.evidence));
    const answer = checked.text.trim() === '' ? emptied(checked, turn) : withFigures(checked, turn);
    const figures = answer.figures ?? [];
    const open = figures.filter(({ source }) => source === null);
    const traced =
      figures.length === 0
        ? ''
        : `, ${figures.length - open.length} of ${figures.length} number${figures.length === 1 ? '' : 's'} traced`;
    const beyond = beyondTraced(answer);
    const untraced = beyond > 0 ? `, ${beyond} more not traced: too many numbers` : '';
    const removed =
      checked.removedCitations.length > 0
        ? `, removed ${checked.removedCitations.join(' ')}, which point nowhere`
        : '';
    return Promise.resolve({
      outcome: 'ok',
      patch: { answer },
      note: `${answer.citations.length} citation${answer.citations.length === 1 ? '' : 's'} verified${removed}${traced}${untraced}`,
    });
  }
}

/** Replaces an empty answer with a list of the searches. */
function emptied(answer: Answer, turn: Turn): Answer {
  const looked = turn.searches.map((search) => `${search.query} (${search.mode})`);
  const text =
    looked.length === 0
      ? 'No answer was found.'
      : inert(`No answer was found. Searched for: ${looked.join('; ')}.`);
  return { ...answer, english: text, text };
}
