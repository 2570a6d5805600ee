import { O200k } from './o200k';

/** Longest run with, or without, nothing but white space that is counted as it stands; see {@link countTokens}. */
const MAX_RUN = 500;

let opened: O200k | undefined;

/** Opened when something is first counted: its tables take some 30 ms to read. */
function encoding(): O200k {
  return (opened ??= new O200k());
}

/**
 * Tokens of a text by the o200k encoding, an estimate for other vendors' models.
 * Unbroken runs are cut before counting: BPE is quadratic in the length of a run, and 50,000 equal letters take seconds.
 */
export function countTokens(text: string): number {
  return encoding().count(breakRuns(text));
}

/** A start of `text` that has at most `limit` tokens, about as long as can be, cut between characters. */
export function truncateToTokens(text: string, limit: number): string {
  // Hardly any token is longer; cutting first keeps huge inputs cheap.
  const start = text.slice(0, Math.max(0, limit) * 24);
  const tokens = encoding().encode(breakRuns(start));
  if (tokens.length <= limit) return start;
  // What is cut within a character is encoded otherwise than in the whole, and may need a token more.
  for (let taken = limit; taken > 0; taken--) {
    const cut = start
      .slice(0, lengthOf(encoding().decode(tokens.slice(0, taken))))
      .replace(/[\uD800-\uDBFF]$/, '');
    if (countTokens(cut) <= limit) return cut;
  }
  return '';
}

function breakRuns(text: string): string {
  return text.replace(/\S+|\s+/g, (run) => {
    if (run.length <= MAX_RUN) return run;
    return run.replace(/.{500}/gs, /\s/.test(run) ? '$&.' : '$& ');
  });
}

/** Without half a character at the end, which decodes to U+FFFD. */
function lengthOf(decoded: string): number {
  let end = decoded.length;
  while (decoded[end - 1] === '\uFFFD') end -= 1;
  return end;
}
