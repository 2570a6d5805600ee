/** Where reports state a kind of figure: what is asked for, and words of the titles under which it stands. */
const STATEMENTS: readonly (readonly [asked: RegExp, titles: RegExp])[] = [
  [
    /\b(?:revenues?|net sales|cost of (?:sales|revenue|goods)|gross profit|operating (?:income|profit|expenses?)|net (?:income|earnings|loss)|earnings per share|eps|income tax|provision for income taxes|interest expense|selling, general|research and development)\b/i,
    /\b(?:statements? of (?:consolidated )?(?:income|earnings|operations)|income statements?|results of operations|financial (?:highlights|summary|information))\b/i,
  ],
  [
    /\b(?:total assets|current assets|current liabilities|total liabilities|cash and cash equivalents|inventor(?:y|ies)|receivables?|payables?|goodwill|long-term debt|short-term debt|(?:shareholders|stockholders)['’]? equity|retained earnings|deferred revenue|property, plant)\b/i,
    /\b(?:balance sheets?|financial position|financial condition)\b/i,
  ],
  [
    /\b(?:capital expenditures?|capex|cash flows?|operating activities|investing activities|financing activities|dividends paid|repurchases?|purchases of (?:property|treasury)|depreciation|amortization|stock-based compensation)\b/i,
    /\b(?:cash flows?|liquidity)\b/i,
  ],
];

/** True where a section's title is that of the statement in which such a figure stands. */
export function statesKind(asked: string, title: string): boolean {
  return STATEMENTS.some(([figure, titles]) => figure.test(asked) && titles.test(title));
}
