import { stem } from '@quarry/search-index';
import type { ChangeKind } from './history-question';

/** Beginnings of the words by which messages say that something was added, removed or renamed. */
const BY_KIND: Readonly<Record<Exclude<ChangeKind, 'changed'>, readonly string[]>> = {
  added: ['add', 'introduc', 'creat', 'implement', 'support', 'new', 'initial', 'allow', 'provid'],
  removed: ['remov', 'delet', 'drop', 'kill', 'strip', 'get rid', 'no longer', 'goodbye'],
  renamed: ['renam', 'mov'],
};

/** Words by which messages say the same as a verb of a question. */
const ALIKE: readonly (readonly string[])[] = [
  ['rais', 'increas', 'bump', 'grow', 'higher'],
  ['lower', 'reduc', 'decreas', 'shorten', 'smaller'],
  ['replac', 'switch', 'instead', 'migrat', 'swap', 'use'],
  ['fix', 'bug', 'correct', 'resolv', 'repair'],
  ['upgrad', 'updat', 'bump'],
  ['refactor', 'rewrit', 'rewrot', 'restructur', 'simplif', 'clean'],
  ['deprecat', 'warn'],
  ['disabl', 'off', 'no longer'],
  ['enabl', 'default', 'turn'],
  ['revert', 'undo', 'back out'],
  ['unvendor', 'un vendor', 'devendor', 'de vendor'],
  ['vendor', 'bundl'],
];

/** Whether a message says that what a question asks for was done, in the question's word or in a similar one. */
export function hasVerb(message: string, verb: string, change: ChangeKind): boolean {
  const text = ` ${message.toLowerCase().replace(/[^a-z]+/g, ' ')} `;
  const has = (beginning: string): boolean => text.includes(` ${beginning}`);
  if (change !== 'changed') return BY_KIND[change].some(has);
  if (verb === '' || verb === 'changed' || verb === 'change') return false;
  const own = stem(verb);
  const group = ALIKE.find((words) => words.some((word) => verb.startsWith(word)));
  return has(own) || (group?.some(has) ?? false);
}
