import { escapeMarks, type Evidence } from '@quarry/turn';
import { gridsOf } from './grid';
import { pickValue } from './pick-value';

/** Longest row that is shown, in characters. */
const LONGEST = 90;

/**
 * A reason why a question has no answer, with the rows of the spreadsheets and CSV files read that come nearest to it,
 * each cited: the reader sees at once whether one of them answers.
 */
export function withNearest(reason: string, question: string, read: readonly Evidence[]): string {
  const { nearest, why } = pickValue(question, gridsOf(read));
  if (nearest.length === 0) return reason;
  const rows = nearest.map(({ cells, evidence }) => {
    const texts = cells.map(({ head, text }) => (head === '' ? text : `${head} ${text}`)).join('; ');
    const shown = texts.length > LONGEST ? `${texts.slice(0, LONGEST - 1)}…` : texts;
    return `- ${escapeMarks(shown)} [${evidence.n}]`;
  });
  return [why === '' ? reason : `${reason} (${why})`, '', 'Nearest rows:', ...rows].join('\n');
}
