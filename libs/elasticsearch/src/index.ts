export { isBusy, refusalFault } from './faults';
export { isBlocked, isMissingIndex, readRefusal, refusalOf, type Refusal } from './refusal';
export { Server, type ServerOptions } from './server';
