import { setImmediate as nextTurn } from 'node:timers/promises';
import { countTokens, Fault, truncateToTokens } from '@quarry/turn';
import type { ChatInputs, ChatModel, ChatReply, ChatRequest, ChatToolCall } from '../port';
import { agentReply } from './agent.task';
import { analysisReply } from './analysis.task';
import { answerReply } from './answer.task';
import { cgragReply } from './cgrag.task';
import { completenessReply } from './completeness.task';
import { condenseReply } from './condense.task';
import { critiqueReply } from './critique.task';
import { decompositionReply } from './decomposition.task';
import { evaluatorReply } from './evaluator.task';
import { extractionReply } from './extraction.task';
import { gapsReply } from './gaps.task';
import { rewriteReply } from './rewrite.task';
import { routerReply } from './router.task';
import { summarizeReply } from './summarize.task';
import { synthesisReply } from './synthesis.task';
import { taskPlanReply } from './task-plan.task';

/**
 * The responder without a model. It is deterministic, reads `inputs` only, and quotes without making claims. It uses no
 * model tokens, so its counts are zero.
 */
export class ExtractiveModel implements ChatModel {
  readonly id = 'extractive';
  readonly generative = false;

  async complete(request: ChatRequest): Promise<ChatReply> {
    throwIfAborted(request.signal);
    const { inputs, maxOutputTokens } = request;
    const reply = replyTo(request);
    const toolCalls = typeof reply === 'string' ? undefined : reply.toolCalls;
    const whole = typeof reply === 'string' ? reply : '';
    // A text that is returned untranslated must not be cut as well.
    const fits = inputs.task === 'translate' || countTokens(whole) <= maxOutputTokens;
    const text = fits ? whole : truncateToTokens(whole, maxOutputTokens);
    for (const piece of text.match(/[\s\S]{1,48}(?![\uDC00-\uDFFF])/g) ?? []) {
      throwIfAborted(request.signal);
      request.onDelta?.(piece);
      // Yield to other turns in this process.
      await nextTurn();
    }
    throwIfAborted(request.signal);
    const finish = fits ? 'stop' : 'length';
    return { text, ...(toolCalls && { toolCalls }), model: this.id, inputTokens: 0, outputTokens: 0, finish };
  }
}

type Reply = string | { readonly toolCalls: readonly ChatToolCall[] };

/** Task → implementation. To add a task, add a line. */
const TASKS: Readonly<Record<string, (inputs: ChatInputs, maxOutputTokens: number) => Reply>> = {
  router: routerReply,
  answer: answerReply,
  cgrag: cgragReply,
  analysis: analysisReply,
  decomposition: decompositionReply,
  completeness: completenessReply,
  gaps: gapsReply,
  critique: critiqueReply,
  synthesis: synthesisReply,
  agent: agentReply,
  extraction: extractionReply,
  evaluator: evaluatorReply,
  task_plan: taskPlanReply,
  rewrite: rewriteReply,
  translate: (inputs) => inputs.text ?? inputs.question,
  summarize: summarizeReply,
  condense: condenseReply,
};

function replyTo({ inputs, maxOutputTokens }: ChatRequest): Reply {
  const task = Object.hasOwn(TASKS, inputs.task) ? TASKS[inputs.task] : undefined;
  if (!task)
    throw new Fault(
      'model_refused',
      `The extractive responder cannot do '${inputs.task}'. Configure a chat model for pipelines that need it.`,
    );
  return task(inputs, maxOutputTokens);
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw signal.reason instanceof Fault
    ? signal.reason
    : new Fault('cancelled', 'The model call was cancelled.');
}
