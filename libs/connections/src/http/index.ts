export * from './bounded-fetch';
export { OPENAI_CLIENT } from './openai-client';
export { requestFault } from './request-fault';
