export { decimalOf, matchesNumber, sameNumber } from './compare';
export { rounded } from './decimal';
export { calculate, type Input, type Reference } from './expression/calculate';
export type { NumberInText } from './numbers/number-in-text';
export { numbersIn, wholeNumber } from './numbers/numbers-in';
export { bare, isNil } from './tables/printed';
export { unitOf } from './tables/unit-of';
export { isRow, rowsOf, type TableCell, type TableRow } from './tables/table-rows';
export { isShare, scaleOf } from './scale-of';
