import type { Tool, ToolCall } from '@quarry/turn';
import { asObject } from './json-object';
import type { ReadCall } from './protocol';

/** Skipped calls that are listed one by one; the others are counted in the note of the last one. */
const LISTED = 8;
/** Longest argument of an unreadable call that is kept, in characters. */
const KEPT = 200;

/** A call as it was written: its tool's name, the tool where there is one, and whatever stands for arguments. */
export interface UnreadableCall {
  readonly name: string;
  readonly tool?: Tool;
  readonly id: string;
  readonly input: unknown;
}

/** Collects the calls of a reply that are not made, with the reason for each. */
export class SkippedCalls {
  readonly reasons: string[] = [];
  readonly #calls: ReadCall[] = [];

  /** @param why sentences that tell the model what is wrong with the call */
  unreadable({ name, tool, id, input }: UnreadableCall, why: string): void {
    const args = keptArguments(input);
    const written = name === '' ? 'unreadable call' : name.slice(0, 60);
    const text = `${written} ${typeof input === 'string' ? input : JSON.stringify(args)}`
      .slice(0, KEPT)
      .trim();
    this.#add(
      { text, call: { tool: tool ?? 'unknown', id, arguments: args, ...(tool ? {} : { written }) } },
      why,
    );
  }

  /** @param most calls of a reply that are made */
  tooMany(call: ReadCall, most: number): void {
    this.#add(call, `Only the first ${most} calls of a reply are made. Call it again if it is still needed.`);
  }

  /** The calls in their order, each with its note. */
  list(): readonly ReadCall[] {
    const more = this.#calls.length - LISTED;
    const rest = ` ${more} further ${more === 1 ? 'call was' : 'calls were'} not made either.`;
    return this.#calls.slice(0, LISTED).map(({ text, call }, at) => {
      const isLast = more > 0 && at === LISTED - 1;
      return { text, call: { ...call, note: `${call.note ?? ''}${isLast ? rest : ''}` } };
    });
  }

  #add({ text, call }: ReadCall, why: string): void {
    this.reasons.push(why);
    this.#calls.push({ text, call: { ...call, note: why } });
  }
}

/** What can be kept of arguments that cannot be used: texts and numbers, so that the model sees its call again. */
function keptArguments(input: unknown): ToolCall['arguments'] {
  if (typeof input === 'string') return { arguments: input.slice(0, KEPT) };
  const entries = Object.entries(asObject(input) ?? {}).flatMap(
    ([key, value]): (readonly [string, string | number])[] => {
      if (typeof value === 'number') return [[key.slice(0, KEPT), value]];
      return typeof value === 'string' ? [[key.slice(0, KEPT), value.slice(0, KEPT)]] : [];
    },
  );
  return Object.fromEntries(entries.slice(0, LISTED));
}
