import { countTokens as count, decode, encode } from 'gpt-tokenizer';

/** Longest run without white space that is counted as it stands; see {@link countTokens}. */
const MAX_RUN = 2_000;

/** `<|endoftext|>` and the like are text here: they come from files and questions, never from us. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/**
 * Tokens of a text by the o200k encoding, an estimate for other vendors' models.
 * Unbroken runs are cut before counting: BPE is quadratic in the length of a run, and 50,000 equal letters take seconds.
 */
export function countTokens(text: string): number {
  return count(breakRuns(text), AS_TEXT);
}

/** A start of `text` that has at most `limit` tokens, about as long as can be, cut between characters. */
export function truncateToTokens(text: string, limit: number): string {
  // Hardly any token is longer; cutting first keeps huge inputs cheap.
  const start = text.slice(0, Math.max(0, limit) * 24);
  const tokens = encode(breakRuns(start), AS_TEXT);
  if (tokens.length <= limit) return start;
  // What is cut within a character is encoded otherwise than in the whole, and may need a token more.
  for (let taken = limit; taken > 0; taken--) {
    const { length } = decode(tokens.slice(0, taken)).replace(/\uFFFD+$/, '');
    const cut = start.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
    if (countTokens(cut) <= limit) return cut;
  }
  return '';
}

function breakRuns(text: string): string {
  if (!/\S{2001}/.test(text)) return text;
  return text.replace(/\S{2000}/g, (run) => (run.length === MAX_RUN ? `${run} ` : run));
}
