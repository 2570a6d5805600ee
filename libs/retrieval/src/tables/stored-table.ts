import { dataTable, statementsAsked, type CellExtents, type DataTable } from '@quarry/arithmetic';
import { pagesOf, rangeOf, type LineLayout } from '@quarry/search-index';
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
        rows: parts.rows.map(({ text, line, layout: place }) => ({
          ...{ text, line },
          ...defined({ extents: extentsOf(place), top: place.box?.[1] }),
        })),
        headExtents: parts.heads.map((head) => extentsOf(head.layout)),
      }),
      places: layouts,
    };
  });
}

/** The left and right edges of the cells of a row. */
function extentsOf({ cells }: LineLayout): CellExtents | undefined {
  return cells?.map(([start, end, x0, x1]) => (end > start ? [x0, x1] : undefined));
}

/** A longer line is the sentence that introduces a table. */
const LONGEST_TITLE = 160;
/** A unit alone names no table: `(in millions, except per share data)`. */
const UNIT =
  /^\(?\s?(?:(?:amounts|dollars|figures|u\.?s\.? dollars) )?(?:in|\$|thousands|millions|billions)\b|^\(?(?:un)?audited\)?$/i;
const PERIOD =
  /^(?:(?:for )?the )?(?:(?:fiscal )?(?:years?|quarters?|(?:three|six|nine|twelve) months) ended|as of|at)\b/i;
const YEAR = /\b(?:19|20)\d\d\b/;
const COMPANY = /\b(?:inc|corp(?:oration)?|plc|co|company|ltd|llc|and (?:its )?subsidiaries)\b[.,)]?\s*$/i;

function titleOf({ caption, heads }: TableParts, section: Section | undefined, path: string): string {
  const [label = '', ...others] = (heads[0]?.text ?? '').split('|').map((cell) => cell.trim());
  // Above periods it is what the table is about (`Net sales | 2023 | 2022`), otherwise the name of a column.
  const isSubject = /\p{L}{3}/u.test(label) && others.every((cell) => cell === '' || YEAR.test(cell));
  const lines = [...caption.map(({ text }) => text.trim()), ...(isSubject ? [label] : [])];
  const statement = lines.find((text) => statementsAsked(text).length > 0);
  // The end of a sentence (`follows:`) says less than the section, and the company is that of the document.
  const named = lines.filter(
    (text) =>
      text.length <= LONGEST_TITLE && /^[^\p{Ll}]/u.test(text) && !UNIT.test(text) && !PERIOD.test(text),
  );
  const own = statement ?? named.find((text) => !COMPANY.test(text));
  return (own ?? section?.title ?? named[0] ?? path).replace(/:$/, '');
}
