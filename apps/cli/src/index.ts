export { median, quantile } from './bench/median';
export { grow, type GrownDocument } from './bench/stores/grown';
export { table } from './bench/stores/tables';
