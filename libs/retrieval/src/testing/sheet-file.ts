import type { Chunk } from '@quarry/search-index';
import { storedTables } from '../tables/stored-table';
import type { TablesOfDocument } from '../tables/find-tables';
import { wholeText } from '../section/whole-text';

/** A CSV file as it is read from the index: the first line is marked as the head of its table. */
export function sheetFile(path: string, lines: readonly string[]): TablesOfDocument {
  const chunk: Chunk = {
    ...{ id: `${path}#L1`, path, startLine: 1, endLine: lines.length, text: lines.join('\n') },
    ...{ language: 'text', kind: 'window', format: 'csv', contentHash: path },
    layout: lines.map((_line, at) => ({ source: at + 1, ...(at === 0 ? { table: 'head' as const } : {}) })),
  };
  const whole = wholeText([chunk]);
  if (!whole) throw new Error('no text');
  return { whole, tree: [], tables: storedTables(whole, []) };
}
