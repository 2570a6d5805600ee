/**
 * For each JSON protocol: a plain reply with its content, other valid replies, and invalid ones with what the error
 * must contain.
 */
export interface JsonCases {
  readonly plain: string;
  readonly outcome: string;
  readonly verdict: object;
  /** Name of the case, the reply, the outcome, and the content of the verdict. */
  readonly good: readonly (readonly [string, string, string, object])[];
  readonly bad: readonly (readonly [string, string, string])[];
}
