export { openEmbedder } from './adapters';
export { CachingEmbedder } from './caching';
export { cosine } from './cosine';
export { fetchModel } from './onnx/model-files';
export { BGE_SMALL, MINILM, MODELS, type Model } from './onnx/models';
export { openOnnx } from './onnx/onnx-embedder';
export { findRuntime, RUNTIME, runtimeDir } from './onnx/runtime';
export * from './port';
