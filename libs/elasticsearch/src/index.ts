export { isMissingIndex, refusalOf } from './refusal';
export { Server, type ServerOptions } from './server';
