import type { NodeKey } from '@quarry/turn';
import { Readings, type Dependencies } from './dependencies';

/** Longest chain of results that depend on each other. */
const MAX_DEPTH = 24;
/** Results in cycles that one result may depend on; with more, it is computed again for each question. */
const MAX_CYCLE = 64;

/** A result, and where it holds. */
interface Result<Value> {
  readonly value: Value;
  readonly readings: Readings;
  /** How much deeper than its start it went. */
  readonly height: number;
  /** Results in cycles below it: while one of them is in progress, this one would be another. */
  readonly cycle: ReadonlySet<Slot<unknown>>;
  /** Place of the outermost computation in progress that it depends on; `Infinity`: none, -1: the limit of depth. */
  within: number;
}

/** The place of one result. */
class Slot<Value> {
  /** Place in the stack while it is computed; -1 otherwise. */
  running = -1;
  /** The same wherever it is asked for, unless a result of its cycles is in progress. */
  known: Result<Value> | undefined;
  /** Until the outermost question is answered. */
  passing: Result<Value> | undefined;
  readings = new Readings();
}

/** A result in progress. */
interface Computation {
  readonly slot: Slot<unknown>;
  readonly start: number;
  readonly cycle: Set<Slot<unknown>>;
  readonly passing: Slot<unknown>[];
  within: number;
  deepest: number;
}

export type Results<Value> = Map<NodeKey, Slot<Value>>;

/**
 * Remembers results that depend on each other, perhaps in a cycle. A result that depends on where its cycle was entered
 * or on the limit of depth is forgotten when the outermost question is answered. So an answer never depends on what was
 * asked before, and a file can be linked alone as it is among all.
 */
export class Memo {
  private readonly stack: Computation[] = [];
  private depth = 0;

  constructor(private readonly dependencies: Dependencies) {}

  /** Runs one step of a chain; undefined if the chain is too long. */
  deeper<Value>(work: () => Value): Value | undefined {
    const top = this.stack.at(-1);
    if (this.depth >= MAX_DEPTH) {
      if (top) top.within = -1;
      return undefined;
    }
    this.depth++;
    if (top) top.deepest = Math.max(top.deepest, this.depth);
    try {
      return work();
    } finally {
      this.depth--;
    }
  }

  /**
   * The result of a key.
   * @param cyclic the result where it depends on itself
   */
  get<Value>(results: Results<Value>, key: NodeKey, cyclic: Value, work: () => Value): Value {
    let slot = results.get(key);
    if (!slot) results.set(key, (slot = new Slot()));
    const top = this.stack.at(-1);
    if (slot.running >= 0) {
      this.dependencies.current.used.add(slot.readings);
      if (top) top.within = Math.min(top.within, slot.running);
      return cyclic;
    }
    const known = this.holds(slot.known) ? slot.known : slot.passing;
    return this.use(known ?? this.compute(slot, work));
  }

  private holds(result: Result<unknown> | undefined): boolean {
    if (!result || this.depth + result.height > MAX_DEPTH) return false;
    for (const { running } of result.cycle) if (running >= 0) return false;
    return true;
  }

  private compute<Value>(slot: Slot<Value>, work: () => Value): Result<Value> {
    const index = this.stack.length;
    const started = { within: Infinity, deepest: this.depth, start: this.depth };
    const computation: Computation = { slot, ...started, cycle: new Set(), passing: [] };
    slot.running = index;
    slot.readings = new Readings();
    const { readings } = slot;
    this.stack.push(computation);
    let value: Value | undefined;
    try {
      const inside = this.dependencies.during(() => (value = work()), readings);
      return this.finish(slot, computation, value as Value, inside);
    } finally {
      this.stack.length = index;
      slot.running = -1;
    }
  }

  private finish<Value>(
    slot: Slot<Value>,
    { within, deepest, start, cycle, passing }: Computation,
    value: Value,
    readings: Readings,
  ): Result<Value> {
    const index = slot.running;
    if (within !== Infinity) cycle.add(slot);
    const isWhole = within >= index && cycle.size <= MAX_CYCLE;
    const result = {
      value,
      readings,
      height: deepest - start,
      cycle,
      within: isWhole ? Infinity : Math.min(within, index - 1),
    };
    if (isWhole || index === 0) for (const each of passing) each.passing = undefined;
    if (isWhole) slot.known = result;
    else if (index > 0) {
      slot.passing = result;
      for (const each of passing)
        if (each.passing) each.passing.within = Math.min(each.passing.within, result.within);
      this.stack[index - 1]!.passing.push(slot, ...passing);
    }
    return result;
  }

  private use<Value>({ value, readings, within, height, cycle }: Result<Value>): Value {
    this.dependencies.current.used.add(readings);
    const top = this.stack.at(-1);
    if (top) {
      top.within = Math.min(top.within, within);
      top.deepest = Math.max(top.deepest, this.depth + height);
      for (const slot of cycle) top.cycle.add(slot);
    }
    return value;
  }
}
