/** Where reports state a kind of figure: what is asked for, and words of the titles under which it stands. The first that fits counts. */
const STATEMENTS: readonly (readonly [asked: RegExp, titles: RegExp, name: string])[] = [
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

/** True where a section's title is that of the statement in which such a figure stands. */
export function statesKind(asked: string, title: string): boolean {
  const titles = STATEMENTS.find(([figure]) => figure.test(asked))?.[1];
  return titles?.test(title) === true && !/\bcomprehensive\b/i.test(title);
}

/** The statement in which such a figure stands; undefined for others. */
export function statementOf(asked: string): string | undefined {
  return STATEMENTS.find(([figure]) => figure.test(asked))?.[2];
}

const OUTFLOW =
  /(?:^|[^\p{L}])(?:paid|payments?|purchases?|repurchases?|repayments?|expenditures?|spending|additions|used)(?!\p{L})/iu;

/** True for money that goes out. It stands in parentheses in statements of cash flows; what is asked for is how much it was. */
export function isOutflow(label: string): boolean {
  return OUTFLOW.test(label);
}
