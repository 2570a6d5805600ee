import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDocumentReader, type DocumentLine, type LoadedDocument } from '@quarry/documents';
import { ROOT } from '../scenarios/scenario';
import { PRINTED_VALUES, type PrintedValue } from './page-exact-values';

jest.setTimeout(300_000);

/** Filings as published by their companies; public data, in a folder next to the repository if it exists. */
const FILINGS = join(ROOT, '../shared/data/filings');
const SOURCES = {
  execArgv: ['--conditions=quarry-source', '-r', join(ROOT, 'libs/sqlite/src/testing/typescript-hook.cjs')],
};
/** In points: extractors differ in how far letters reach. */
const NEAR = 3;

type Cell = NonNullable<DocumentLine['layout']['cells']>[number];

const plain = (text: string): string => text.replace(/[$%\s]/g, '');
const textOf = (line: DocumentLine, [from, to]: Cell): string => line.text.slice(from, to);

/** Rows of the page with the number in a cell at its printed position. */
function rowsWith(
  document: LoadedDocument,
  [, page, label, , value, [x0, y0, x1, y1]]: PrintedValue,
): [DocumentLine, Cell][] {
  return document.lines.flatMap((line): [DocumentLine, Cell][] => {
    const { box, cells = [] } = line.layout;
    if (
      line.kind !== 'row' ||
      line.layout.page !== page ||
      !box ||
      !textOf(line, cells[0] ?? [0, 0, 0, 0]).includes(label)
    )
      return [];
    const middle = (box[1] + box[3]) / 2;
    const cell = cells.find((one) => {
      const centre = (one[2] + one[3]) / 2;
      return (
        plain(textOf(line, one)).replace(/\)$/, '') === value.replace(/\)$/, '') &&
        centre > x0 - NEAR &&
        centre < x1 + NEAR
      );
    });
    return cell && middle > y0 - NEAR && middle < y1 + NEAR ? [[line, cell]] : [];
  });
}

/** The text above a cell in its column, up to the start of the table. */
function headingsOf(document: LoadedDocument, row: DocumentLine, cell: Cell): string[] {
  const column = row.layout.cells?.indexOf(cell) ?? -1;
  const above = document.lines.slice(0, document.lines.indexOf(row)).reverse();
  const end = above.findIndex(
    ({ layout }) => layout.page !== row.layout.page || layout.cells?.length !== row.layout.cells?.length,
  );
  return above.slice(0, end).map((line) => textOf(line, line.layout.cells?.[column] ?? [0, 0, 0, 0]));
}

describe('numbers of real filings', () => {
  if (!existsSync(FILINGS)) {
    it.skip('the filings are not next to the repository', () => undefined);
    return;
  }
  const files = [...new Set(PRINTED_VALUES.map(([file]) => file))];
  const documents = new Map<string, LoadedDocument>();

  beforeAll(async () => {
    const reader = openDocumentReader(SOURCES);
    for (const file of files) {
      const loaded = await reader.read(join(FILINGS, file), 'pdf');
      if (loaded.kind === 'document') documents.set(file, loaded.document);
    }
    await reader.close();
  });

  it('are at least 50, of six filings', () => {
    expect(PRINTED_VALUES.length).toBeGreaterThanOrEqual(50);
    expect(documents.size).toBe(6);
  });

  it.each(PRINTED_VALUES.map((one) => [one[0], one[1], one[2], one[4], one] as const))(
    '%s, page %i: %s is %s',
    (file, _page, _label, _value, printed) => {
      const document = documents.get(file);
      const found = document ? rowsWith(document, printed) : [];
      expect(found).toHaveLength(1);
      const column = printed[3];
      if (column === null || !document) return;
      for (const [row, cell] of found) {
        expect(headingsOf(document, row, cell).filter((heading) => heading.includes(column))).not.toEqual([]);
      }
    },
  );
});
