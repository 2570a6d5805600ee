import { SnapshotResolver } from '@quarry/platform';

export { indexOf, topics } from '@quarry/retrieval/testing';

export const SNAPSHOTS = new SnapshotResolver('unused', 'shop');
