export * from './protocol';
export { findProtocol, PROTOCOLS } from './protocols';
