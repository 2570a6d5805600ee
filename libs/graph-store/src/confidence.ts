/**
 * Confidence of a relation that is stated twice: that of the surer statement. Undefined means that the code states it.
 */
export function surer(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : Math.max(one, other);
}

/** A stored confidence as a part of an edge: nothing for null and 1, which mean that the code states the edge. */
export function confidenceOf(stored: number | null): { readonly confidence?: number } {
  return stored === null || stored >= 1 ? {} : { confidence: stored };
}
