/** For each JSON protocol: a plain reply with what it says, other good replies, and bad ones with what the error must name. */
export interface JsonCases {
  readonly plain: string;
  readonly outcome: string;
  readonly verdict: object;
  /** What the reply is like, the reply, the outcome, and what the verdict holds. */
  readonly good: readonly (readonly [string, string, string, object])[];
  readonly bad: readonly (readonly [string, string, string])[];
}
