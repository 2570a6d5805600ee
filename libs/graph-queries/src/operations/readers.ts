import { counted, onLines } from '../found';
import type { GraphOperation } from '../operation';
import { statedOrShared } from '../repositories/uses-by-name';
import { runOnTables } from './table-access';

/** What reads a table or view; for a constant, a setting or a field, what uses it. */
export const readers: GraphOperation = {
  name: 'readers',
  summary: 'what reads table, view or setting NAME',
  names: 1,
  subjects: ['TABLE', 'VIEW', 'ENTITY', 'FIELD', 'CONFIG_KEY'],
  questions: [
    '(?:who|what|{which}) (?:reads?|selects?|queries)(?: from)? {X}',
    'where (?:is|are|gets?) {X} (?:being )?read(?: from)?',
    'where (?:do|does) {anyone} (?:read|get|look up|take) {X}(?: from)?',
    'where (?:is|are|gets?) {X} (?:configured|looked up|consulted)',
    'readers of {X}',
  ],
  literal: statedOrShared,
  heading: ([subject = ''], all) => `${counted(all, 'reader')} of ${subject}${onLines(all)}`,
  run: runOnTables(['READS_FROM']),
};
