import type { Loader } from '../../document';
import { checkPackage } from '../../office/check-package';
import { Package } from '../../office/package';
import { packageTitle } from '../../office/package-title';
import { relationshipsOf } from '../../office/relationships';
import { scanXml } from '../../xml/scan-xml';
import { CellBudget } from '../limits';
import { loadedSheets } from '../loaded-sheets';
import { readRange, type Sheet } from '../sheet';
import { numberFormats } from './number-format';
import { readSheet } from './read-sheet';
import { sharedStrings } from './shared-strings';

/** Loads Excel workbooks: the sheets with their tables, computed values, and formulas as text. Nothing is computed. */
export const loadXlsx: Loader = (bytes) => {
  const checked = checkPackage(bytes, 'xlsx');
  if (checked.kind === 'refused') return Promise.resolve(checked);
  const office = new Package(bytes, checked.entries);
  const budget = new CellBudget();
  const sheets = sheetsOf(office, budget);
  const title = packageTitle(bytes, checked.entries);
  return Promise.resolve(loadedSheets('xlsx', sheets, { title, budget, remarks: leftOut(office) }));
};

interface Listed {
  readonly name: string;
  readonly isHidden: boolean;
  readonly id: string;
}

function sheetsOf(office: Package, budget: CellBudget): Sheet[] {
  const root = relationshipsOf(office, '').find(({ type }) => type === 'officeDocument');
  const main = root?.target ?? 'xl/workbook.xml';
  const content = office.part(main);
  if (!content) throw new Error(`it has no part ${main}`);
  const { listed, from1904 } = workbook(content);
  const related = relationshipsOf(office, main);
  const named = (type: string): Uint8Array | undefined => {
    const target = related.find((one) => one.type === type)?.target;
    return target === undefined ? undefined : office.part(target);
  };
  const parts = {
    strings: sharedStrings(named('sharedStrings')),
    formats: numberFormats(named('styles')),
    from1904,
  };
  return listed.flatMap(({ name, isHidden, id }): Sheet[] => {
    const own = related.find((one) => one.id === id && one.type === 'worksheet');
    const part = own && office.part(own.target);
    if (!own || !part) return [];
    return [{ name, isHidden, ...readSheet(part, parts, budget, headsOf(office, own.target)) }];
  });
}

function workbook(content: Uint8Array): { readonly listed: readonly Listed[]; readonly from1904: boolean } {
  const listed: Listed[] = [];
  let from1904 = false;
  scanXml(content, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.get('date1904') ?? '');
      else if (name === 'sheet')
        listed.push({
          name: attributes.get('name') ?? '',
          isHidden: (attributes.get('state') ?? 'visible') !== 'visible',
          id: attributes.get('id') ?? '',
        });
    },
  });
  return { listed, from1904 };
}

/** The head rows of the tables of a sheet. */
function headsOf(office: Package, sheet: string): number[] {
  return relationshipsOf(office, sheet).flatMap(({ type, target }) => {
    const part = type === 'table' ? office.part(target) : undefined;
    const rows: number[] = [];
    if (part)
      scanXml(part, {
        open(name, attributes) {
          const range = name === 'table' ? readRange(attributes.get('ref') ?? '') : null;
          if (range && attributes.get('headerRowCount') !== '0') rows.push(range.top);
        },
      });
    return rows;
  });
}

/** What of the workbook has no text in its cells. */
function leftOut(office: Package): string[] {
  const parts: readonly (readonly [RegExp, string])[] = [
    [/^xl\/charts\/chart[^/]*\.xml$/i, 'chart'],
    [/^xl\/media\//i, 'image'],
    [/^xl\/comments[^/]*\.xml$|^xl\/threadedComments\//i, 'sheet with comments'],
    [/^xl\/vbaProject\.bin$/i, 'macro project'],
  ];
  return parts.flatMap(([folder, noun]) => {
    const n = office.count(folder);
    const nouns = noun.replace(/^\w+/, (word) => `${word}${n === 1 ? '' : 's'}`);
    return n > 0 ? [`${n} ${nouns} ${n === 1 ? 'is' : 'are'} not read`] : [];
  });
}
