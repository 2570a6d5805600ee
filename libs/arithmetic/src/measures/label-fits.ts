import type { LineItem } from './line-item';
import { hasPhrase, plainWords } from './plain-words';

/** Fit of the usual labels, of labels that begin like them, and of labels that contain them. */
const FITS = { same: 1, begins: 0.9 } as const;
/** Each later label of the list fits slightly less, so that a total is preferred to a part. */
const LATER = 0.002;

/**
 * How well the label of a row names a line item, 0..1; 0 if it does not, or names another figure. Parentheses do not
 * count: `Net cash provided by (used in) operating activities`.
 *
 * @example
 * labelFits(lineItem('capital_expenditures'), 'Purchases of property and equipment'); // 0.998
 * labelFits(lineItem('net_income'), 'Net income attributable to noncontrolling interests'); // 0
 */
export function labelFits({ labels, asked, never = [] }: LineItem, label: string): number {
  const forms = new Set([plainWords(label.replace(/\([^()]{0,80}\)/g, ' ')), plainWords(label)]);
  // A small company prints the figure under the name by which it is asked for.
  const usuals = [...labels, ...asked];
  const fits = [...forms].flatMap((words) => {
    if (words === '' || never.some((word) => hasPhrase(words, word))) return [];
    return usuals.map((usual, at) => fitOf(words, usual) * (1 - LATER * at));
  });
  return Math.max(0, ...fits);
}

function fitOf(words: string, usual: string): number {
  const star = usual.indexOf('*');
  if (star < 0) return singular(words) === singular(usual) ? FITS.same : 0;
  const [before, after] = [usual.slice(0, star), usual.slice(star + 1)];
  const isLonger = words.length > usual.length - 1;
  return isLonger && words.startsWith(before) && words.endsWith(after) ? FITS.begins : 0;
}

/** `Capital expenditure` is what others call `Capital expenditures`. */
function singular(words: string): string {
  return words.replace(/s(?= |$)/g, '');
}
