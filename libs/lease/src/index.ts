export { takeLease, type HeldLease, type LeaseTerms } from './held-lease';
export { isLeased, type Lease, type Leased, type Read, type Snapshot } from './lease';
export { recordReader, recordSnapshot } from './record-snapshot';
