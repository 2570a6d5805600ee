import { createHash } from 'node:crypto';
import { callsAsText, openChatModel, type ChatMessage, type ChatReply } from '@quarry/chat-model';
import { renderPrompt, type PromptVariables } from '@quarry/pipeline';
import { findProtocol, openInert, type ReplyProtocol } from '@quarry/protocol';
import { countTokens, defined, Fault, type ModelCall, type Stop, type TurnEventBody } from '@quarry/turn';
import { excess, isRoomEnough, msToAnswer, overBudget, replyRoom, tokensOf, tooLate } from './call-limits';
import type { Asked, AskOptions } from './ask-options';
import { openToolGate } from './tool-gate';
import { chatTools } from './tools';

/**
 * Asks the model with a pipeline's prompt. If a reply breaks its protocol, asks once again, with the error. The second
 * reply is returned unchanged, and `handle_prefix` returns `malformed` if it is still broken. Budgets are checked
 * before the call: a prompt that does not fit with its reply is shortened; otherwise rules reply, as they do if the
 * model does not answer in time, and if no model may see what the prompt holds.
 */
export async function ask(given: AskOptions): Promise<Asked> {
  const chat = (await given.chat.choose?.(given.turn)) ?? given.chat;
  if ('rule' in chat) return await byRules(given, chat, []);
  const options = { ...given, chat };
  const { context } = options;
  const prompt = context.prompts[options.params.prompt];
  if (!prompt)
    throw new Fault(
      'pipeline_invalid',
      `Prompt '${options.params.prompt}' of step '${context.step.id}' is not part of the pipeline.`,
    );
  const written = (variables: PromptVariables): ChatMessage[] => {
    const { system, user } = renderPrompt(prompt, variables);
    return [
      { role: 'system', content: system },
      { role: 'user', content: user },
      ...(options.conversation ?? []),
    ];
  };
  const protocol = options.protocol === null ? null : findProtocol(options.protocol);
  if (protocol === undefined)
    throw new Fault('pipeline_invalid', `There is no reply protocol '${options.protocol ?? ''}'.`);

  const fitted = fit(options, written);
  if (!fitted) return await byRules(options, overBudget(options.turn, context.settings), []);
  const { messages, patch } = fitted;
  const made: ModelCall[] = [];
  const first = await inTime(options, protocol, messages, made);
  if (first === null) return await byRules(options, tooLate(options.turn), made);
  const parsed = protocol?.parse(first.text, quotedIn(messages));
  if (!parsed || parsed.ok || !chat.generative)
    return { ...result(options, first, made), repaired: false, patch };

  const again: ChatMessage[] = [
    ...messages,
    { role: 'assistant', content: first.text },
    {
      role: 'user',
      content: `Your reply could not be read: ${parsed.error} Reply again, in the required form and nothing else.`,
    },
  ];
  const mayRepeat = isRoomEnough(roomFor(options, again, made), wantedOf(options));
  const second = mayRepeat ? await inTime(options, protocol, again, made) : null;
  if (second === null) return { ...result(options, first, made), repaired: false, patch };
  return { ...result(options, second, made), repaired: true, patch };
}

/** Longest reply of the step, in tokens. */
function wantedOf({ maxOutputTokens, params }: AskOptions): number {
  return Math.min(maxOutputTokens, params.max_output_tokens ?? Infinity);
}

function roomFor(
  { chat, context, turn, tools }: AskOptions,
  messages: readonly ChatMessage[],
  made: readonly ModelCall[] = [],
): number {
  if (!chat.generative) return Infinity;
  const offered = tools ? countTokens(JSON.stringify(chatTools(tools))) : 0;
  return replyRoom(turn, context.settings, chat.id, tokensOf(messages) + offered, made);
}

/** The prompt, shortened if the budget requires it; null if it does not fit. */
function fit(
  options: AskOptions,
  written: (variables: PromptVariables) => ChatMessage[],
): { readonly messages: ChatMessage[]; readonly patch: Asked['patch'] } | null {
  const wanted = wantedOf(options);
  const messages = written(options.variables);
  const room = roomFor(options, messages);
  if (isRoomEnough(room, wanted)) return { messages, patch: {} };
  const { shorten, variables } = options;
  const left = countTokens(String(variables['context'] ?? '')) - excess(room, wanted);
  if (!shorten || left <= 0) return null;
  const context = shorten(left);
  const shorter = written({ ...variables, context: context.text });
  if (context.items.length === 0 || !isRoomEnough(roomFor(options, shorter), wanted)) return null;
  return { messages: shorter, patch: { context } };
}

/**
 * The reply of the rules if the model is over budget or late. If a model has already written an answer, that answer
 * stays.
 */
