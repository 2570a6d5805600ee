import type { Definition } from '../definition';
import type { Syntax } from '../syntax';
import {
  NONE,
  type FlowClass,
  type FlowFact,
  type FlowFacts,
  type FlowFunction,
  type Slot,
} from '../../flow/flow-facts';

/** Facts kept per file; a file with more of them has none, because a part would be misleading. */
const MAX_FACTS = 200_000;

/** What a reader of flow knows of the file in addition to its syntax. */
export interface FlowSource {
  /** The definition that a node of the syntax tree declares. */
  readonly definitionAt: (node: Syntax) => Definition | undefined;
  /** Place of a definition among the nodes of the file. */
  readonly indexOf: (definition: Definition) => number;
  /** The field whose initial value is at an offset, as a place among the nodes of the file. */
  readonly fieldAt: (offset: number) => number;
  readonly lineAt: (offset: number) => number;
}

/** Collects the flow of one file. */
export class FlowBuilder {
  readonly facts: FlowFact[] = [];
  readonly functions: FlowFunction[] = [];
  readonly classes: FlowClass[] = [];
  readonly exports: (readonly [string, Slot])[] = [];
  readonly wildcards: string[] = [];
  private slots = 0;
  /** Attributes that were read, so that the same expression is one slot. */
  private readonly read = new Map<string, Slot>();

  constructor(readonly source: FlowSource) {}

  slot(): Slot {
    return this.slots++;
  }

  add(fact: FlowFact): void {
    if (this.facts.length <= MAX_FACTS) this.facts.push(fact);
  }

  copy(to: Slot, from: Slot): void {
    if (to !== NONE && from !== NONE && to !== from) this.add(['=', to, from]);
  }

  /** Slot of an attribute of an object. */
  attribute(object: Slot, name: string): Slot {
    if (object === NONE || name === '') return NONE;
    const key = `${object}.${name}`;
    const known = this.read.get(key);
    if (known !== undefined) return known;
    const to = this.slot();
    this.read.set(key, to);
    this.add(['.', to, object, name]);
    return to;
  }

  /** The facts, or nothing if there are too many, or none that lead to a call. */
  build(): FlowFacts | undefined {
    const { slots, facts, functions, classes, exports, wildcards } = this;
    if (facts.length > MAX_FACTS || facts.length + exports.length + wildcards.length === 0) return undefined;
    return { slots, facts, functions, classes, exports, wildcards };
  }
}
