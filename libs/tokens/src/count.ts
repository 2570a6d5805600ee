import { countTokens as count, encode, decode } from 'gpt-tokenizer';

/** Longest run without white space that is counted as it stands; see {@link countTokens}. */
const MAX_RUN = 2_000;

/**
 * Tokens of a text by the o200k encoding, an estimate for other vendors' models.
 * Unbroken runs are cut before counting: BPE is quadratic in the length of a run, and 50,000 equal letters take seconds.
 */
export function countTokens(text: string): number {
  return count(breakRuns(text));
}

/** The longest start of `text` that has at most `limit` tokens. */
export function truncateToTokens(text: string, limit: number): string {
  if (limit <= 0) return '';
  // A token is at least one UTF-16 unit of ours in practice; cutting first keeps huge inputs cheap.
  const tokens = encode(breakRuns(text.slice(0, limit * 24)));
  return tokens.length <= limit && text.length <= limit * 24
    ? text
    : decode(tokens.slice(0, limit)).replace(/\uFFFD+$/, '');
}

function breakRuns(text: string): string {
  if (!/\S{2001}/.test(text)) return text;
  return text.replace(/\S{2000}/g, (run) => (run.length === MAX_RUN ? `${run} ` : run));
}
