export * from './port';
export { openChatModel, type ChatModelOptions } from './adapters';
