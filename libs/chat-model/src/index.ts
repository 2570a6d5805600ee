export * from './port';
export { CHAT_PROVIDERS, openChatModel, type ChatModelOptions, type ChatProvider } from './adapters';
export { bareInputs } from './bare-inputs';
export { callsAsText } from './tool-text';
