import type { Feature } from '../feature';
import { LookupDesk } from './lookup-desk';
import { SearchDesk } from './search-desk';
import { SearchController } from './search.controller';
import { SectionDesk } from './section-desk';
import { SnapshotDesk } from './snapshot-desk';

/** Search, lookup and sections without a turn. */
export const searchFeature: Feature = {
  providers: [SnapshotDesk, SearchDesk, LookupDesk, SectionDesk],
  controllers: [SearchController],
};
