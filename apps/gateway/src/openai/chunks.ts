import { chatId, type Completed } from './completion';

/** Characters of one chunk of the answer. */
const PIECE = 120;

/** Fields of every chunk. */
export type Head = Pick<Completed, 'id' | 'created' | 'model'>;

/** One chunk with a part of the message. */
export function chunk(head: Head, delta: object, more: object = {}): object {
  const choice = { index: 0, delta, logprobs: null, finish_reason: null };
  return { ...startOf(head), choices: [choice], ...more };
}

/** Returns the chunks of a finished answer: its text in parts, its citations, its end, and its usage if requested. */
export function* answerChunks(completed: Completed, includeUsage: boolean): Generator<object> {
  const usage = includeUsage ? { usage: null } : {};
  for (const content of pieces(completed.content)) yield chunk(completed, { content }, usage);
  if (completed.annotations.length > 0) yield chunk(completed, { annotations: completed.annotations }, usage);
  const last = { index: 0, delta: {}, logprobs: null, finish_reason: completed.finishReason };
  yield { ...startOf(completed), choices: [last], ...usage, quarry: completed.quarry };
  if (includeUsage) yield { ...startOf(completed), choices: [], usage: completed.usage };
}

function startOf({ id, created, model }: Head): object {
  return { id: chatId(id), object: 'chat.completion.chunk', created, model };
}

/** Splits between code points. */
export function* pieces(text: string): Generator<string> {
  let piece = '';
  for (const point of text) {
    piece += point;
    if (piece.length >= PIECE) {
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') yield piece;
}
