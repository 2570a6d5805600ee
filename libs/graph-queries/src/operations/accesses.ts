import { counted, onLines } from '../found';
import type { GraphOperation } from '../operation';
import { runOnTables } from './table-access';

/** What reads or writes a table or view. */
export const accesses: GraphOperation = {
  name: 'accesses',
  summary: 'what reads or writes table or view NAME',
  names: 1,
  subjects: ['TABLE', 'VIEW', 'ENTITY'],
  questions: [
    '(?:who|what|{which}) (?:reads?(?: from)?|writes?(?: to)?) (?:and|or|and/or) (?:writes?(?: to)?|reads?(?: from)?) {X}',
    '(?:who|what|{which}) (?:accesses|touches|works (?:on|with)) {X}',
    'where (?:is|are) {X} (?:read (?:and|or) written|accessed)',
  ],
  heading: ([subject = ''], all) => `${counted(all, 'place')} reading or writing ${subject}${onLines(all)}`,
  run: runOnTables(['READS_FROM', 'WRITES_TO']),
};
