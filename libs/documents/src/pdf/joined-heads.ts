import type { Row } from './columns';
import { columnsOf, columnsUnder } from './table-columns';
import type { Block } from './tables';

/** Head rows of a table at most. */
const MOST_HEADS = 4;
/** Lines between a head and its rows at most: the unit, names of groups. */
const MOST_BETWEEN = 4;
/** In heights of letters: a head that is further above belongs to another table. */
const FARTHEST = 3;
const YEAR = /^(?:19|20)\d\d$/;
const PERIOD =
  /^(?:(?:19|20)\d\d|(?:january|february|march|april|may|june|july|august|september|october|november|december|[a-z]{3}\.?)\s\d{1,2},?(?:\s(?:19|20)\d\d)?|(?:as of|years? ended|fiscal years?|fy)\b.{0,40}|\d{1,2}\/\d{1,2}\/\d{2,4}|q[1-4]\b.{0,8})$/i;

/**
 * Joins heads that are printed apart from their rows: dates over the columns, then lines such as `(In millions)` or
 * `Current assets:` at the left, then the rows. Otherwise the head is a table of its own, and its values have no
 * period.
 */
export function joinedHeads(blocks: readonly Block[]): readonly Block[] {
  const joined: Block[] = [];
  for (let at = 0; at < blocks.length; at++) {
    const head = blocks[at];
    const [between, table] = isTable(blocks[at + 1])
      ? [undefined, blocks[at + 1]]
      : [blocks[at + 1], blocks[at + 2]];
    if (head && table && isHead(head) && isBelow(head, between?.rows ?? [], table)) {
      const rows = [...head.rows, ...(between?.rows ?? []), ...table.rows];
      joined.push({ rows, columns: columnsOf(rows.map((row) => row.segments)) });
      at += between ? 2 : 1;
    } else if (head) joined.push(head);
  }
  return joined;
}

function isTable(block: Block | undefined): boolean {
  return block !== undefined && block.columns !== null;
}

/** Whether all cells of a table are periods, and one of them names a year. */
function isHead({ rows, columns }: Block): boolean {
  const cells = rows.flatMap((row) => row.segments.map(({ text }) => text));
  return (
    columns !== null &&
    rows.length <= MOST_HEADS &&
    cells.every((text) => PERIOD.test(text)) &&
    cells.some((text) => YEAR.test(text) || /\b(?:19|20)\d\d$/.test(text))
  );
}

/** Whether a table without a head of its own begins below, with a column of numbers under each cell of the head. */
function isBelow(head: Block, between: readonly Row[], table: Block): boolean {
  const lines = [...head.rows.slice(-1), ...between, ...table.rows.slice(0, 1)];
  const near = lines.every(
    (row, at) => at === 0 || row.top - (lines[at - 1]?.bottom ?? 0) <= FARTHEST * row.size,
  );
  const short = between.every(
    ({ segments }) => segments.length === 1 && !/[.;]$/.test(segments[0]?.text ?? ''),
  );
  if (!near || !short || between.length > MOST_BETWEEN || isHead(table)) return false;
  const [first] = table.rows;
  if (!first?.segments.some(({ numeric, text }) => numeric && !YEAR.test(text))) return false;
  const numbers = columnsOf(
    table.rows
      .map((row) => row.segments.slice(1).filter(({ numeric }) => numeric))
      .filter((row) => row.length > 0),
  );
  const last = head.rows.at(-1)?.segments ?? [];
  const homes = last.map((cell) => columnsUnder(numbers, { ...cell, numeric: true })[0]);
  return (
    last.length === numbers.length && new Set(homes).size === numbers.length && !homes.includes(undefined)
  );
}
