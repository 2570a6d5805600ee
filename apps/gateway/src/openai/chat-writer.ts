import type { TurnView } from '@quarry/engine';
import type { Problem } from '../http/problem-of';
import { shifted, type LinkOf } from './annotations';
import { answerChunks, chunk, type Head } from './chunks';
import { completedOf } from './completion';
import { failureOf } from './failure';
import type { LiveAnswer } from './live-answer';
import { openAiError } from './openai-error';
import type { StreamWriter } from './openai-stream';
import { NEXT_VERSION } from './versions';

/**
 * A turn as the chunks of a chat completion. Their text cannot be taken back, so a further version of the answer
 * follows the ones before it, under a rule and a line that says so.
 */
export class ChatWriter implements StreamWriter {
  readonly #usage: object;
  #version = 0;
  /** Characters that were sent before the current version. */
  #before = 0;
  #length = 0;

  constructor(
    private readonly head: Head,
    private readonly linkOf: LinkOf,
    private readonly includeUsage: boolean,
  ) {
    this.#usage = includeUsage ? { usage: null } : {};
  }

  *begin(): Iterable<string> {
    yield message(chunk(this.head, { role: 'assistant', content: '' }, this.#usage));
  }

  *progress(line: string): Iterable<string> {
    yield message(chunk(this.head, { reasoning_content: `${line}\n` }, this.#usage));
  }

  *text(version: number, text: string): Iterable<string> {
    yield message(chunk(this.head, { content: this.#add(version, text) }, this.#usage));
  }

  *end({ turn }: TurnView, live: LiveAnswer): Iterable<string> {
    const completed = completedOf(turn, this.linkOf);
    if (!completed) {
      yield this.error(failureOf(turn));
      return;
    }
    const last = live.end(completed.content);
    const content = last ? this.#add(last.version, last.text) : '';
    const annotations = shifted(completed.annotations, this.#before);
    const rest = { ...completed, created: this.head.created, content, annotations };
    for (const part of answerChunks(rest, this.includeUsage)) yield message(part);
    yield 'data: [DONE]\n\n';
  }

  error(problem: Problem): string {
    return message(openAiError(problem));
  }

  #add(version: number, text: string): string {
    const piece = version === this.#version ? text : `${NEXT_VERSION}${text}`;
    if (version !== this.#version) this.#before = this.#length + NEXT_VERSION.length;
    this.#version = version;
    this.#length += piece.length;
    return piece;
  }
}

function message(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