async function byRules(options: AskOptions, stop: Stop, made: readonly ModelCall[]): Promise<Asked> {
  const { inputs, protocol, turn, context } = options;
  const isSilent = inputs.task === 'translate' || (protocol !== null && turn.answer !== null);
  const rules = openChatModel({ provider: 'extractive' });
  const reply: Pick<ChatReply, 'text' | 'model' | 'toolCalls'> = isSilent
    ? { text: '', model: rules.id }
    : await rules.complete({
        messages: [],
        inputs,
        maxOutputTokens: wantedOf(options),
        signal: context.signal,
      });
  return {
    reply: {
      ...{ protocol: protocol ?? '', model: reply.model, extractive: true },
      // An agent's rules call tools, as a model would.
      text: reply.toolCalls && reply.toolCalls.length > 0 ? callsAsText(reply.toolCalls) : reply.text,
    },
    usage: made,
    repaired: false,
    patch: { stop: turn.stop ?? stop },
  };
}

/**
 * A reply of the model; null where it gives none while there is time for the turn to end in what it has.
 * @param made calls of this step so far; the one that is made is added, however it ends
 */
async function inTime(
  options: AskOptions,
  protocol: ReplyProtocol | null,
  messages: readonly ChatMessage[],
  made: ModelCall[],
): Promise<Completed | null> {
  if (!options.chat.generative) return await complete(options, protocol, messages, { room: Infinity, made });
  const { context, turn } = options;
  const ms = msToAnswer(turn, Date.now());
  if (ms <= 0) return null;
  const late = new AbortController();
  const timer = setTimeout(
    () => {
      late.abort(new Fault('model_timeout', 'The model gave no answer in time.'));
    },
    Math.min(ms, 2 ** 31 - 1),
  );
  const signal = AbortSignal.any([context.signal, late.signal]);
  try {
    const room = roomFor(options, messages, made);
    return await complete({ ...options, context: { ...context, signal } }, protocol, messages, {
      room,
      made,
    });
  } catch (error) {
    if (late.signal.aborted && !context.signal.aborted) return null;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a text was shown to the model, by the user or by a tool. */
function quotedIn(messages: readonly ChatMessage[]): (text: string) => boolean {
  const shown = messages.filter(({ role }) => role === 'user' || role === 'tool');
  return (text) => shown.some(({ content }) => content.includes(text));
}

interface Completed extends ModelCall {
  readonly text: string;
}

async function complete(
  options: AskOptions,
  protocol: ReplyProtocol | null,
  messages: readonly ChatMessage[],
  { room, made }: { readonly room: number; readonly made: ModelCall[] },
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
  const ended = (reply: ModelCall): void => {
    if (!chat.generative) return;
    const { model, inputTokens, outputTokens, cachedTokens, cacheWriteTokens } = reply;
    const call = { model, inputTokens, outputTokens, ...defined({ cachedTokens, cacheWriteTokens }) };
    made.push(call);
    context.called?.(call);
  };
  const completing = chat.complete({
    messages,
    inputs: options.inputs,
    ...(tools ? { tools: chatTools(tools) } : {}),
    // A server that enforces a schema does not let the model call a tool instead.
    ...(protocol?.schema && !tools ? { replySchema: { name: protocol.name, schema: protocol.schema } } : {}),
    maxOutputTokens: Math.min(wantedOf(options), room),
    cacheKey: cacheKeyOf(options),
    temperature: params.temperature ?? 0,
    signal: context.signal,
    onDelta: (delta) => {
      heard += delta;
      show(safe.push(gate ? gate.push(delta) : delta));
    },
  });
  const reply = await completing.catch((error: unknown) => {
    // No server reports the cost of an interrupted call: it is counted as the prompt and the received part of the
    // reply.
    if (heard !== '' || context.signal.aborted)
      ended({
        model: chat.id,
        inputTokens: tokensOf(messages),
        outputTokens: countTokens(heard),
      });
    throw error;
  });
  ended(reply);
  // Text next to calls is thinking aloud, and not part of an answer.
  const called = reply.toolCalls && reply.toolCalls.length > 0 ? callsAsText(reply.toolCalls) : null;
  if (called === null) show(safe.push(gate?.end() ?? '') + safe.end());
  const read = called === null ? reply : { ...reply, text: called };
  if (chat.generative) await context.emit(replied(options, promptHash, read));
  return read;
}

/** Prompts of a session and a step begin alike. A digest, because providers need not know sessions. */
function cacheKeyOf({ turn: { tenant, session }, context }: AskOptions): string {
  return createHash('sha256')
    .update(`${tenant}\n${session}\n${context.step.id}`)
    .digest('base64url')
    .slice(0, 32);
}

/** Identifies a prompt, and links the recorded prompt to its reply. */
function hashOf(messages: readonly ChatMessage[]): string {
  return createHash('sha256').update(JSON.stringify(messages)).digest('hex');
}

/** The log's entry of a reply. The prompt is recorded outside of the log, under its hash. */
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

function result(
  options: AskOptions,
  last: Completed,
  made: readonly ModelCall[],
): Omit<Asked, 'repaired' | 'patch'> {
  return {
    reply: {
      protocol: options.protocol ?? '',
      text: last.text,
      model: last.model,
      extractive: !options.chat.generative,
    },
    usage: made,
  };
}
