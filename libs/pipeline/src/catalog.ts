import type { StoreName } from '@quarry/turn';

/** The store without which an action cannot work. */
export interface ActionStore {
  readonly name: StoreName;
  /** What a turn lacks if it continues without the action's work, e.g. `without the code graph`. */
  readonly lacks: string;
}

/** What the validator knows of an action. Services declare it with `@Action`, and the composition root collects it. */
export interface ActionSpec {
  readonly service: string;
  readonly name: string;
  /** Possible outcomes. `reply`: those of the reply protocol that the step's `reply:` names, and `malformed`. */
  readonly outcomes: readonly string[] | 'reply';
  /** Class with class-validator decorators that the step's parameters must satisfy. */
  readonly params: new () => object;
  /** Absent if the action uses no store. */
  readonly store?: ActionStore;
}

/** All actions of all services. A bare name is accepted if exactly one service owns it. */
export type Catalog = readonly ActionSpec[];
