import type { Feature } from '../feature';
import { RevisionComparisonsController } from './revision-comparisons.controller';
import { StalenessController } from './staleness.controller';

/** One question about two revisions, and answers about revisions that are no longer current. */
export const revisionsFeature: Feature = {
  controllers: [RevisionComparisonsController, StalenessController],
};
