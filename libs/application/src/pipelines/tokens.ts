/** Injection token of the pipelines that this gateway publishes and accepts questions for. */
export const PIPELINES = Symbol('pipelines');

/** Injection token of the names of all services that have a queue, whether or not this process runs them. */
export const SERVICE_NAMES = Symbol('service-names');
