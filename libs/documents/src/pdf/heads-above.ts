import type { Row } from './columns';
import type { Segment } from './segments';
import { columnsOf, isFigure, type Column } from './table-columns';
import { edgesOf, hasFigures, isTitle, NOTE, type Edges } from './table-lead';

/** In heights of letters: how far a line may be above rows or a line of labels, and several or one text above heads. */
const FARTHEST = 3.2;
const APART = 2.5;
const NEAR = 1.6;
/** In heights of letters: the name of the labels is so close above heads, and the next line of a title below it. */
const NAMES = 0.5;
const TIGHT = 0.8;
/** In heights of letters: a head is so far left or right of its column at most. */
const ASIDE = 4;
/** In heights of letters: heads that end where the figures of their columns do may be so far above them. */
const FARTHEST_ALIGNED = 7;
/** Letters of a title are larger than those of the rows by this share. */
const LARGER = 1.25;
/** Than those of most rows, by this share, also in a box, and where some rows have larger letters. */
const FAR_LARGER = 1.5;
/** In heights of letters: turned text is higher. */
const TURNED = 3;
/** In heights of letters: the middle of a head of all columns is so far from theirs at most. */
const CENTRED = 2;
/** Lines of heads at most, and lines of labels between two of them. */
const MOST_HEADS = 10;
const MOST_LABELS = 5;
/** In points: how far the right edges of a head and its figures may differ. */
const ALIGNED = 3;
/** In points: so far labels are indented, and the further lines of a title. */
const INDENT = 24;
const HANGING = 80;

type Kind = 'head' | 'label' | 'other';

/**
 * The lines above the rows with figures that are the heads of their columns. The columns are those of the figures: a
 * line is a head if each of its texts is over columns or over labels, but not across both, as titles and sentences are.
 * Lines of labels, such as a unit, may be between heads and rows.
 * @param above the lines above the rows, from the top
 * @param body the rows, from the first one with figures
 * @returns the index of the first head among the lines above, and the index behind the last one; equal without heads
 */
export function headsAbove(above: readonly Row[], body: readonly Row[]): readonly [from: number, to: number] {
  const grid = gridOf(body);
  if (!grid) return [above.length, above.length];
  let [from, to] = [above.length, above.length];
  let labels = 0;
  let below = body[0];
  for (let at = above.length - 1; at >= 0 && above.length - at <= MOST_HEADS + labels; at--) {
    const row = above[at];
    if (!row || !below) break;
    const kind = goesOn(row, above[at - 1], grid) ? 'other' : kindOf(row, grid);
    const found = { hasHead: from < above.length, isOverHead: from < above.length && from === at + 1 };
    if (
      kind === 'other' ||
      below.top - row.bottom > Math.max(farthest(row, grid, found) * row.size, turnedHeight(below))
    )
      break;
    if (kind === 'label' && ++labels > MOST_LABELS) break;
    if (kind === 'head') [from, to, labels] = [at, found.hasHead ? to : at + 1, 0];
    below = row;
  }
  while (from + 1 < to && isCaption(above[from])) from++;
  return [from, to];
}

/** The height of turned heads, above which the next head is so far at most; 0 for a line of upright text. */
function turnedHeight({ top, bottom, size }: Row): number {
  return bottom - top > TURNED * size ? bottom - top : 0;
}

/** Whether the first line above further heads is a note (`(in millions)`), also behind a title: it heads no column. */
function isCaption(row: Row | undefined): boolean {
  const note = row?.segments.at(-1);
  return note !== undefined && NOTE.test(note.text) && (row?.segments.length ?? 0) <= 2;
}

/** Several words with a full stop behind the last one. */
const SENTENCE = /^\p{Lu}(?=\S*(?:\s\S+){5}).*\p{Ll}{3}\.$/u;

/** `Date: 2021-06-04` */
const ENTRY = /[:：]\s?\S/;

/** Whether a line is of a form: most of its texts name what is behind a colon. */
function isOfForm({ segments }: Row): boolean {
  const entries = segments.filter(({ text }) => ENTRY.test(text)).length;
  return entries > 1 && entries * 2 > segments.length;
}

/**
 * Gives a head alone in its line that is over several columns, in the middle of all, the extent of all columns, as if a
 * line were drawn below it.
 */
export function withHeadOfAll(heads: readonly Row[], body: readonly Row[]): readonly Row[] {
  const grid = heads.some(({ segments }) => segments.length === 1) ? gridOf(body) : null;
  if (!grid) return heads;
  const { columns, left, right } = grid;
  return heads.map((row, at) => {
    const [only, ...others] = row.segments;
    if (!only || others.length > 0 || only.span || NOTE.test(only.text) || at === heads.length - 1)
      return row;
    const over = columns.filter(({ x0, x1 }) => x0 < only.x1 && x1 > only.x0).length;
    const off = Math.abs(only.x0 + only.x1 - left - right) / 2;
    if (over < 2 || off > CENTRED * row.size || only.x0 < left) return row;
    return { ...row, segments: [{ ...only, span: [left, right] }] };
  });
}

/** The columns behind the labels, as rows with figures show them, and the labels before them. */
interface Grid {
  readonly columns: readonly Column[];
  /** Left edge of the labels, and right edge of the longest one. */
  readonly from: number;
  readonly labels: number;
  readonly left: number;
  readonly right: number;
  readonly size: number;
  /** Height of the letters of most rows. */
  readonly usual: number;
  /** Between two rows, in heights of letters: 1.3 times the usual one. */
  readonly space: number;
  readonly edges: Edges;
}

