export { historyQuestionOf, type HistoryQuestion } from './history/history-question';
export {
  commitIndexOf,
  searchCommits,
  type FoundCommit,
  type FoundCommits,
} from './history/search-commits';
export type { RankedHit } from './modes/mode';
export { strategyOf } from './modes/strategies';
export type { FoundNames } from './names/find-names';
export { Retrieval, wantedMode, type Asked, type Stores } from './retrieval';
export { chunksOf, placeOfStored, type SectionSource } from './section/find-place';
export { findSection, type SectionFound } from './section/find-section';
export { namedSections, theOne, type Titled } from './section/named-sections';
export { clearlyNear } from './section/near-sections';
export { pageOf } from './section/page';
export { pageId, readPageReference } from './section/page-reference';
export { layoutByLine, sectionAt } from './section/places';
export { pageEvidence, pageNote } from './section/section-evidence';
export { SectionTrees, storedPath } from './section/section-trees';
export { tellingWords, titleWords } from './section/title-words';
export { wholeText } from './section/whole-text';
export { findTables, tablesOf, type TablesFound, type TablesOfDocument } from './tables/find-tables';
export { pickCells, type CellsPicked, type CellsWanted, type PickedRow } from './tables/pick-cells';
export { placedRow, type CellPlace, type PlacedCell, type PlacedRow } from './tables/cell-place';
export { rowEvidence } from './tables/row-evidence';
export { storedTables, type StoredTable } from './tables/stored-table';
