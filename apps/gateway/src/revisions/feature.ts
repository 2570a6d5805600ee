import type { Feature } from '../feature';
import { RevisionComparisonsController } from './revision-comparisons.controller';

/** One question about two revisions. */
export const revisionsFeature: Feature = { controllers: [RevisionComparisonsController] };
