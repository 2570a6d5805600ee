const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A sheet of {@link xlsxParts}: its name and the SpreadsheetML below `worksheet`. */
export type SheetParts = readonly [name: string, content: string, state?: string];

/** The parts of an Excel file with these sheets, for `zipOf`. */
export function xlsxParts(
  sheets: readonly SheetParts[],
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const listed = sheets.map(
    ([name, , state = 'visible'], i) =>
      `<sheet name="${name}" sheetId="${i + 1}" state="${state}" r:id="s${i}"/>`,
  );
  const targets = sheets.map((_sheet, i) => relationship(`s${i}`, 'worksheet', `worksheets/sheet${i}.xml`));
  return {
    '_rels/.rels': relationships(relationship('r', 'officeDocument', '/xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ...targets,
      relationship('t', 'sharedStrings', 'sharedStrings.xml'),
      relationship('y', 'styles', 'styles.xml'),
    ),
    ...Object.fromEntries(
      sheets.map(([, content], i) => [
        `xl/worksheets/sheet${i}.xml`,
        `<?xml version="1.0"?><worksheet xmlns="${MAIN}">${content}</worksheet>`,
      ]),
    ),
    ...more,
  };
}

/** Rows of cells, from A1: a number, a text, or a cell as SpreadsheetML. An empty string is no cell. */
export function rows(...all: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number, at: string): string => {
    if (value === '') return '';
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
    if (value.startsWith('<c ')) return value;
    return `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  };
  const row = (cells: readonly (string | number)[], i: number): string =>
    `<row r="${i + 1}">${cells.map((value, x) => cell(value, `${String.fromCharCode(65 + x)}${i + 1}`)).join('')}</row>`;
  return `<sheetData>${all.map(row).join('')}</sheetData>`;
}

export function relationships(...all: readonly string[]): string {
  return `<Relationships xmlns="${PACKAGE}">${all.join('')}</Relationships>`;
}

export function relationship(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
}
