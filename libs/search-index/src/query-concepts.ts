import {
  figuresAsked,
  itemsOf,
  lineItem,
  periodsIn,
  statementOfKind,
  statementsAsked,
  wordsBesidesFigures,
  type FigureAsked,
  type LineItem,
} from '@quarry/arithmetic';
import { otherMonths } from '@quarry/turn';
import { queryTerms } from './analysis';

/** Something that a query names. A passage contains it if it contains all terms of one alternative. */
export interface Concept {
  readonly alternatives: readonly (readonly string[])[];
}

/** Labels of a line item by which passages are searched. */
const LABELS = 5;
/** Words of a request for a figure that say nothing about the figure. */
const REQUEST: ReadonlySet<string> = new Set(
  queryTerms(
    `give calculate compute according looking look shown show report reported answer respond response usd dollar dollars
     million millions thousand thousands billion billions based using fiscal year years fy quarter quarters company ended much state stated
     percentage amount value total`,
  ),
);
const QUARTERS = ['first', 'second', 'third', 'fourth'] as const;
const CAPITALIZED = /^\p{Lu}[\p{L}\p{N}&]*$/u;

/**
 * What a query about a figure of a report names: the figure under each of its labels, the statement, the period, and
 * every other word by itself. Null for any other query: it must name a known figure or statement, and a period or
 * statement, or its words count as they are.
 *
 * @example
 * conceptsOf('3M capex FY2022')?.[0]?.alternatives; // [['capex'], ['purchas', 'properti', 'plant', 'equip'], …]
 */
export function conceptsOf(query: string): readonly Concept[] | null {
  const figures = figuresAsked(query);
  const statements = statementsAsked(query);
  const { years, quarters } = periodsIn(query);
  const dated = years.length > 0 || quarters.length > 0;
  if (statements.length === 0 && (figures.length === 0 || !dated)) return null;
  const joined = joinedNames(query);
  const rest = queryTerms(wordsBesidesFigures(query).join(' ')).filter(
    (term) => !REQUEST.has(term) && !isOfPeriod(term, years),
  );
  return [
    ...figures.map((figure) => alternativesOf(namesOf(figure))),
    ...statements.map(({ titles }) => alternativesOf(titles)),
    ...years.map((year) => alternativesOf([year, `FY${year.slice(2)}`, `FY${year}`])),
    ...quarters.map((quarter) =>
      alternativesOf([
        `Q${quarter}`,
        `${QUARTERS[quarter - 1]} quarter`,
        'three months',
        '13 weeks',
        '12 weeks',
      ]),
    ),
    ...rest.map((term) => ({ alternatives: [[term], ...(joined.get(term) ?? []).map((name) => [name])] })),
  ].filter(({ alternatives }) => alternatives.length > 0);
}

/**
 * The text by which an index is searched for a query: for one about a figure of a report, with the labels of the
 * figure, the titles of its statement, the plain year, and names without spaces, as files are named.
 */
export function searchedText(query: string): string {
  const figures = figuresAsked(query);
  const { years } = periodsIn(query);
  const months = otherMonths(query);
  if (conceptsOf(query) === null) return [query, ...months].join('\n');
  const statements = [
    ...statementsAsked(query),
    ...figures.flatMap((figure) => itemsNamed(figure).map(({ statement }) => statementOfKind(statement))),
  ];
  const names = [...joinedNames(query).values()].flat();
  const more = [
    ...years,
    ...new Set([
      ...figures.flatMap(namesOf),
      ...statements.flatMap(({ titles }) => titles.slice(0, 4)),
      ...names,
      ...months,
    ]),
  ];
  return `${query}\n${more.join('\n')}`;
}

function itemsNamed(figure: FigureAsked): readonly LineItem[] {
  if (figure.kind === 'item') return [figure.item];
  return [...new Set(figure.measure.formulas.flatMap(itemsOf))].map(lineItem);
}

/** The name that the query uses, and the labels of the line items. */
function namesOf(figure: FigureAsked): readonly string[] {
  const labels = itemsNamed(figure).flatMap((item) =>
    item.labels.filter((label) => !label.includes('*')).slice(0, LABELS),
  );
  return [figure.phrase, ...labels];
}

function alternativesOf(names: readonly string[]): Concept {
  const alternatives = names.map((name) => queryTerms(name)).filter((terms) => terms.length > 0);
  return { alternatives };
}

function isOfPeriod(term: string, years: readonly string[]): boolean {
  return years.some(
    (year) =>
      term === year || term === `fy${year}` || term === `fy${year.slice(2)}` || term === year.slice(2),
  );
}

/** Adjacent capitalized words as one, by each of their terms: files are named `BESTBUY_2024Q2_10Q.pdf`. */
function joinedNames(query: string): ReadonlyMap<string, readonly string[]> {
  const words = query.replace(/['’]s\b/g, '').split(/[\s,;:?!()]+/);
  const joined = new Map<string, string[]>();
  for (const [at, word] of words.entries()) {
    const next = words[at + 1] ?? '';
    if (!CAPITALIZED.test(word) || !CAPITALIZED.test(next)) continue;
    const name = `${word}${next}`.toLowerCase();
    for (const term of queryTerms(`${word} ${next}`)) joined.set(term, [...(joined.get(term) ?? []), name]);
  }
  return joined;
}
