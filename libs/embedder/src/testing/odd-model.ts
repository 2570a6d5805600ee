// A model for the spec of the pool; its worker loads it instead of the real one. Self-contained, erasable syntax.

/** Dies, throws or waits if the text says so; otherwise returns a vector that contains the text's length. */
export function openModel(files: { readonly model: string }): Promise<{
  readonly dimension: number;
  embed(text: string): Promise<Float32Array>;
}> {
  if (files.model === 'broken') return Promise.reject(new Error('this model is damaged'));
  return Promise.resolve({
    dimension: 1,
    async embed(text: string) {
      if (text === 'die') process.exit(7);
      if (text === 'throw') throw new Error('bad text');
      if (text === 'wait') await new Promise((done) => setTimeout(done, 500));
      return Float32Array.of(text.length);
    },
  });
}
