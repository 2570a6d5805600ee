export { decimalOf, matchesNumber, sameNumber, type Comparison } from './compare';
export { rounded } from './decimal';
export { calculate, type Calculated, type Input, type Reference, type Resolve } from './expression/calculate';
export type { NumberInText } from './numbers/number-in-text';
export { numbersIn, wholeNumber } from './numbers/numbers-in';
export { bare, isNil, isPrinted } from './tables/printed';
export { unitOf } from './tables/unit-of';
export { isRow, rowsOf, type TableCell, type TableRow } from './tables/table-rows';
export { isShare, scaleOf } from './scale-of';
