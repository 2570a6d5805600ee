import { counted, onLines } from '../found';
import type { GraphOperation } from '../operation';
import { runOnTables } from './table-access';

/** What writes to a table or view. */
export const writers: GraphOperation = {
  name: 'writers',
  summary: 'what writes to table or view NAME',
  names: 1,
  subjects: ['TABLE', 'VIEW', 'ENTITY'],
  questions: [
    '(?:who|what|{which}) (?:writes?(?: in)?(?: ?to)?|updates?|modifies|inserts? into|deletes? from|changes?) {X}',
    'where (?:is|are|gets?) {X} (?:being )?(?:written(?: to)?|updated|modified)',
    'writers of {X}',
  ],
  heading: ([subject = ''], all) => `${counted(all, 'writer')} of ${subject}${onLines(all)}`,
  run: runOnTables(['WRITES_TO']),
};
