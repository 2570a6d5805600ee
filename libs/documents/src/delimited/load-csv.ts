import type { DocumentLine, Loaded, Loader } from '../document';
import { decodeText } from './decode-text';
import { MOST_COLUMNS } from '../spreadsheet/limits';
import { cellText, rowText } from '../tables/cell-text';
import { headRowsIn } from '../tables/head-rows';
import { readRecords, type Records } from './read-records';

/**
 * Loads CSV and TSV files as one table: a record is a row, and the first records without values are its head. Records
 * of one field before the table are its title.
 */
export const loadCsv: Loader = (bytes) => {
  const { text, guessed } = decodeText(bytes);
  if (text.includes('\0'))
    return Promise.resolve({
      kind: 'refused',
      refusal: 'damaged',
      reason: 'The file is not a table of text (CSV): it contains binary data.',
    });
  return Promise.resolve(loaded(readRecords(text), guessed));
};

function loaded(read: Records, guessed: boolean): Loaded {
  const lines = linesOf(read);
  if (!lines.some(({ text }) => /[\p{L}\p{N}]/u.test(text)))
    return { kind: 'refused', refusal: 'no_text', reason: 'The table has no field with text.' };
  const { remarks } = read;
  return {
    kind: 'document',
    document: {
      format: 'csv',
      lines,
      outline: [],
      pages: null,
      remarks: [...(guessed ? ['is not UTF-8; it was read as Windows-1252'] : []), ...remarks],
    },
  };
}

function linesOf({ records }: Records): DocumentLine[] {
  const width = records.reduce((most, { fields }) => Math.max(most, fields.length), 0);
  if (width < 2)
    return records.map(({ fields: [field = ''], line }) => ({
      text: cellText(field),
      kind: 'text',
      layout: { source: line },
    }));
  const first = Math.max(
    0,
    records.findIndex(({ fields }) => fields.filter((field) => field.trim() !== '').length > 1),
  );
  const columns = Array.from({ length: Math.min(width, MOST_COLUMNS) }, (_, i) => i + 1);
  const heads = headRowsIn(
    records
      .slice(first, first + 50)
      .map(({ fields }) => columns.map((column) => cellText(fields[column - 1] ?? ''))),
  );
  return records.map(({ fields, line }, i): DocumentLine => {
    const layout = { source: line };
    if (i < first) return { text: cellText(fields.join(' ')), kind: 'text', layout };
    const cells = fields.slice(0, MOST_COLUMNS).map((text, at) => ({ text, column: at + 1 }));
    return {
      text: rowText(cells, columns).text,
      kind: 'row',
      ...(i < first + heads && { head: true }),
      layout,
    };
  });
}
