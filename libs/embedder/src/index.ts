export { openEmbedder } from './adapters';
export { CachingEmbedder } from './caching';
export { cosine } from './cosine';
export { findRuntime, RUNTIME, runtimeDir } from './minilm/runtime';
export { fetchModel } from './model-files';
export * from './port';
