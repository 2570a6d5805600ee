import type { LineItem } from './line-item';
import { LINE_ITEMS } from './line-items';
import type { Measure } from './measure';
import { MEASURES } from './measures';
import { plainWords } from './plain-words';
import { STATEMENTS, type Statement } from './statements';

/** A known figure that a text asks for; `phrase` is the name by which the text calls it. */
export type FigureAsked =
  | { readonly kind: 'measure'; readonly phrase: string; readonly measure: Measure }
  | { readonly kind: 'item'; readonly phrase: string; readonly item: LineItem };

const FIGURES = new Map<string, FigureAsked>([
  ...LINE_ITEMS.flatMap((item) =>
    item.asked.map((phrase): [string, FigureAsked] => [phrase, { kind: 'item', phrase, item }]),
  ),
  ...MEASURES.flatMap((measure) =>
    measure.asked.map((phrase): [string, FigureAsked] => [phrase, { kind: 'measure', phrase, measure }]),
  ),
]);
const NAMED_STATEMENTS = new Map(
  STATEMENTS.flatMap((statement) =>
    statement.asked.map((phrase): [string, Statement] => [phrase, statement]),
  ),
);
/** Words in the longest name. */
const LONGEST = 9;

/**
 * The measures and line items that a text names, in order. Of overlapping names the longest counts: `gross profit
 * margin` is not `gross profit`. Names of statements are read first: `income statement` does not ask for income.
 *
 * @example
 * figuresAsked("What was 3M's FY2022 capex?");
 * // [{ kind: 'item', phrase: 'capex', item: { id: 'capital_expenditures', … } }]
 */
export function figuresAsked(text: string): readonly FigureAsked[] {
  return phrasesIn(text).flatMap(({ phrase }) => FIGURES.get(phrase) ?? []);
}

/** The statements that a text names. */
export function statementsAsked(text: string): readonly Statement[] {
  return [...new Set(phrasesIn(text).flatMap(({ phrase }) => NAMED_STATEMENTS.get(phrase) ?? []))];
}

/** The words of a text that name no figure and no statement. */
export function wordsBesidesFigures(text: string): readonly string[] {
  const words = plainWords(text).split(' ');
  const taken = new Set(
    phrasesIn(text).flatMap(({ from, to }) => words.slice(from, to).map((_word, at) => from + at)),
  );
  return words.filter((_word, at) => !taken.has(at));
}

interface Phrase {
  readonly phrase: string;
  /** Words from 0, the end excluded. */
  readonly from: number;
  readonly to: number;
}

function phrasesIn(text: string): readonly Phrase[] {
  const words = plainWords(text).split(' ');
  const found: Phrase[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let length = Math.min(LONGEST, words.length - from); length > 0; length--) {
      const phrase = words.slice(from, from + length).join(' ');
      if (!FIGURES.has(phrase) && !NAMED_STATEMENTS.has(phrase)) continue;
      found.push({ phrase, from, to: from + length });
      from += length - 1;
      break;
    }
  }
  return found;
}