function gridOf(body: readonly Row[]): Grid | null {
  const rows = body.filter(hasFigures);
  const edges = edgesOf(rows);
  const columns = columnsOf(rows.map((row) => row.segments.slice(labelsIn(row))));
  const [first, last] = [columns[0], columns.at(-1)];
  if (!edges || !first || !last) return null;
  const size = Math.max(...rows.map((row) => row.size));
  const labels = Math.max(edges.from, ...rows.map((row) => row.segments[labelsIn(row) - 1]?.x1 ?? 0));
  const spaces = body.flatMap((row, at) =>
    at > 0 ? [(row.top - (body[at - 1]?.bottom ?? row.top)) / row.size] : [],
  );
  const space = 1.3 * (spaces.toSorted((a, b) => a - b)[Math.floor(spaces.length / 2)] ?? 0);
  const sizes = rows.map((row) => row.size).toSorted((a, b) => a - b);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? size;
  return { columns, edges, size, usual, space, labels, from: edges.from, left: first.x0, right: last.x1 };
}

/** The number of labels that a row begins with: a total may have none. */
function labelsIn({ segments: [first] }: Row): number {
  return first && !isFigure(first) ? 1 : 0;
}

/** In heights of letters: how far a line may be above the next one. */
function farthest(
  row: Row,
  grid: Grid,
  { hasHead, isOverHead }: { readonly hasHead: boolean; readonly isOverHead: boolean },
): number {
  const [only, ...others] = row.segments;
  // A line of labels above heads is the name of the labels, or something else.
  if (hasHead && row.segments.every((part) => isLabel(part, grid))) return NAMES;
  if (!hasHead && isAligned(row, grid)) return FARTHEST_ALIGNED;
  if (!isOverHead) return FARTHEST;
  return only && others.length === 0 && !only.span ? Math.max(NEAR, grid.space) : APART;
}

/** `Table 7.5`: the title of a table, however it is placed. */
const TITLE = /^(?:table|exhibit|figure|chart|schedule)(?::|\sno\.?)?\s(?:[A-Z]{1,2}[-.]?)?\d/i;

/** Whether a line is the next one of the title or sentence above it: it begins where a text of that line does. */
function goesOn({ segments: [only, ...others], top }: Row, above: Row | undefined, grid: Grid): boolean {
  if (!only || others.length > 0 || only.span || !above || hasFigures(above)) return false;
  if (top - above.bottom > TIGHT * above.size || kindOf(above, grid) !== 'other') return false;
  const [first] = above.segments;
  if (first && TITLE.test(first.text) && only.x0 - first.x0 <= HANGING) return true;
  return above.segments.some(({ x0 }) => Math.abs(x0 - only.x0) <= ALIGNED);
}

/** Whether a row is of figures: not one of heads in words and a few numbers. */
function isOfFigures(row: Row): boolean {
  const figures = row.segments.slice(1).filter(isFigure).length;
  return hasFigures(row) && figures * 2 >= row.segments.length - 1;
}

function kindOf(row: Row, grid: Grid): Kind {
  if (isOfFigures(row) || isOfForm(row) || TITLE.test(row.segments[0]?.text ?? '')) return 'other';
  const { segments } = row;
  const [only, ...others] = segments;
  const isAlone = only !== undefined && others.length === 0 && !NOTE.test(only.text) && !only.span;
  if (isAlone && row.size > LARGER * grid.size) return 'other';
  if (others.length === 0 && row.size > FAR_LARGER * grid.usual) return 'other';
  if (segments.every((part) => isLabel(part, grid)))
    return isAlone && /[.;]$/.test(only.text) ? 'other' : 'label';
  // The name of a group of rows may be longer than all labels.
  if (isAlone && only.text.endsWith(':') && only.x0 <= grid.from + INDENT) return 'label';
  if (isAlone && (isTitle(row, grid.edges) || SENTENCE.test(only.text))) return 'other';
  return segments.every((part) => isLabel(part, grid) || isHead(part, grid)) ? 'head' : 'other';
}

/** Whether a text is left of the columns, where labels are. */
function isLabel({ x0, x1 }: Segment, { left, labels, from, size }: Grid): boolean {
  return x1 <= left + size && x0 < Math.max(labels, from + INDENT);
}

/** Whether a text is over columns, and not over labels as a title or a sentence is. */
function isHead({ x0, x1, span }: Segment, { columns, from, labels, left, right, size }: Grid): boolean {
  const isNear = (column: Column): boolean =>
    x0 - column.x1 <= ASIDE * size && column.x0 - x1 <= ASIDE * size;
  if (x0 > right + 2 * size || !columns.some(isNear)) return false;
  if (span && span[0] > from + 2 * size && span[1] > left) return true;
  if (x0 >= Math.min(labels, left) - size) return true;
  if (x1 < left - size) return false;
  // A head over the first columns may begin over long labels, but is over the middle of columns.
  if (x0 <= from + (left - from) / 4) return false;
  const middle = (x0 + x1) / 2;
  return columns.some((first, i) =>
    columns.slice(i).some((last) => Math.abs(middle - (first.x0 + last.x1) / 2) <= 1.5 * size),
  );
}

/** Whether a line has texts over half of the columns, and each ends where a column does. */
function isAligned({ segments, size }: Row, { columns, labels, left }: Grid): boolean {
  const heads = segments.filter(({ x0, x1 }) => x0 > labels - size && x1 > left);
  return (
    heads.length > 0 &&
    heads.length * 2 >= columns.length &&
    heads.every((head) => columns.some(({ x1 }) => Math.abs(x1 - head.x1) <= ALIGNED))
  );
}
