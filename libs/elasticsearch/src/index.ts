export { DocumentIndex, type Found } from './document-index';
export { isBusy, refusalFault } from './faults';
export { isBlocked, isMissingIndex, readRefusal, refusalOf, type Refusal } from './refusal';
export { Server, type ServerOptions } from './server';
export { STORED, type IndexShape } from './prepare-index';
export { scan } from './scan';
