export { openEmbedder } from './adapters';
export type { EmbedderOptions } from './adapters';
export { CachingEmbedder } from './caching';
export type { CacheOptions } from './caching';
export { cosine } from './cosine';
export { fetchModel, findModel } from './model-files';
export type { FetchModelOptions, ModelFiles } from './model-files';
export * from './port';
