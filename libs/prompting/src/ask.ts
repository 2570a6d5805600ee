import { createHash } from 'node:crypto';
import { callsAsText, type ChatInputs, type ChatMessage, type ChatModel } from '@quarry/chat-model';
import type { HopContext } from '@quarry/engine';
import { renderPrompt, type PromptVariables } from '@quarry/pipeline';
import { findProtocol, openInert, type ReplyProtocol } from '@quarry/protocol';
import { countTokens } from '@quarry/tokens';
import { Fault, type ModelCall, type Reply, type Tool, type TurnEventBody } from '@quarry/turn';
import type { PromptParams } from './params';
import { openToolGate } from './tool-gate';
import { chatTools } from './tools';

export interface Asked {
  readonly reply: Reply;
  /** The model calls that were made; none where the extractive responder answered. */
  readonly usage: readonly ModelCall[];
  /** Set where the first reply broke the protocol and one repair attempt was made. */
  readonly repaired: boolean;
}

export interface AskOptions {
  readonly chat: ChatModel;
  readonly context: HopContext;
  /** The step's prompt file, e.g. `prompts/answer.md`, and how it wants to be answered. */
  readonly params: PromptParams;
  readonly variables: PromptVariables;
  /** What was said since the question: an agent's calls and their results. */
  readonly conversation?: readonly ChatMessage[];
  /** Tools that the model may call; its calls become text of the reply protocol `agent`. */
  readonly tools?: readonly Tool[];
  readonly inputs: ChatInputs;
  /** Reply protocol's name; null for free text (translations, summaries). */
  readonly protocol: string | null;
  /** Longest reply in tokens, unless `params` wants a shorter one. */
  readonly maxOutputTokens: number;
  /** Receives the text that users may see while the reply arrives, inert; markers are held back. */
  readonly onText?: (text: string) => void;
}

/**
 * Asks the model with a pipeline's prompt. A reply that breaks its protocol is asked for once more, with the error;
 * what comes then is returned as it is, and `handle_prefix` calls it `malformed` if it still is.
 */
export async function ask(options: AskOptions): Promise<Asked> {
  const { chat, context } = options;
  const prompt = context.prompts[options.params.prompt];
  if (!prompt)
    throw new Fault(
      'pipeline_invalid',
      `Prompt '${options.params.prompt}' of step '${context.step.id}' is not part of the pipeline.`,
    );
  const rendered = renderPrompt(prompt, options.variables);
  const messages: ChatMessage[] = [
    { role: 'system', content: rendered.system },
    { role: 'user', content: rendered.user },
    ...(options.conversation ?? []),
  ];
  const protocol = options.protocol === null ? null : findProtocol(options.protocol);
  if (protocol === undefined)
    throw new Fault('pipeline_invalid', `There is no reply protocol '${options.protocol ?? ''}'.`);

  const first = await complete(options, protocol, messages);
  const parsed = protocol?.parse(first.text, quotedIn(messages));
  if (!parsed || parsed.ok || !chat.generative) return { ...result(options, [first]), repaired: false };

  const second = await complete(options, protocol, [
    ...messages,
    { role: 'assistant', content: first.text },
    {
      role: 'user',
      content: `Your reply could not be read: ${parsed.error} Reply again, in the required form and nothing else.`,
    },
  ]);
  return { ...result(options, [first, second]), repaired: true };
}

/** Whether a text was shown to the model, by the user or by a tool. */
function quotedIn(messages: readonly ChatMessage[]): (text: string) => boolean {
  const shown = messages.filter(({ role }) => role === 'user' || role === 'tool');
  return (text) => shown.some(({ content }) => content.includes(text));
}

interface Completed {
  readonly text: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

async function complete(
  options: AskOptions,
  protocol: ReplyProtocol | null,
  messages: readonly ChatMessage[],
): Promise<Completed> {
  const { chat, context, params, tools } = options;
  const gate = protocol && (tools ? openToolGate(protocol) : protocol.openGate(quotedIn(messages)));
  const safe = openInert();
  const show = (text: string): void => {
    if (text !== '') options.onText?.(text);
  };
  const promptHash = hashOf(messages);
  if (chat.generative)
    context.sent?.({
      step: context.step.id,
      prompt: params.prompt,
      hash: promptHash,
      at: Date.now(),
      messages,
    });
  let heard = '';
  const ended = ({ model, inputTokens, outputTokens }: Omit<Completed, 'text'>): void => {
    if (chat.generative) context.called?.({ model, inputTokens, outputTokens });
  };
  const completing = chat.complete({
    messages,
    inputs: options.inputs,
    ...(tools ? { tools: chatTools(tools) } : {}),
    // A server that enforces a schema cannot let the model call a tool instead.
    ...(protocol?.schema && !tools ? { replySchema: { name: protocol.name, schema: protocol.schema } } : {}),
    maxOutputTokens: Math.min(options.maxOutputTokens, params.max_output_tokens ?? Infinity),
    temperature: params.temperature ?? 0,
    signal: context.signal,
    onDelta: (delta) => {
      heard += delta;
      show(safe.push(gate ? gate.push(delta) : delta));
    },
  });
  const reply = await completing.catch((error: unknown) => {
    // Nobody says what a call that was broken off has cost: it is counted as the prompt and what came of the reply.
    if (heard !== '' || context.signal.aborted)
      ended({
        model: chat.id,
        inputTokens: messages.reduce((sum, { content }) => sum + countTokens(content), 0),
        outputTokens: countTokens(heard),
      });
    throw error;
  });
  ended(reply);
  // Beside calls, text is thinking aloud: nothing of it is an answer.
  const called = reply.toolCalls && reply.toolCalls.length > 0 ? callsAsText(reply.toolCalls) : null;
  if (called === null) show(safe.push(gate?.end() ?? '') + safe.end());
  const read = called === null ? reply : { ...reply, text: called };
  if (chat.generative) await context.emit(replied(options, promptHash, read));
  return read;
}

/** What tells prompts apart, and joins what was sent with what was replied. */
function hashOf(messages: readonly ChatMessage[]): string {
  return createHash('sha256').update(JSON.stringify(messages)).digest('hex');
}

/** The log's entry of a reply. What was sent is kept beside the log, under its hash. */
function replied(options: AskOptions, promptHash: string, { text, model }: Completed): TurnEventBody {
  return {
    type: 'model.replied',
    step: options.context.step.id,
    prompt: options.params.prompt,
    promptHash,
    model,
    text,
  };
}

function result(options: AskOptions, replies: readonly Completed[]): Omit<Asked, 'repaired'> {
  const last = replies[replies.length - 1];
  if (!last) throw new Fault('internal', 'No reply to return.');
  return {
    reply: {
      protocol: options.protocol ?? '',
      text: last.text,
      model: last.model,
      extractive: !options.chat.generative,
    },
    usage: options.chat.generative
      ? replies.map(({ model, inputTokens, outputTokens }) => ({ model, inputTokens, outputTokens }))
      : [],
  };
}
