import { dataTable, statementsAsked, type DataTable } from '@quarry/arithmetic';
import { pagesOf, rangeOf } from '@quarry/search-index';
import { defined, type DocumentFormat, type PagePlace, type Section } from '@quarry/turn';
import { layoutByLine, sectionAt } from '../section/places';
import { storedPath } from '../section/section-trees';
import type { WholeText } from '../section/whole-text';
import { tableParts, type PlacedLine, type TableParts } from './table-parts';

/** A table of a document with its place. */
export interface StoredTable extends DataTable {
  /** `<path>#table=7`: the seventh table of the document. */
  readonly id: string;
  readonly path: string;
  readonly repository?: string;
  readonly document?: string;
  readonly format?: DocumentFormat;
  /** Its own title if it has one, else the title of the section that it is in. */
  readonly title: string;
  /** All lines above it that describe it. */
  readonly caption: readonly string[];
  /** Head rows as printed, from the top. */
  readonly heads: readonly string[];
  /** Id of the innermost section that it begins in. */
  readonly section?: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly pages: readonly PagePlace[];
  /** `Prices!A7:F12` in a spreadsheet, `slide 4` in slides. */
  readonly range?: string;
  /** Where the cells of each row are, by line. */
  readonly places: ReadonlyMap<number, PlacedLine['layout']>;
}

/** The tables of a document, in the order of its text. */
export function storedTables(whole: WholeText, tree: readonly Section[]): readonly StoredTable[] {
  const [{ path, repository, document, format }] = whole.chunks;
  const layouts = layoutByLine(whole.chunks);
  return tableParts(whole).map((parts, at): StoredTable => {
    const lines = [...parts.heads, ...parts.rows];
    const start = (parts.caption[0] ?? lines[0])?.line ?? 0;
    const end = Math.max(...lines.map(({ line }) => line));
    const section = sectionAt(tree, { line: lines[0]?.line ?? start });
    const caption = parts.caption.map(({ text }) => text.trim());
    const layout = lines.map((line) => line.layout);
    return {
      id: `${storedPath({ path, ...defined({ document }) })}#table=${at + 1}`,
      ...{ path, ...defined({ repository, document, format, section: section?.id }) },
      title: titleOf(parts, section, path),
      ...{ caption, heads: parts.heads.map(({ text }) => text), startLine: start, endLine: end },
      ...{ pages: pagesOf(layout), ...defined({ range: rangeOf(layout) }) },
      ...dataTable({
        caption: [...(section ? [section.title] : []), ...caption],
        heads: parts.heads.map(({ text }) => text),
        rows: parts.rows.map(({ text, line }) => ({ text, line })),
      }),
      places: layouts,
    };
  });
}

/** A unit alone names no table: `(in millions, except per share data)`. */
const UNIT =
  /^\(?\s?(?:(?:amounts|dollars|figures|u\.?s\.? dollars) )?(?:in|\$|thousands|millions|billions)\b|^\(?(?:un)?audited\)?$/i;
const PERIOD =
  /^(?:(?:for )?the )?(?:(?:fiscal )?(?:years?|quarters?|(?:three|six|nine|twelve) months) ended|as of|at)\b/i;
const COMPANY = /\b(?:inc|corp(?:oration)?|plc|co|company|ltd|llc|and (?:its )?subsidiaries)\b[.,)]?\s*$/i;

function titleOf({ caption, heads }: TableParts, section: Section | undefined, path: string): string {
  const label = (heads[0]?.text ?? '').split('|')[0]?.trim() ?? '';
  const lines = [...caption.map(({ text }) => text.trim()), ...(/\p{L}{3}/u.test(label) ? [label] : [])];
  const statement = lines.find((text) => statementsAsked(text).length > 0);
  // The end of a sentence (`follows:`) says less than the section, and the company is that of the document.
  const named = lines.filter((text) => /^[^\p{Ll}]/u.test(text) && !UNIT.test(text) && !PERIOD.test(text));
  const own = statement ?? named.find((text) => !COMPANY.test(text));
  return (own ?? section?.title ?? named[0] ?? path).replace(/:$/, '');
}
