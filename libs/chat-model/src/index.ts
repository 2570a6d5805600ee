export * from './port';
export { openChatModel, type ChatModelOptions } from './adapters';
export { callsAsText } from './tool-text';
