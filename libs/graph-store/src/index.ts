export * from './port';
export { checkGraphSnapshot, discardGraphSnapshot, openGraphStore } from './adapters';
export { nearby, type Nearby } from './proximity/nearby';
export { nodeOf, rankFiles, type FoundPiece, type RankedFile } from './proximity/rank-files';
