export { DocumentIndex, type Found, type Version } from './document-index';
export { isBusy, refusalFault } from './faults';
export { isBlocked, isMissingIndex, readRefusal, refusalOf, type Refusal } from './refusal';
export { Server, type ServerOptions } from './server';
export { STORED, type IndexShape } from './prepare-index';
export { scan, type Scan } from './scan';
