export { leaseConformance, type LeaseFixture } from './conformance';
export { leasedRecord } from './leased-record';
