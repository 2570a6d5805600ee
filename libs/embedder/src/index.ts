export { openEmbedder } from './adapters';
export { CachingEmbedder } from './caching';
export { cosine } from './cosine';
export { fetchModel } from './model-files';
export * from './port';
