/** Longest text that is read. */
const LONGEST = 2_000;

/**
 * The words of a text in the form in which names of measures, line items and statements are compared: lower case,
 * without punctuation and possessives; `&` and `%` stay.
 *
 * @example
 * plainWords("Adobe’s R&D expenses (net)"); // 'adobe r&d expenses net'
 */
export function plainWords(text: string): string {
  return text
    .slice(0, LONGEST)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’`]s\b/g, '')
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{N}&%]+/gu, ' ')
    .trim();
}

/** Whether the words contain a phrase as whole words. */
export function hasPhrase(words: string, phrase: string): boolean {
  return ` ${words} `.includes(` ${phrase} `);
}
