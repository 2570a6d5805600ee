import type { ChatMessage } from '@quarry/chat-model';
import { priceOf, type PipelineSettings } from '@quarry/pipeline';
import { costOf, countTokens, NO_ROOM_FOR_CALL, type ModelCall, type Stop, type Turn } from '@quarry/turn';

/** Minimum reply in tokens: the model is not asked for a shorter one, unless no longer one is wanted. */
const SHORTEST_REPLY = 128;

/**
 * Time reserved for ending the turn without the model: a share of the turn's time, and at most this many milliseconds.
 */
const KEPT = { share: 0.25, mostMs: 5_000 } as const;

/** What a call may still use. */
export type CallLimits = Pick<PipelineSettings, 'max_turn_tokens' | 'max_turn_cost' | 'prices'>;

export function tokensOf(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + countTokens(content), 0);
}

/**
 * Maximum tokens of a reply so that prompt and reply stay within the turn's budgets; 0 or less if the prompt alone
 * exceeds them.
 * @param made calls of the running step, which the turn does not count yet
 */
export function replyRoom(
  { spent }: Pick<Turn, 'spent'>,
  limits: CallLimits,
  model: string,
  inputTokens: number,
  made: readonly ModelCall[] = [],
): number {
  const used = made.reduce((sum, call) => sum + call.inputTokens + call.outputTokens, 0);
  const { max_turn_tokens: tokens, max_turn_cost: money } = limits;
  const byTokens =
    tokens === 0 ? Infinity : tokens - spent.inputTokens - spent.outputTokens - used - inputTokens;
  return Math.min(byTokens, money === 0 ? Infinity : byCost());

  function byCost(): number {
    const cost = (input: number, output: number): number | null =>
      priceOf({ model, inputTokens: input, outputTokens: output }, limits.prices);
    const prompt = cost(inputTokens, 0);
    // A model without a price ends the loop in the guard, which reports it.
    if (prompt === null) return Infinity;
    const before = made.reduce(
      (sum, call) => sum + (priceOf(call, limits.prices) ?? 0),
      costOf(spent.calls) ?? 0,
    );
    const left = money - before - prompt;
    const each = cost(0, 1) ?? 0;
    return each === 0 ? (left < 0 ? left : Infinity) : Math.floor(left / each);
  }
}

/** True if a reply of at most `wanted` tokens may be requested with this much room. */
export function isRoomEnough(room: number, wanted: number): boolean {
  return room >= Math.min(SHORTEST_REPLY, wanted);
}

/** By how many tokens a prompt is too long for the shortest reply. */
export function excess(room: number, wanted: number): number {
  return Math.min(SHORTEST_REPLY, wanted) - room;
}

/**
 * Milliseconds until a model must have answered, so that the turn can still end with what it has; 0 or less: too late
 * to ask.
 */
export function msToAnswer({ askedAt, deadline }: Pick<Turn, 'askedAt' | 'deadline'>, now: number): number {
  return deadline - Math.min(KEPT.mostMs, KEPT.share * (deadline - askedAt)) - now;
}

/** Why a call that the budget does not allow was not made. */
export function overBudget({ spent }: Pick<Turn, 'spent'>, { max_turn_tokens }: CallLimits): Stop {
  const used = spent.inputTokens + spent.outputTokens;
  return max_turn_tokens > 0
    ? {
        rule: 'token_budget',
        reason: `${used} of ${max_turn_tokens} tokens are used; ${NO_ROOM_FOR_CALL} them`,
      }
    : { rule: 'cost_budget', reason: `${NO_ROOM_FOR_CALL} the cost limit` };
}

/** The stop for a model that did not answer in time for the turn to end with what it has. */
export function tooLate({ answer }: Pick<Turn, 'answer'>): Stop {
  const reason = 'the model gave no answer in time';
  if (!answer) return { rule: 'deadline', reason };
  const after = answer.pass === undefined ? '' : ` after pass ${answer.pass}`;
  return { rule: 'deadline', reason: `${reason}; this is the best answer so far${after}` };
}
