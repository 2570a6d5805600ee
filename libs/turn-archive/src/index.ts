export { openTurnArchive } from './adapters';
export type * from './archived-turn';
export { headOf, pipelineName, repositoriesOf } from './head';
export type * from './port';
export { phrasesOf, searchableWords } from './words';
export type { TurnTotals } from './totals';
