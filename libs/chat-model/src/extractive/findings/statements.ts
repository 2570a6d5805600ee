import {
  figuresAsked,
  hasPhrase,
  itemsOf,
  lineItem,
  plainWords,
  statementOfKind,
  statementsAsked,
  type Statement,
} from '@quarry/arithmetic';

/**
 * The statements in which reports state a kind of figure: words of the item, and words of the statement's title. The
 * first match counts.
 */
const STATEMENTS: readonly (readonly [item: RegExp, titles: RegExp, name: string])[] = [
  [
    /\b(?:capital (?:expenditures?|spending)|capex|cash flows?|cash (?:provided|used|generated)|(?:operating|investing|financing) activities|dividends?|repurchases?|purchases? of|proceeds|repayments?|depreciation|amortization|stock-based compensation)\b/i,
    /\bcash flows?\b/i,
    'statement of cash flows',
  ],
  [
    /\b(?:assets|liabilities|cash and cash equivalents|inventor(?:y|ies)|receivables?|payables?|goodwill|(?:long|short)-term (?:debt|borrowings|investments)|(?:shareholders|stockholders)['’]? equity|retained earnings|deferred revenue|property, plant)\b/i,
    /\b(?:balance sheets?|financial position)\b/i,
    'balance sheet',
  ],
  [
    /\b(?:segments?|divisions?|regions?|geograph(?:y|ic)|product categor(?:y|ies)|(?:north|latin|south) america|europe|asia|emea|apac)\b/i,
    /\b(?:segments?|geograph(?:y|ic)|disaggregat(?:ed|ion)|revenue|supplemental)\b/i,
    'segments',
  ],
  [
    /\b(?:revenues?|net sales|cost of (?:sales|revenue|goods)|gross profit|operating (?:income|profit|expenses?)|net (?:income|earnings|loss)|(?:earnings|income) per share|eps|income tax(?:es)?|interest expense|research,? (?:and )?development|sales and marketing)\b/i,
    /\b(?:statements? of (?:consolidated )?(?:income|earnings|operations)|income statements?)\b/i,
    'statement of income',
  ],
];

/** True if a section's title is that of the statement with such a figure, or of the one that the item names. */
export function statesKind(item: string, title: string): boolean {
  const known = statementsFor(item);
  if (known.length > 0) {
    const words = plainWords(title);
    return (
      !hasPhrase(words, 'comprehensive') &&
      known.some(({ titles }) => titles.some((name) => hasPhrase(words, name)))
    );
  }
  const titles = STATEMENTS.find(([figure]) => figure.test(item))?.[1];
  return titles?.test(title) === true && !/\bcomprehensive\b/i.test(title);
}

/** The statement with such a figure; undefined for other figures. */
export function statementOf(item: string): string | undefined {
  return STATEMENTS.find(([figure]) => figure.test(item))?.[2];
}

/** The statements of the figures of reports that an item asks for, and those that it names. */
function statementsFor(item: string): readonly Statement[] {
  const figures = figuresAsked(item).flatMap((figure) =>
    figure.kind === 'item' ? [figure.item] : figure.measure.formulas.flatMap(itemsOf).map(lineItem),
  );
  return [...statementsAsked(item), ...figures.map(({ statement }) => statementOfKind(statement))];
}

const OUTFLOW =
  /(?:^|[^\p{L}])(?:paid|payments?|purchases?|repurchases?|repayments?|expenditures?|spending|additions|used)(?!\p{L})/iu;

/** True for payments. Statements of cash flows show them in parentheses; questions ask for the amount. */
export function isOutflow(label: string): boolean {
  return OUTFLOW.test(label);
}
