import type { StoreName } from '@quarry/turn';

/** The store without which an action cannot work. */
export interface ActionStore {
  readonly name: StoreName;
  /** What a turn lacks that goes on without the action's work, as in `without the code graph`. */
  readonly lacks: string;
}

/** What the validator must know of an action. Services declare it with `@Action`; the composition root collects it. */
export interface ActionSpec {
  readonly service: string;
  readonly name: string;
  /** Outcomes it can give. `reply` = those of the reply protocol that the step's `reply:` names, and `malformed`. */
  readonly outcomes: readonly string[] | 'reply';
  /** Class with class-validator decorators that the step's parameters must satisfy. */
  readonly params: new () => object;
  /** Absent where the action works on none. */
  readonly store?: ActionStore;
}

/** All actions of all services; a bare name is accepted where exactly one service owns it. */
export type Catalog = readonly ActionSpec[];
