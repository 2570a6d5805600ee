import { TABLE } from './table';

const ROWS = TABLE.map(([asked, written]) => ({
  asked: new RegExp(`(?<![\\p{L}\\p{N}])(?:${asked.replaceAll('~', '[ +-]')})(?![\\p{L}\\p{N}])`, 'iu'),
  written: written.split(' '),
}));
/** Characters that are read: a longer text is no question. */
const MOST = 1_000;

/**
 * The words that code may have for what a question asks in those of someone who does not know it, each once; none for
 * most questions that name what they ask about.
 * @example
 * wordsOfCode('What happens when the time is up?'); // ['timeout', 'abort', 'deadline']
 */
export function wordsOfCode(question: string): readonly string[] {
  const text = question.slice(0, MOST);
  return [...new Set(ROWS.flatMap(({ asked, written }) => (asked.test(text) ? written : [])))];
}
