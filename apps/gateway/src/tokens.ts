/** Injection token of the pipelines that this gateway publishes and accepts questions for. */
export const PIPELINES = Symbol('pipelines');
