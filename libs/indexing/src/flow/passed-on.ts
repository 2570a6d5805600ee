import { NONE, type FlowFact, type FlowFacts, type Slot } from './flow-facts';

/** The place of `this` among the parameters of a function that does not name it. */
const SELF = -1;

/** What functions return of what they are given. */
export interface PassedOn {
  /** Function of the file → places of the parameters that it returns as they are. */
  readonly parameters: ReadonlyMap<number, readonly number[]>;
  /** The facts that say so: they are followed call by call. */
  readonly facts: ReadonlySet<FlowFact>;
  /** Slots of these parameters, each with those of the results. */
  readonly results: ReadonlyMap<Slot, readonly Slot[]>;
}

/**
 * The parameters that functions of a file return as they are: `def ensure(f): … return f`. What such a function returns
 * to one caller is what this caller gave, not what all callers gave.
 */
export function passedOn({ functions, facts }: Pick<FlowFacts, 'functions' | 'facts'>): PassedOn {
  const places = new Map<Slot, readonly [given: number, place: number]>();
  const returned = new Map<Slot, number>();
  functions.forEach(({ parameters, result, self = NONE }, index) => {
    parameters.forEach(([, slot], place) => places.set(slot, [index, place]));
    if (self !== NONE) places.set(self, [index, SELF]);
    returned.set(result, index);
  });
  const isOwn = (from: Slot, index: number): boolean => places.get(from)?.[0] === index;
  const aliases = aliasesIn(
    facts,
    new Set(facts.flatMap((fact) => (isReturn(fact, returned) ? [fact[2]] : []))),
  );
  const found = new Map<number, number[]>();
  const passing = new Set<FlowFact>();
  const results = new Map<Slot, Slot[]>();
  for (const fact of facts) {
    if (!isReturn(fact, returned)) continue;
    const [, to, from] = fact;
    const index = returned.get(to)!;
    // A parameter with a name of its own, as in a pattern, is copied once.
    const given = isOwn(from, index) ? [from] : (aliases.get(from) ?? []);
    if (given.length === 0 || !given.every((slot) => isOwn(slot, index))) continue;
    passing.add(fact);
    for (const slot of given) {
      found.set(index, [...(found.get(index) ?? []), places.get(slot)![1]]);
      results.set(slot, [...(results.get(slot) ?? []), to]);
    }
  }
  return { parameters: found, facts: passing, results };
}

type Copy = Extract<FlowFact, readonly ['=', Slot, Slot]>;

function isReturn(fact: FlowFact, returned: ReadonlyMap<Slot, number>): fact is Copy {
  return fact[0] === '=' && returned.has(fact[1]);
}

/** For those of the slots that nothing but copies fill, what is copied into them. */
function aliasesIn(facts: readonly FlowFact[], slots: ReadonlySet<Slot>): ReadonlyMap<Slot, readonly Slot[]> {
  const copies = new Map<Slot, Slot[]>();
  const others = new Set<Slot>();
  for (const fact of facts) {
    if (fact[0] === '.=' || fact[0] === '[=' || !slots.has(fact[1])) continue;
    if (fact[0] === '=') copies.set(fact[1], [...(copies.get(fact[1]) ?? []), fact[2]]);
    else others.add(fact[1]);
  }
  return new Map([...copies].filter(([slot]) => !others.has(slot)));
}
