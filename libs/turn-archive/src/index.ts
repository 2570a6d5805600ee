export { openTurnArchive } from './adapters';
export type * from './archived-turn';
export {
  citationsOf,
  fileOf,
  type KeptCitation,
  type KeptCitations,
  type Seen,
  type TurnName,
} from './citation';
export { headOf, pipelineName, repositoriesOf } from './head';
export type * from './port';
export { phrasesOf, searchableWords } from './words';
export type { TurnTotals } from './totals';
