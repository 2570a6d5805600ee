import type { ChatMessage } from '@quarry/chat-model';
import { countTokens, currentPass, type Need, type Tool, type ToolCall, type Turn } from '@quarry/turn';
import { evidenceHead, rowsUnderOneHead } from './evidence-text';

type CallNeed = Need & { readonly call: ToolCall };

/**
 * The calls of a model in the running pass, and their results: an extraction starts each pass afresh (001, "Clean
 * context per extraction"). Within `maxTokens`: the oldest texts are left out first, with a note on how to read them
 * again.
 */
export function passTranscriptOf(
  turn: Turn,
  tools: readonly Tool[],
  maxTokens: number,
): readonly ChatMessage[] {
  const pass = currentPass(turn);
  const calls = turn.needs.filter(
    (need): need is CallNeed => need.pass === pass && need.call !== undefined && isOf(tools, need.call),
  );
  const seen = new Set<number>();
  const results = calls.map((need) => partsOf(turn, need, seen));
  let over = results.reduce((sum, { full }) => sum + countTokens(full), 0) - maxTokens;
  const contents = results.map(({ full, short }) => {
    if (over <= 0) return full;
    over -= countTokens(full) - countTokens(short);
    return short;
  });
  const used = new Set<string>();
  return calls.flatMap((need, at): ChatMessage[] => {
    const id = need.call.id === '' || used.has(need.call.id) ? need.id : need.call.id;
    used.add(id);
    const call = {
      id,
      name: need.call.written ?? need.call.tool,
      arguments: JSON.stringify(need.call.arguments),
    };
    return [
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', toolCallId: id, content: contents[at] ?? '' },
    ];
  });
}

/** True for a call of one of these tools, and for one of a tool that does not exist. */
function isOf(tools: readonly Tool[], { tool }: ToolCall): boolean {
  return tool === 'unknown' || tools.includes(tool);
}

/** What a call gave, in full, and without the texts; a text that stands above is named by its number. */
function partsOf(
  turn: Turn,
  need: CallNeed,
  seen: Set<number>,
): { readonly full: string; readonly short: string } {
  const note = need.call.note === undefined ? [] : [`Note: ${need.call.note}`];
  const none = need.status === 'resolved' || note.length > 0 ? [] : ['Nothing was found.'];
  const unmade = need.skipped ? ['The call was not made.'] : [];
  const fresh = turn.evidence.filter(({ n }) => need.resolvedBy.includes(n) && !seen.has(n));
  const known = need.resolvedBy.filter((n) => seen.has(n));
  for (const { n } of fresh) seen.add(n);
  const above = known.length > 0 ? [`It stands above: ${known.map((n) => `[${n}]`).join(', ')}`] : [];
  const around = (texts: readonly string[]): string =>
    [...unmade, ...none, ...note, ...texts, ...above].join('\n\n');
  return {
    full: around(rowsUnderOneHead(fresh)),
    short: around(
      fresh.map((item) => `${evidenceHead(item)}\n(left out to save room; fetch it again to read it)`),
    ),
  };
}
