export const CONFIDENCE_LEVELS = ['high', 'medium', 'low'] as const;
export type ConfidenceLevel = (typeof CONFIDENCE_LEVELS)[number];

/** How far the answer can be relied on, and one sentence that says why. */
export interface Confidence {
  readonly level: ConfidenceLevel;
  readonly disclaimer: string;
}
