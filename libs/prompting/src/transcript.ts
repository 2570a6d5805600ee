import type { ChatMessage, ChatToolCall } from '@quarry/chat-model';
import { countTokens, type Need, type ToolCall, type Turn } from '@quarry/turn';
import { relationsText } from './relations-text';
import { Shown } from './shown';

/** An agent's conversation so far, derived from the turn each time and not stored separately. */
export interface Transcript {
  /**
   * Evidence that no call found: from the session's memory, or from a step before the agent. For the prompt's
   * `context`.
   */
  readonly context: string;
  /** The calls of each previous pass and the result of each call; follows the system and user messages. */
  readonly messages: readonly ChatMessage[];
}

/** Most tokens of the relations that the result of a lookup shows. */
const MAX_RELATIONS_TOKENS = 800;

type CallNeed = Need & { readonly call: ToolCall };

/**
 * An agent's calls and their results, within `maxTokens` together with the context. Each piece of evidence is shown
 * once, where it was found; later calls refer to it. If there is too much, the oldest pieces are shortened to their
 * heads first.
 */
export function transcriptOf(turn: Turn, maxTokens: number): Transcript {
  const calls = turn.needs.filter((need): need is CallNeed => need.call !== undefined);
  const shown = new Shown(turn.evidence, calls);
  const render = (): Transcript => ({ context: contextOf(shown), messages: messagesOf(turn, calls, shown) });
  shown.fit(maxTokens, () => tokensOf(render()));
  return render();
}

function contextOf(shown: Shown): string {
  return shown
    .ownedBy(null)
    .map((item) => shown.text(item))
    .join('\n\n');
}

function messagesOf(turn: Turn, calls: readonly CallNeed[], shown: Shown): readonly ChatMessage[] {
  const ids = identities(calls);
  const passes = [...new Set(calls.map((need) => need.pass))].toSorted((a, b) => a - b);
  return passes.flatMap((pass) => {
    const made = calls.filter((need) => need.pass === pass);
    const toolCalls = made.map((need): ChatToolCall => {
      const { tool, written, arguments: args } = need.call;
      return { id: ids.get(need.id) ?? need.id, name: written ?? tool, arguments: JSON.stringify(args) };
    });
    const results = made.map((need): ChatMessage => ({
      role: 'tool',
      toolCallId: ids.get(need.id) ?? need.id,
      content: resultOf(turn, need, shown),
    }));
    return [{ role: 'assistant', content: '', toolCalls }, ...results];
  });
}

/** The model's own ids, except repeated ones: some servers number the calls of each reply from the start. */
function identities(calls: readonly CallNeed[]): ReadonlyMap<string, string> {
  const used = new Set<string>();
  return new Map(
    calls.map((need) => {
      const own = need.call.id;
      const id = own === '' || used.has(own) ? need.id : own;
      used.add(id);
      return [need.id, id];
    }),
  );
}

/** The result of a call: its tool's message, the new evidence, and the numbers of evidence that was already shown. */
function resultOf(turn: Turn, need: CallNeed, shown: Shown): string {
  const own = shown.ownedBy(need.id);
  const known = need.resolvedBy.filter((n) => !own.some((item) => item.n === n));
  const note = need.call.note ?? (need.status === 'resolved' ? undefined : missOf(turn, need));
  const parts = [
    ...(need.status === 'resolved' ? [] : [need.skipped ? 'The call was not made.' : 'Nothing was found.']),
    ...(note === undefined ? [] : [`Note: ${note}`]),
    ...own.map((item) => shown.text(item)),
    ...(known.length > 0 ? [`Already shown: ${known.map((n) => `[${n}]`).join(', ')}`] : []),
    ...(need.call.tool === 'lookup' && shown.inFull(own)
      ? [relationsText(turn.graph, own, MAX_RELATIONS_TOKENS).text]
      : []),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Why a call found nothing, as in the gap report. */
function missOf(turn: Turn, need: Need): string | undefined {
  return turn.misses.findLast((miss) => miss.text === need.text && miss.pass >= need.pass)?.why;
}

function tokensOf({ context, messages }: Transcript): number {
  return messages.reduce((sum, message) => {
    const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
    const called = calls.reduce((tokens, call) => tokens + countTokens(`${call.name}${call.arguments}`), 0);
    return sum + FRAME + countTokens(message.content) + called;
  }, countTokens(context));
}

/** Tokens that frame a message in chat formats. */
const FRAME = 4;
