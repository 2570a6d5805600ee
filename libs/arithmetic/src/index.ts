export { aggregated, AGGREGATES, cellNumber, type Aggregate } from './aggregate';
export { decimalOf, matchesNumber, sameNumber } from './compare';
export { rounded } from './decimal';
export { calculate, type Input, type Reference } from './expression/calculate';
export { subtractedNegatives, withMagnitude } from './expression/subtracted';
export type { NumberInText } from './numbers/number-in-text';
export { numbersIn, wholeNumber } from './numbers/numbers-in';
export { bare, isNil } from './tables/printed';
export { unitOf } from './tables/unit-of';
export {
  dataTable,
  type DataCell,
  type DataRow,
  type DataTable,
  type PrintedTable,
} from './tables/data-table';
export type { CellExtents } from './tables/head-spans';
export { cellsIn, rowsNamed } from './tables/pick-cells';
export { isRow } from './tables/row-cells';
export { plainRows, sheetRows, type SheetRow } from './tables/sheet-rows';
export { rowsOf, type TableCell, type TableRow } from './tables/table-rows';
export { isShare, scaleOf } from './scale-of';
export {
  figuresAsked,
  statementsAsked,
  wordsBesidesFigures,
  type FigureAsked,
} from './measures/figure-asked';
export { labelFits } from './measures/label-fits';
export type { LineItem } from './measures/line-item';
export { lineItem } from './measures/line-items';
export { itemsOf, type Measure } from './measures/measure';
export { periodsIn, withPlainYears } from './measures/periods';
export { hasPhrase, plainWords } from './measures/plain-words';
export { statementOfKind, type Statement } from './measures/statements';
