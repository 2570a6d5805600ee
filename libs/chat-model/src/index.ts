export * from './port';
export { openChatModel, type ChatModelOptions } from './adapters';
export { bareInputs } from './bare-inputs';
export { callsAsText } from './tool-text';
