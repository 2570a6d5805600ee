import type { Syntax } from '../syntax';
import type { FlowBuilder } from './flow-builder';
import { NONE, type Call, type Slot } from '../../flow/flow-facts';
import type { FlowScope } from './flow-scope';

/** Reads one node of a syntax tree: records what happens in it, and returns the slot of its value. */
export type ReadFlow = (node: Syntax, flow: FlowReader) => Slot;

/** The function or class around the present point. */
export interface Frame {
  /** Place among the nodes of the file of the definition that calls belong to. */
  readonly owner: number;
  /** True inside a function, also an anonymous one. */
  readonly inFunction: boolean;
  readonly result: Slot;
  /** Slot of the object that a method belongs to, and the class. */
  readonly self: Slot;
  readonly class: number;
}

/** Expressions nested deeper than this have no known value, because reading is recursive. */
const MAX_DEPTH = 150;

/** Reads a file's syntax tree by a table of node types. Of a type that is not in the table, the children are read. */
export class FlowReader {
  /** Names that no scope binds, in a file that imports everything of a module. */
  readonly freeNames = new Map<string, Slot>();
  /** Fixtures of tests under names that the file itself does not bind. */
  readonly fixtures = new Map<string, Slot>();
  private depth = 0;

  constructor(
    readonly builder: FlowBuilder,
    private readonly table: Readonly<Record<string, ReadFlow>>,
    public scope: FlowScope,
    public frame: Frame,
  ) {}

  /** Slot of a node's value; {@link NONE} if it is unknown. */
  value(node: Syntax | undefined): Slot {
    if (!node || this.depth >= MAX_DEPTH) return NONE;
    this.depth++;
    try {
      const read = Object.hasOwn(this.table, node.type) ? this.table[node.type] : undefined;
      if (read) return read(node, this);
      this.each(node.children);
      return NONE;
    } finally {
      this.depth--;
    }
  }

  /** Slot of a name that no scope binds. */
  free(name: string): Slot {
    if (this.builder.wildcards.length === 0) return NONE;
    const slot = this.freeNames.get(name) ?? this.builder.slot();
    this.freeNames.set(name, slot);
    return slot;
  }

  each(nodes: readonly Syntax[]): void {
    for (const node of nodes) this.value(node);
  }

  /** Reads in another scope and frame. */
  within(scope: FlowScope, frame: Frame, read: () => void): void {
    const { scope: outer, frame: around } = this;
    this.scope = scope;
    this.frame = frame;
    read();
    this.scope = outer;
    this.frame = around;
  }

  /** Reads what may not be reached, or more than once: assignments in it replace nothing. */
  maybe(read: () => void): Slot {
    this.scope.depth++;
    read();
    this.scope.depth--;
    return NONE;
  }

  /** The slot that holds what any of the slots holds. */
  either(slots: readonly Slot[]): Slot {
    const known = slots.filter((slot) => slot !== NONE);
    if (known.length < 2) return known[0] ?? NONE;
    const to = this.builder.slot();
    for (const from of known) this.builder.copy(to, from);
    return to;
  }

  /** Records a call at an offset and returns the slot of its result. */
  call(
    callee: Slot,
    values: readonly Slot[],
    at: number,
    how: Call = 'call',
    named: readonly (readonly [string, Slot])[] = [],
  ): Slot {
    if (callee === NONE) return NONE;
    const to = this.builder.slot();
    const line = this.builder.source.lineAt(at);
    this.builder.add(['(', to, callee, values, named, this.caller(at), line, how]);
    return to;
  }

  /** An element of what is iterated over at an offset; `calls` false: the methods of an iterator are not called. */
  element(from: Slot, at: number, calls = true): Slot {
    if (from === NONE) return NONE;
    const to = this.builder.slot();
    const caller = calls ? this.caller(at) : NONE;
    this.builder.add(['i', to, from, caller, this.builder.source.lineAt(at)]);
    return to;
  }

  /** A new container with these elements; null: at a place that is not known. */
  container(
    entries: readonly (readonly [key: string | null, from: Slot])[],
    what: 'object' | 'list' = 'list',
  ): Slot {
    const to = this.builder.slot();
    this.builder.add(['{', to, what]);
    for (const [key, from] of entries) {
      if (from !== NONE) this.builder.add(['[=', to, NONE, key, from]);
    }
    return to;
  }

  /** An element of a container, by a constant key or by the value of a slot. */
  item(container: Slot, key: string | null, keySlot: Slot = NONE): Slot {
    if (container === NONE) return NONE;
    const to = this.builder.slot();
    this.builder.add(['[', to, container, keySlot, key]);
    return to;
  }

  constant(key: string | null): Slot {
    if (key === null) return NONE;
    const to = this.builder.slot();
    this.builder.add(['k', to, key]);
    return to;
  }

  /** The value of `super`: the base class, seen from the object of the method. */
  base(): Slot {
    const { self, class: type } = this.frame;
    if (type === NONE || self === NONE) return NONE;
    const to = this.builder.slot();
    this.builder.add(['s', to, type, self]);
    return to;
  }

  /** An instance of a type as written. */
  typed(to: Slot, type: string | undefined): void {
    if (to !== NONE && type) this.builder.add(['t', to, type, this.frame.owner]);
  }

  /** The definition that a call at an offset belongs to: the function around it, or the field whose value it is in. */
  private caller(at: number): number {
    const { owner, inFunction } = this.frame;
    const field = inFunction ? NONE : this.builder.source.fieldAt(at);
    return field === NONE ? owner : field;
  }
}
