export { takeLease, type HeldLease } from './held-lease';
export { isLeased, type Lease, type Leased, type Read, type Snapshot } from './lease';
export { recordReader, recordSnapshot } from './record-snapshot';
