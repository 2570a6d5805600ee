import { setImmediate as nextTurn } from 'node:timers/promises';
import { countTokens, truncateToTokens } from '@quarry/tokens';
import { Fault } from '@quarry/turn';
import type { ChatModel, ChatReply, ChatRequest } from '../port';
import { answerReply } from './answer.task';
import { condenseReply } from './condense.task';
import { routerReply } from './router.task';
import { summarizeReply } from './summarize.task';

/**
 * The responder that works without any model: deterministic, reads `inputs` only, quotes and never claims. It spends no model
 * tokens, so its counts are zero.
 */
export class ExtractiveModel implements ChatModel {
  readonly id = 'extractive';
  readonly generative = false;

  async complete(request: ChatRequest): Promise<ChatReply> {
    throwIfAborted(request.signal);
    const { inputs, maxOutputTokens } = request;
    const whole = replyTo(request);
    // A translation that is none must not be cut as well.
    const fits = inputs.task === 'translate' || countTokens(whole) <= maxOutputTokens;
    const text = fits ? whole : truncateToTokens(whole, maxOutputTokens);
    for (const piece of text.match(/[\s\S]{1,48}(?![\uDC00-\uDFFF])/g) ?? []) {
      throwIfAborted(request.signal);
      request.onDelta?.(piece);
      // Other turns share this process: let them have their turn.
      await nextTurn();
    }
    throwIfAborted(request.signal);
    return { text, model: this.id, inputTokens: 0, outputTokens: 0, finish: fits ? 'stop' : 'length' };
  }
}

function replyTo({ inputs, maxOutputTokens }: ChatRequest): string {
  switch (inputs.task) {
    case 'router':
      return routerReply(inputs);
    case 'answer':
      return answerReply(inputs, maxOutputTokens);
    case 'translate':
      return inputs.text ?? inputs.question;
    case 'summarize':
      return summarizeReply(inputs, maxOutputTokens);
    case 'condense':
      return condenseReply(inputs, maxOutputTokens);
    default:
      throw new Fault(
        'model_refused',
        `The extractive responder cannot do '${inputs.task}'. Configure a chat model for pipelines that need it.`,
      );
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw signal.reason instanceof Fault
    ? signal.reason
    : new Fault('cancelled', 'The model call was cancelled.');
}
