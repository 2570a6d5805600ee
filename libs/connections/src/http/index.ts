export * from './bounded-fetch';
export { requestFault } from './request-fault';
