import type { Slot } from '../../flow/flow-facts';
import type { FlowBuilder } from './flow-builder';

/** A variable: all its values, and those that it has at the present point of its own scope. */
interface Variable {
  readonly all: Slot;
  now: Slot;
}

/**
 * The variables of a function, class or file. An assignment that is always reached replaces what a variable holds for
 * the code after it in the same scope; code in other scopes sees all values.
 */
export class FlowScope {
  private readonly variables = new Map<string, Variable>();
  /** Depth of branches and loops around the present point. */
  depth = 0;
  /** Elements with constant keys that an assignment replaced: `d["a"]` → slot. */
  readonly elements = new Map<string, Slot>();

  constructor(
    private readonly builder: FlowBuilder,
    readonly parent: FlowScope | null,
    /** Names that the scope binds. */
    names: Iterable<string>,
    /** False for the body of a class, whose names its methods do not see. */
    readonly visible = true,
  ) {
    for (const name of names) this.declare(name);
  }

  declare(name: string): void {
    if (this.variables.has(name)) return;
    const all = this.builder.slot();
    this.variables.set(name, { all, now: all });
  }

  has(name: string): boolean {
    return this.variables.has(name);
  }

  /** Slot of a name, seen from here. */
  find(name: string): Slot | undefined {
    const own = this.variables.get(name);
    if (own) return own.now;
    for (let scope = this.parent; scope; scope = scope.parent) {
      const outer = scope.visible ? scope.variables.get(name) : undefined;
      if (outer) return outer.all;
    }
    return undefined;
  }

  /** Slot of all values of a name that this scope binds. */
  all(name: string): Slot | undefined {
    return this.variables.get(name)?.all;
  }

  /** Assigns to a name; one that this scope does not bind belongs to a scope outside. */
  assign(name: string, from: Slot): void {
    this.forget(name);
    const variable = this.variables.get(name);
    if (!variable) {
      const outer = this.find(name);
      if (outer !== undefined) this.builder.copy(outer, from);
      return;
    }
    if (this.depth === 0) {
      variable.now = this.builder.slot();
      this.builder.copy(variable.all, variable.now);
    }
    this.builder.copy(variable.now, from);
  }

  /** Forgets elements of a variable that may have changed. */
  forget(name: string): void {
    for (const key of this.elements.keys()) if (key.startsWith(`${name}[`)) this.elements.delete(key);
  }

  names(): Iterable<readonly [string, Slot]> {
    return [...this.variables].map(([name, { all }]) => [name, all] as const);
  }
}
