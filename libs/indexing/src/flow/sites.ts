import type { NodeKey } from '@quarry/turn';
import type { CallSite } from './calls';
import { NONE, type FlowFact, type Slot } from './flow-facts';
import type { FlowFile } from './flow-file';
import type { PointsTo } from './points-to';

type CallFact = Extract<FlowFact, readonly ['(', ...unknown[]]>;

/**
 * The facts of a project that wait for values, by number, and its calls, in the order in which they were stated. A call
 * is made with the first value of its callee: most calls are of functions that are not in the project.
 */
export class Sites {
  private readonly facts: (FlowFact | null)[] = [];
  private readonly files: (FlowFile | null)[] = [];
  private readonly calls = new Map<number, CallSite>();

  constructor(private readonly points: PointsTo) {}

  /** @returns the number of the fact */
  wait(file: FlowFile, fact: FlowFact): number {
    this.files.push(file);
    return this.facts.push(fact) - 1;
  }

  /** A fact that waits, and its file. */
  at(place: number): { readonly fact: FlowFact; readonly file: FlowFile } {
    return { fact: this.facts[place]!, file: this.files[place]! };
  }

  /** The call that a fact states. */
  call(place: number, file: FlowFile, fact: CallFact): CallSite {
    const known = this.calls.get(place);
    if (known) return known;
    const at = (slot: Slot) => (slot === NONE ? NONE : slot + file.base);
    const [, to, callee, given, named, caller, line, how] = fact;
    const site = siteOf({
      ...{ to: at(to), made: how === 'decorate' ? this.points.slot() : at(to), callee: at(callee) },
      ...{ values: given.map(at), named: named.map(([name, slot]) => [name, at(slot)] as const) },
      ...{ how, line, caller: file.facts.nodes[caller]!.key },
    });
    this.calls.set(place, site);
    return site;
  }

  /** A call without arguments that the language makes by itself. */
  own(to: Slot, caller: NodeKey, line: number): CallSite {
    const made = { to, made: to, callee: this.points.slot(), caller, line };
    const site = siteOf({ ...made, values: [], named: [], how: 'call' });
    this.files.push(null);
    this.calls.set(this.facts.push(null) - 1, site);
    return site;
  }

  /** All calls that have a value of their callee, and those of decorators. */
  all(): readonly CallSite[] {
    return [...this.calls].toSorted(([a], [b]) => a - b).map(([, site]) => site);
  }
}

function siteOf(site: Omit<CallSite, 'called' | 'done'>): CallSite {
  return { ...site, called: new Set(), done: new Set() };
}
