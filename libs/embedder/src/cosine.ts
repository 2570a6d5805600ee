/** Cosine similarity of two unit vectors, as every embedder gives them, −1 to 1; 0 where one is missing. */
export function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) return 0;
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
