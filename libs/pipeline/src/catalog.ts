/** What the validator must know of an action. Services declare it with `@Action`; the composition root collects it. */
export interface ActionSpec {
  readonly service: string;
  readonly name: string;
  /** Outcomes it can give. `reply` = those of the reply protocol that the step's `reply:` names, and `malformed`. */
  readonly outcomes: readonly string[] | 'reply';
  /** Class with class-validator decorators that the step's parameters must satisfy. */
  readonly params: new () => object;
}

/** All actions of all services; a bare name is accepted where exactly one service owns it. */
export type Catalog = readonly ActionSpec[];
