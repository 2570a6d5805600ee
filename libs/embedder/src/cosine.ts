/** Cosine similarity of two unit vectors, −1 to 1; 0 if one is missing. Embedders return unit vectors. */
export function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) return 0;
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
