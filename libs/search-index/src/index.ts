export * from './port';
export { pagesOf, sourceLinesOf } from './layout';
export {
  checkSearchSnapshot,
  discardSearchSnapshot,
  openSearchIndex,
  type SearchIndexOptions,
} from './adapters';
export { analyze, documentTerms, queryTerms } from './analysis';
export { rrf, type Fused, type FusionOptions } from './fusion';
export { isRelevant, relevanceOf, termShares, type Passage } from './relevance';
