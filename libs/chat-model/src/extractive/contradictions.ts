import { escapeMarks, type Evidence } from '@quarry/turn';
import { isProse } from './lines';
import { sentencesOf } from './sentences';
import { wordsOf } from './terms';

/** Shorter sentences, in words, are too unspecific to be the same statement. */
const LEAST_WORDS = 5;
const MOST = 5;
const MAX_TEXT = 8_000;
const MAX_QUOTE = 160;
/** Examples in a document differ in their numbers, and do not contradict each other: `result1.body`, `result2.body`. */
const CODE = /[{};=`]|\w\(|\w\.\w+\)/;

/**
 * Contradictions that can be found without understanding: two passages contain the same sentence with different
 * numbers. Lines of code are no statements. Anything subtler needs a model.
 */
export function contradictionsIn(evidence: readonly Evidence[]): readonly string[] {
  const statements = new Map<
    string,
    { readonly n: number; readonly numbers: string; readonly text: string }
  >();
  const found: string[] = [];
  for (const item of evidence.filter(isProse)) {
    for (const text of sentencesOf(item.text.slice(0, MAX_TEXT))) {
      if (CODE.test(text)) continue;
      const words = wordsOf(text);
      const plain = words.filter((word) => !isNumber(word));
      const numbers = words.filter(isNumber).join(' ');
      if (plain.length < LEAST_WORDS || numbers === '') continue;
      const key = plain.join(' ');
      const other = statements.get(key);
      if (!other) statements.set(key, { n: item.n, numbers, text });
      else if (other.n !== item.n && other.numbers !== numbers)
        found.push(`“${quoted(other.text)}” [${other.n}], but “${quoted(text)}” [${item.n}]`);
    }
  }
  return [...new Set(found)].slice(0, MOST);
}

function isNumber(word: string): boolean {
  return /^\p{N}+$/u.test(word);
}

/** One line, without marks that read as the answer's citations. */
function quoted(text: string): string {
  const flat = text.replace(/\s+/g, ' ').replace(/\[(\d[\d, ]*)\]/g, '($1)');
  return escapeMarks(flat.length > MAX_QUOTE ? `${flat.slice(0, MAX_QUOTE - 1)}…` : flat);
}
