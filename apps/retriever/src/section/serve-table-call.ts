import {
  findTables,
  pickCells,
  placedRow,
  rowEvidence,
  type PickedRow,
  type SectionSource,
} from '@quarry/retrieval';
import {
  addEvidence,
  answerCall,
  currentPass,
  defined,
  MOST_CITED_ROWS,
  readByOcr,
  shownSnapshot,
  type Need,
  type Search,
  type Turn,
} from '@quarry/turn';

/** Rows that a call gets, at most: more are named by their number. */
const MOST_ROWS = 30;
/** Labels of rows that are left out. */
const LISTED = 20;

/** A turn after a call of `fetch_table`, with the search that it was and the identities of what it found. */
export interface ServedTable {
  readonly turn: Turn;
  readonly search: Search;
  readonly found: readonly string[];
}

/** Serves a call: its rows become evidence, and its note has their cells; or it has the reason why there are none. */
export async function servedByTables(
  turn: Turn,
  need: Need,
  source: Omit<SectionSource, 'turn'>,
): Promise<ServedTable> {
  const { table, row, column } = need.call?.arguments ?? {};
  const pass = currentPass(turn);
  const record = { pass, mode: 'section', query: need.text, index: shownSnapshot(source.ref) } as const;
  const missing = (why: string): ServedTable => {
    const search: Search = { ...record, hits: 0, added: 0 };
    const needs = answerCall(turn.needs, need.id, { by: [], note: why });
    return { turn: { ...turn, needs, searches: [...turn.searches, search] }, search, found: [] };
  };
  const found = await findTables({ ...source, turn }, String(table ?? need.text));
  if (found.kind === 'missing') return missing(found.why);
  const picked = pickCells(found.tables, defined({ row: textOf(row), column: textOf(column) }));
  if (picked.kind === 'missing') return missing(picked.why);
  const rows = picked.rows.slice(0, MOST_ROWS);
  const candidates = rows.slice(0, MOST_CITED_ROWS).map((one) => rowEvidence(found, one, need.text));
  const { evidence, added, numbers } = addEvidence(turn.evidence, candidates, pass);
  const search: Search = { ...record, hits: candidates.length, added: added.length };
  const note = cellsNote(rows, picked.rows.slice(MOST_ROWS));
  const needs = answerCall(turn.needs, need.id, { by: numbers, note });
  return {
    turn: { ...turn, evidence, needs, searches: [...turn.searches, search] },
    search,
    found: candidates.map(({ id }) => id),
  };
}

/** The cells as lines, below the title of their table. */
function cellsNote(rows: readonly PickedRow[], left: readonly PickedRow[]): string {
  const lines = [...Map.groupBy(rows, ({ table }) => table)].flatMap(([table, own]) => [
    `${table.title} (${table.id}${table.unit === undefined ? '' : `, ${table.unit}`}):`,
    ...own.map(rowLine),
  ]);
  const labels = [...new Set(left.map(({ row }) => row.label))].slice(0, LISTED).join(' · ');
  const more = left.length === 0 ? [] : [`${left.length} more rows, name one to see it: ${labels}`];
  return [...lines, ...more].join('\n');
}

function rowLine(picked: PickedRow): string {
  const { label, group, cells } = placedRow(picked);
  const name = [group.replace(/:$/, ''), label].filter((part) => part !== '').join(' › ');
  const values = cells.map(({ head, column, text, value, unit, page, range, ocr }) => {
    const about = [
      ...(value === undefined || value === text ? [] : [value]),
      ...(unit === undefined ? [] : [unit]),
      ...(page === undefined ? [] : [`page ${page}`]),
      ...(range === undefined ? [] : [range]),
      ...(ocr === undefined ? [] : [readByOcr(ocr)]),
    ].join(', ');
    return `${head === '' ? `column ${column}` : head} = ${text}${about === '' ? '' : ` (${about})`}`;
  });
  return `- ${name}: ${values.join('; ')}`;
}

function textOf(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
