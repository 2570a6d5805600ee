import { Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult } from '@quarry/engine';
import {
  citationMarks,
  currentPass,
  removeUnknownCitations,
  type Answer,
  type Citation,
  type Evidence,
  type Turn,
} from '@quarry/turn';
import { draftAnswer } from '../answer';

/** Every `[n]` must point at evidence of some pass: unknown ones are taken out and reported, the others become citations that open the exact lines. */
@Injectable()
@Action({ name: 'verify_citations', outcomes: ['ok'] })
export class VerifyCitationsAction implements ActionHandler {
  run(turn: Turn): Promise<ActionResult> {
    const draft = turn.answer;
    const byNumber = new Map(turn.evidence.map((item) => [item.n, item]));
    const checked = removeUnknownCitations(draft?.english ?? '', new Set(byNumber.keys()));
    const text = checked.text.trim() === '' ? emptyAnswer(turn) : checked.text;
    const citations = citationMarks(text).flatMap((n) => {
      const item = byNumber.get(n);
      return item ? [citation(item)] : [];
    });
    const answer: Answer = {
      ...(draft ?? draftAnswer('', { model: 'extractive', extractive: true }, currentPass(turn))),
      english: text,
      text,
      citations,
      removedCitations: checked.removed,
    };
    const removed =
      checked.removed.length > 0 ? `, removed ${checked.removed.join(' ')}, which point at nothing` : '';
    return Promise.resolve({
      outcome: 'ok',
      patch: { answer },
      note: `${citations.length} citation${citations.length === 1 ? '' : 's'} verified${removed}`,
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

function citation({ n, path, startLine, endLine, pass, commit, symbol, url, title }: Evidence): Citation {
  return {
    n,
    path,
    startLine,
    endLine,
    pass,
    ...(commit === undefined ? {} : { commit }),
    ...(symbol === undefined ? {} : { symbol }),
    ...(url === undefined ? {} : { url }),
    ...(title === undefined ? {} : { title }),
  };
}
