import { eachFact, type FlowCode } from './flow-code';
import { NONE, type Slot } from './flow-facts';

/** The place of `this` among the parameters of a function that does not name it. */
const SELF = -1;

/** What functions return of what they are given. */
export interface PassedOn {
  /** Function of the file → places of the parameters that it returns as they are. */
  readonly parameters: ReadonlyMap<number, readonly number[]>;
  /** Places of the facts that say so: they are followed call by call. */
  readonly facts: ReadonlySet<number>;
  /** Slots of these parameters, each with those of the results. */
  readonly results: ReadonlyMap<Slot, readonly Slot[]>;
}

/**
 * The parameters that functions of a file return as they are: `def ensure(f): … return f`. What such a function returns
 * to one caller is what this caller gave, not what all callers gave.
 */
export function passedOn(flow: FlowCode): PassedOn {
  const { code } = flow;
  const places = new Map<Slot, readonly [given: number, place: number]>();
  const returned = new Map<Slot, number>();
  flow.functions.forEach(({ parameters, result, self = NONE }, index) => {
    parameters.forEach(([, slot], place) => places.set(slot, [index, place]));
    if (self !== NONE) places.set(self, [index, SELF]);
    returned.set(result, index);
  });
  const isOwn = (from: Slot, index: number): boolean => places.get(from)?.[0] === index;
  const returns: number[] = [];
  eachFact(flow, (kind, at) => {
    if (kind === '=' && returned.has(code[at + 1]!)) returns.push(at);
  });
  const aliases = aliasesIn(flow, new Set(returns.map((at) => code[at + 2]!)));
  const found = new Map<number, number[]>();
  const passing = new Set<number>();
  const results = new Map<Slot, Slot[]>();
  for (const at of returns) {
    const to = code[at + 1]!;
    const from = code[at + 2]!;
    const index = returned.get(to)!;
    // A parameter with a name of its own, as in a pattern, is copied once.
    const given = isOwn(from, index) ? [from] : (aliases.get(from) ?? []);
    if (given.length === 0 || !given.every((slot) => isOwn(slot, index))) continue;
    passing.add(at);
    for (const slot of given) {
      found.set(index, [...(found.get(index) ?? []), places.get(slot)![1]]);
      results.set(slot, [...(results.get(slot) ?? []), to]);
    }
  }
  return { parameters: found, facts: passing, results };
}

/** For those of the slots that nothing but copies fill, what is copied into them. */
function aliasesIn(flow: FlowCode, slots: ReadonlySet<Slot>): ReadonlyMap<Slot, readonly Slot[]> {
  const { code } = flow;
  const copies = new Map<Slot, Slot[]>();
  const others = new Set<Slot>();
  eachFact(flow, (kind, at) => {
    const to = code[at + 1]!;
    if (kind === '.=' || kind === '[=' || !slots.has(to)) return;
    if (kind === '=') copies.set(to, [...(copies.get(to) ?? []), code[at + 2]!]);
    else others.add(to);
  });
  return new Map([...copies].filter(([slot]) => !others.has(slot)));
}
