import type { TurnView } from '@quarry/engine';
import type { Problem } from '../http/problem-of';
import { pieces } from './chunks';
import type { LiveAnswer } from './live-answer';
import { openAiError } from './openai-error';
import type { StreamWriter } from './openai-stream';
import { messageId, textPart } from './response-body';
import type { ResponseBody, ResponseMessage } from './responses.schema';

type Part = ResponseMessage['content'][number];

/** The last event of a response by its status. */
const ENDS = {
  in_progress: 'incomplete',
  completed: 'completed',
  incomplete: 'incomplete',
  failed: 'failed',
  cancelled: 'failed',
} as const;

/** A message that is being written. */
interface Open {
  readonly version: number;
  readonly item: ResponseMessage;
  readonly index: number;
  readonly text: string;
}

/**
 * A turn as the events of a response. Each version of the answer is a message of its own; the final response has the
 * last one alone.
 */
export class ResponseWriter implements StreamWriter {
  #sequence = 0;
  #index = 0;
  /** What the turn did, and the place of its item. */
  #reasoning = '';
  #reasoningAt = 0;
  #open: Open | null = null;

  /**
   * @param first the response when it begins
   * @param finished the response of an ended turn
   */
  constructor(
    private readonly turnId: string,
    private readonly first: ResponseBody,
    private readonly finished: (view: TurnView) => ResponseBody,
  ) {}

  *begin(): Iterable<string> {
    yield this.#event('response.created', { response: this.first });
    yield this.#event('response.in_progress', { response: this.first });
  }

  *progress(line: string): Iterable<string> {
    if (this.#reasoning === '') {
      this.#reasoningAt = this.#index++;
      const item = { ...this.#thought(), status: 'in_progress', summary: [] };
      yield this.#event('response.output_item.added', { output_index: this.#reasoningAt, item });
      const part = { type: 'summary_text', text: '' };
      yield this.#event('response.reasoning_summary_part.added', { ...this.#thoughtPlace(), part });
    }
    const delta = `${line}\n`;
    this.#reasoning += delta;
    yield this.#event('response.reasoning_summary_text.delta', { ...this.#thoughtPlace(), delta });
  }

  *text(version: number, text: string): Iterable<string> {
    if (this.#open?.version !== version) {
      yield* this.#close('incomplete', []);
      yield* this.#add(version);
    }
    for (const delta of pieces(text)) if (this.#open) yield this.#delta(this.#open, delta);
  }

  *end(view: TurnView, live: LiveAnswer): Iterable<string> {
    const response = this.finished(view);
    const [message] = response.output;
    const [part] = message?.content ?? [];
    const last = part && live.end(part.text);
    if (last) yield* this.text(last.version, last.text);
    yield* this.#close(message?.status ?? 'incomplete', part?.annotations ?? []);
    yield* this.#closeReasoning();
    yield this.#event(`response.${ENDS[response.status]}`, { response });
  }

  error(problem: Problem): string {
    const { message, code, param } = openAiError(problem).error;
    return this.#event('error', { message, code, param });
  }

  *#add(version: number): Iterable<string> {
    const id = messageId(this.turnId, version);
    const item: ResponseMessage = {
      ...{ id, type: 'message', role: 'assistant' },
      status: 'in_progress',
      content: [],
    };
    this.#open = { version, item, index: this.#index++, text: '' };
    yield this.#event('response.output_item.added', { output_index: this.#open.index, item });
    yield this.#event('response.content_part.added', { ...this.#place(this.#open), part: textPart('', []) });
  }

  #delta(open: Open, delta: string): string {
    this.#open = { ...open, text: open.text + delta };
    return this.#event('response.output_text.delta', { ...this.#place(open), delta, logprobs: [] });
  }

  *#close(status: ResponseMessage['status'], annotations: Part['annotations']): Iterable<string> {
    const open = this.#open;
    if (!open) return;
    const place = this.#place(open);
    for (const [annotation_index, annotation] of annotations.entries())
      yield this.#event('response.output_text.annotation.added', { ...place, annotation_index, annotation });
    const part = { ...textPart(open.text, []), annotations };
    yield this.#event('response.output_text.done', { ...place, text: open.text, logprobs: [] });
    yield this.#event('response.content_part.done', { ...place, part });
    const item = { ...open.item, status, content: [part] };
    yield this.#event('response.output_item.done', { output_index: open.index, item });
    this.#open = null;
  }

  *#closeReasoning(): Iterable<string> {
    if (this.#reasoning === '') return;
    const part = { type: 'summary_text', text: this.#reasoning };
    const place = this.#thoughtPlace();
    yield this.#event('response.reasoning_summary_text.done', { ...place, text: part.text });
    yield this.#event('response.reasoning_summary_part.done', { ...place, part });
    const item = { ...this.#thought(), status: 'completed', summary: [part] };
    yield this.#event('response.output_item.done', { output_index: this.#reasoningAt, item });
  }

  #thought(): { readonly id: string; readonly type: 'reasoning' } {
    return { id: `rs_${this.turnId}`, type: 'reasoning' };
  }

  #thoughtPlace(): object {
    return { item_id: this.#thought().id, output_index: this.#reasoningAt, summary_index: 0 };
  }

  #place({ item, index }: Open): object {
    return { item_id: item.id, output_index: index, content_index: 0 };
  }

  #event(type: string, data: object): string {
    return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: this.#sequence++, ...data })}\n\n`;
  }
}
