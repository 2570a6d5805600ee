import type { Feature } from '../feature';
import { GraphController } from './graph.controller';
import { SearchController } from './search.controller';
import { TableController } from './table.controller';

/** Search, lookup, sections and tables without a turn. */
export const searchFeature: Feature = { controllers: [SearchController, GraphController, TableController] };
