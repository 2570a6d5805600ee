export { GraphQueryService } from './graph-query.service';
export { type FoundNode, LookupService } from './lookup.service';
export { SearchService, type SearchMade } from './search.service';
export type { WantedSnapshot } from './snapshot-finder';
export { SectionService, type SectionRead } from './section.service';
export { type CellsRead, TableService, type TablesListed } from './table.service';
