import type { DeadLetterDetailDto, DeadLetterDto, Immutable, TrailDto } from '@quarry/client';
import type { DeadLetter, DeadLetterCursor } from '@quarry/engine';
import { attemptOf, passesOf, type TurnEvent } from '@quarry/turn';

export function presentDeadLetter(letter: DeadLetter): Immutable<DeadLetterDto> {
  const { turn } = letter;
  return {
    id: turn.id,
    tenant: turn.tenant,
    session: turn.session,
    pipeline: turn.pipeline,
    code: turn.end?.code ?? null,
    reason: turn.end?.reason ?? '',
    lastError: letter.lastError,
    service: letter.service,
    step: letter.at,
    attempts: letter.attempts,
    askedAt: new Date(turn.askedAt).toISOString(),
    endedAt: new Date(letter.endedAt).toISOString(),
    retryOf: turn.options.retryOf ?? null,
    retriedAs: letter.retriedAs,
  };
}

export function presentDetail(
  letter: DeadLetter,
  events: readonly TurnEvent[],
  withQuestion: boolean,
): Immutable<DeadLetterDetailDto> {
  const { turn } = letter;
  const { modelCalls, inputTokens, outputTokens } = turn.spent;
  return {
    ...presentDeadLetter(letter),
    question: withQuestion ? turn.question.original : null,
    passes: passesOf(turn),
    modelCalls,
    inputTokens,
    outputTokens,
    trail: events.flatMap(trailOf),
  };
}

/** A cursor in the form that clients pass back. */
export function cursorText(cursor: DeadLetterCursor | null): string | null {
  return cursor && `${cursor.endedAt}-${cursor.turnId}`;
}

export function cursorFromText(text: string): DeadLetterCursor {
  const at = text.indexOf('-');
  return { endedAt: Number(text.slice(0, at)), turnId: text.slice(at + 1) };
}

/** The operator's view of an event: the progress of the turn, without its texts. */
function trailOf({ id, at, body }: TurnEvent): Immutable<TrailDto>[] {
  const { version: hop, attempt } = attemptOf(id);
  const none = { service: null, step: null, outcome: null, ms: null };
  const line = { ...none, at: new Date(at).toISOString(), hop, attempt };
  switch (body.type) {
    case 'step.finished': {
      const { type, service, step, outcome, ms } = body;
      return [{ ...line, type, service, step, outcome, ms }];
    }
    case 'store.away':
      return [{ ...line, type: body.type, step: body.step }];
    case 'turn.finished':
      return [{ ...line, type: body.type, outcome: body.outcome }];
    case 'reset':
      return [{ ...line, type: body.type }];
    default:
      return [];
  }
}
