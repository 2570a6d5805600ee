import { Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult } from '@quarry/engine';
import { checkCitations, currentPass, type Turn } from '@quarry/turn';
import { draftAnswer } from '../answer';

/** Every `[n]` must point at evidence of some pass: unknown ones are taken out and reported, the others become citations that open the exact lines. */
@Injectable()
@Action({ name: 'verify_citations', outcomes: ['ok'] })
export class VerifyCitationsAction implements ActionHandler {
  run(turn: Turn): Promise<ActionResult> {
    const draft =
      turn.answer ?? draftAnswer('', { model: 'extractive', extractive: true }, currentPass(turn));
    const checked = checkCitations(draft, turn.evidence);
    const text = checked.text.trim() === '' ? emptyAnswer(turn) : checked.text;
    const answer = { ...checked, english: text, text };
    const removed =
      checked.removedCitations.length > 0
        ? `, removed ${checked.removedCitations.join(' ')}, which point at nothing`
        : '';
    return Promise.resolve({
      outcome: 'ok',
      patch: { answer },
      note: `${answer.citations.length} citation${answer.citations.length === 1 ? '' : 's'} verified${removed}`,
    });
  }
}

/** The answer is never empty: with nothing left to say, it says where was looked. */
function emptyAnswer(turn: Turn): string {
  const looked = turn.searches.map((search) => `${search.query} (${search.mode})`);
  return looked.length === 0
    ? 'No answer was found.'
    : `No answer was found. Looked for: ${looked.join('; ')}.`;
}
