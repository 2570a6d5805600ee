import { CLAIM_STATUSES, OUTCOMES } from '@quarry/turn';
import { count, event, listOf, oneOf, text } from './schema-parts';

/** Events of the turn itself, of its steps and of its answer. */
export const ANSWER_EVENTS = {
  'turn.started': event('turn.started', 'The first event: the question was accepted.', {
    question: text('The question, as it was asked.'),
    pipeline: text('Pipeline and its digest: `name@digest`.'),
  }),
  'step.finished': event(
    'step.finished',
    'A step of the pipeline has ended.',
    {
      service: text('Service that owns the step.'),
      step: text('Id of the step in the pipeline.'),
      action: text('Action of the step.'),
      outcome: text('Outcome of the step, which determines the next step.'),
      ms: { type: 'number', minimum: 0, description: 'Duration of the work in milliseconds.' },
      inputTokens: count('Model tokens read.'),
      outputTokens: count('Model tokens written.'),
      note: text('What the step did, in one sentence.'),
      waitedMs: {
        type: 'number',
        minimum: 0,
        description: 'Time in the queue in milliseconds; only for the first step of a hop.',
      },
    },
    ['waitedMs'],
  ),
  'model.replied': event(
    'model.replied',
    'A model replied. All replies in order are enough to replay a turn.',
    {
      step: text('Id of the step in the pipeline.'),
      prompt: text('Prompt file of the pipeline.'),
      promptHash: text('SHA-256 of the messages that were sent, in hex.'),
      model: text('Name of the model.'),
      text: text('The reply as it came.'),
    },
  ),
  'answer.delta': event('answer.delta', 'The next piece of the answer.', {
    text: text('To be added to the pieces before it.'),
  }),
  'answer.partial': event(
    'answer.partial',
    'The whole answer after a pass that is not the last: later pieces start the answer again.',
    { pass: count('Pass that ended, from 1.', 1), text: text('The answer so far.') },
  ),
  'claim.checked': event('claim.checked', 'A sentence of the answer was checked against the evidence.', {
    text: text('The sentence.'),
    status: oneOf('Whether the evidence holds it.', CLAIM_STATUSES),
    cites: listOf('Numbers of the evidence that it cites.', count('Number of evidence.', 1)),
    why: text('What was compared.'),
  }),
  'citation.removed': event(
    'citation.removed',
    'A citation of the answer, or one of its numbers, pointed at no evidence and was removed. Pieces of the answer that were streamed before still contain it.',
    {
      pass: count('Pass that the answer is of, from 1.', 1),
      mark: text('The mark as it was streamed.'),
      replacement: text('Replacement: the citation with only its valid numbers, or an empty text.'),
    },
  ),
  reset: event(
    'reset',
    'Work restarts after an interruption: discard the pieces of the answer since the last `step.finished`. After a power failure of Redis, or the death of a server without Redis, steps that you saw finished may be reported again.',
    {},
  ),
  'turn.suspended': event(
    'turn.suspended',
    'The last event of a stream, not of the turn: the server is stopping, and the turn continues when it starts again. Reconnect with the id of the previous event.',
    { message: text('What a client may show meanwhile.') },
  ),
  'turn.finished': event(
    'turn.finished',
    'The last event.',
    {
      outcome: oneOf('How the turn ended.', OUTCOMES),
      reason: text('Why it ended so.'),
      code: text('Code of the fault, if the turn failed; docs/errors.md lists all codes.'),
    },
    ['code'],
  ),
} as const;
