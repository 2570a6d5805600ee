export * from './port';
export { CHAT_PROVIDERS, openChatModel, type ChatModelOptions, type ChatProvider } from './adapters';
export { bareInputs } from './bare-inputs';
export { listModels, type ModelServer } from './http/list-models';
export { callsAsText } from './tool-text';
