import type { Feature } from '../feature';
import { GraphController } from './graph.controller';
import { SearchController } from './search.controller';

/** Search, lookup and sections without a turn. */
export const searchFeature: Feature = { controllers: [SearchController, GraphController] };
