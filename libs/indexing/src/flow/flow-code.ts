import type { FlowFact, FlowFacts, Slot } from './flow-facts';

/** A part of a fact: a slot, a number, a line, a text or null, a list of slots, a list of names with slots. */
export type PartKind = 's' | 'n' | 'l' | 't' | 's*' | 'ts*';

/** What the parts of each kind of fact are. */
export const PARTS: Readonly<Record<FlowFact[0], readonly PartKind[]>> = {
  '=': ['s', 's'],
  f: ['s', 'n'],
  c: ['s', 'n'],
  '{': ['s', 't'],
  k: ['s', 't'],
  m: ['s', 't', 't'],
  t: ['s', 't', 'n'],
  '.': ['s', 's', 't'],
  '.=': ['s', 't', 's'],
  '[': ['s', 's', 's', 't'],
  '[=': ['s', 's', 't', 's'],
  i: ['s', 's', 'n', 'l'],
  s: ['s', 'n', 's'],
  '(': ['s', 's', 's*', 'ts*', 'n', 'l', 't'],
};
export const KINDS = Object.keys(PARTS) as readonly FlowFact[0][];

/** For each kind of fact, the part whose values it waits for; 0 for one that states a value by itself. */
export const WAITS_FOR: readonly number[] = KINDS.map(
  (kind) => ({ '=': 2, '.': 2, '[': 2, i: 2, '(': 2, '.=': 1, '[=': 1, s: 3 })[kind as string] ?? 0,
);

/** A text that is null. */
const NO_TEXT = -1;

/**
 * Where the values of one file go, as numbers: a project has a million facts, and arrays for each of them would take
 * more time than what is done with them.
 */
export interface FlowCode extends Omit<FlowFacts, 'facts'> {
  /**
   * The facts one after another: the place of the kind in {@link KINDS}, then its parts. A list begins with its length,
   * a text is its place among `texts`.
   */
  readonly code: Int32Array;
  readonly texts: readonly string[];
}

/** The numbers of facts. */
export function codeOf({ facts, ...rest }: FlowFacts): FlowCode {
  const texts = new Map<string, number>();
  const code: number[] = [];
  const text = (each: string | null): void => {
    if (each !== null && !texts.has(each)) texts.set(each, texts.size);
    code.push(each === null ? NO_TEXT : texts.get(each)!);
  };
  for (const fact of facts) {
    code.push(KINDS.indexOf(fact[0]));
    for (const [n, kind] of PARTS[fact[0]].entries()) {
      const part = fact[n + 1] as unknown;
      if (kind === 't') text(part as string | null);
      else if (kind === 's*') code.push((part as Slot[]).length, ...(part as Slot[]));
      else if (kind === 'ts*') {
        const named = part as readonly (readonly [string, Slot])[];
        code.push(named.length);
        for (const [name, slot] of named) {
          text(name);
          code.push(slot);
        }
      } else code.push(part as number);
    }
  }
  return { ...rest, code: Int32Array.from(code), texts: [...texts.keys()] };
}

/** The facts of numbers. */
export function factsOf({ code, texts, ...rest }: FlowCode): FlowFacts {
  const facts: FlowFact[] = [];
  const text = (place: number): string | null => (place === NO_TEXT ? null : texts[place]!);
  for (let at = 0; at < code.length;) {
    const kind = KINDS[code[at++]!]!;
    const fact: unknown[] = [kind];
    for (const part of PARTS[kind]) {
      const value = code[at++]!;
      if (part === 't') fact.push(text(value));
      else if (part === 's*') {
        fact.push([...code.subarray(at, at + value)]);
        at += value;
      } else if (part === 'ts*') {
        const named: [string | null, Slot][] = [];
        for (const end = at + 2 * value; at < end; at += 2) named.push([text(code[at]!), code[at + 1]!]);
        fact.push(named);
      } else fact.push(value);
    }
    facts.push(fact as unknown as FlowFact);
  }
  return { ...rest, facts };
}

/** Calls back for each fact with its kind and its place in the code: its parts follow there. */
export function eachFact({ code }: FlowCode, work: (kind: FlowFact[0], at: number) => void): void {
  for (let at = 0; at < code.length; at = afterFact(code, at)) work(KINDS[code[at]!]!, at);
}

const LENGTHS = KINDS.map((kind) => 1 + PARTS[kind].length);
const CALL = KINDS.indexOf('(');

function afterFact(code: Int32Array, at: number): number {
  const kind = code[at]!;
  return at + (kind === CALL ? callAt(code, at).length : LENGTHS[kind]!);
}

/** The places of the parts of a call: the slot of what is returned and that of the callee are the first two. */
export function callAt(
  code: Int32Array,
  at: number,
): { readonly values: number; readonly named: number; readonly caller: number; readonly length: number } {
  const values = at + 4;
  const named = values + code[at + 3]! + 1;
  const caller = named + 2 * code[named - 1]!;
  return { values, named, caller, length: caller + 3 - at };
}
