export type { CitedTable } from './cited-table';
export { type Source, SourceService } from './source.service';
