export { decimalOf, matchesNumber, sameNumber } from './compare';
export { rounded } from './decimal';
export { calculate, type Input, type Reference } from './expression/calculate';
export type { NumberInText } from './numbers/number-in-text';
export { numbersIn, wholeNumber } from './numbers/numbers-in';
export { bare, isNil } from './tables/printed';
export { unitOf } from './tables/unit-of';
export { isRow, rowsOf, type TableCell, type TableRow } from './tables/table-rows';
export { isShare, scaleOf } from './scale-of';
export {
  figuresAsked,
  statementsAsked,
  wordsBesidesFigures,
  type FigureAsked,
} from './measures/figure-asked';
export { labelFits } from './measures/label-fits';
export { LINE_ITEMS, lineItem, type LineItem } from './measures/line-items';
export { itemsOf, MEASURES, type Measure, type MeasureUnit } from './measures/measures';
export { periodsIn, withPlainYears, type Periods } from './measures/periods';
export { hasPhrase, plainWords } from './measures/plain-words';
export { STATEMENTS, statementOfKind, type Statement, type StatementKind } from './measures/statements';
