export * from './port';
export { columnName, pagesOf, rangeOf, sourceLinesOf } from './layout';
export {
  checkSearchSnapshot,
  discardSearchSnapshot,
  openSearchIndex,
  packSearchSnapshot,
  startSearchSnapshot,
  type SearchIndexOptions,
} from './adapters';
export {
  commitFile,
  commitPath,
  MOST_COMMITS,
  readCommit,
  shownCommit,
  subjectOf,
  type CommitFile,
  type StoredCommit,
} from './commits/stored-commit';
export { analyze, documentTerms, queryTerms } from './analysis';
export { asksWhatCodeDoes, ORDERED, orderCode } from './code-order/order-code';
export { codeFeatures, isPage, type CodeFeatures } from './code-order/code-features';
export { stem } from './stem';
export { DEFAULT_FUSION, fuse, type Candidates, type Fused, type Fusion } from './fusion';
export { readingSets } from './sets/search-sets';
export { likelySnapshots, MOST_SEARCHED } from './likely-snapshots';
export { filterFor } from './sets/filter-for';
export { searchHybrid, type HybridHit } from './hybrid';
export { searchedText } from './query-concepts';
export { isRelevant, relevanceOf, termShares, type Passage } from './relevance';
export { measureCoverage } from './index-coverage';
export { wordMatches, type WordMatch } from './word-matches';
