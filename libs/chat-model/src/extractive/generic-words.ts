/** Words that do not identify a figure. */
const GENERIC: ReadonlySet<string> = new Set(
  `fiscal year years quarter amount value figure company companies corporation inc report reported reporting according filing stated state period
   ended ending end dollar dollars usd much many percent percentage compute calculate respectively
   million millions billion billions thousand thousands`.split(/\s+/),
);

/** True for words of any question about figures, such as `fiscal` or `reported`. */
export function isGeneric(word: string): boolean {
  return GENERIC.has(word);
}
