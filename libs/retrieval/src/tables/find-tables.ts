import { hasPhrase, plainWords, statementsAsked, type Statement } from '@quarry/arithmetic';
import type { Section } from '@quarry/turn';
import { namedDocuments } from '../documents/named-documents';
import { chunksOf, fileOf, placeOfStored, type Place, type SectionSource } from '../section/find-place';
import { findSection } from '../section/find-section';
import { storedPath } from '../section/section-trees';
import { wholeText, type WholeText } from '../section/whole-text';
import { storedTables, type StoredTable } from './stored-table';

/** The tables of one document that are meant, with its text. */
export interface TablesOfDocument {
  readonly whole: WholeText;
  readonly tree: readonly Section[];
  readonly tables: readonly StoredTable[];
}

/** The tables that a name stands for, or why there are none. */
export type TablesFound =
  ({ readonly kind: 'tables' } & TablesOfDocument) | { readonly kind: 'missing'; readonly why: string };

/** Documents that a note lists, at most. */
const LISTED = 5;
const NUMBERED = /^(.{1,1000})#table=(\d{1,6})$/;

/**
 * Finds the tables that a text stands for: one by its id (`report.pdf#table=7`); a statement under any of its names
 * (`3M income statement`, `report.pdf#balance sheet`); those of a section, a page, some lines, evidence by its number or
 * a whole document, under the ids that `findSection` knows; those whose title has the words.
 */
export async function findTables(source: SectionSource, id: string): Promise<TablesFound> {
  const [, path = '', number] = NUMBERED.exec(id.trim()) ?? [];
  if (number !== undefined) return numbered(source, path, Number(number));
  const statements = statementsAsked(id);
  if (statements.length > 0) {
    const found = await named(source, id, (table) =>
      Math.max(...statements.map((one) => isStatement(table, one))),
    );
    if (found) return found;
  }
  const section = await findSection(source, id);
  if (section.kind === 'section') {
    const { whole, tree, stretch } = section;
    const [first, last] = [
      lineAt(whole, stretch.from),
      lineAt(whole, Math.max(stretch.from, stretch.to - 1)),
    ];
    const tables = storedTables(whole, tree).filter(
      ({ startLine, endLine }) => startLine <= last && first <= endLine,
    );
    if (tables.length > 0) return { kind: 'tables', whole, tree, tables };
  }
  const words = plainWords(id.slice(id.lastIndexOf('#') + 1));
  const titled = await named(source, id, ({ title }) =>
    words !== '' && hasPhrase(plainWords(title), words) ? 1 : 0,
  );
  if (titled) return titled;
  const why = section.kind === 'missing' ? section.why : `there is no table in '${id}'`;
  return { kind: 'missing', why };
}

/** The tables of a stored document; null if nothing is stored under the path. */
export async function tablesOf(source: SectionSource, place: Place): Promise<TablesOfDocument | null> {
  const chunks = await chunksOf(source, place);
  const whole = wholeText(chunks);
  if (!whole) return null;
  const tree = await source.trees.of([storedPath(place)]);
  return { whole, tree, tables: storedTables(whole, tree) };
}

async function numbered(source: SectionSource, path: string, number: number): Promise<TablesFound> {
  const file = await fileOf(source, path);
  const found = file && (await tablesOf(source, file));
  if (!found) return { kind: 'missing', why: `there is no document '${path}'` };
  const table = found.tables[number - 1];
  if (table) return { kind: 'tables', ...found, tables: [table] };
  return { kind: 'missing', why: `${path} has ${found.tables.length} tables, none of number ${number}` };
}

/** The tables with the highest score in the only document that can be meant; null if none has one. */
async function named(
  source: SectionSource,
  id: string,
  score: (table: StoredTable) => number,
): Promise<TablesFound | null> {
  const paths = await documentsMeant(source, id);
  if (paths.length > 1) {
    const some = paths.slice(0, LISTED).join(', ');
    const more = paths.length > LISTED ? ', …' : '';
    return {
      kind: 'missing',
      why: `'${id}' may be in ${paths.length} documents (${some}${more}): name one, as in '${paths[0]}#${id}'`,
    };
  }
  const [path] = paths;
  const found =
    path === undefined ? null : await tablesOf(source, placeOfStored(path, await source.trees.manifest()));
  if (!found) return null;
  const scored = found.tables.map((table) => ({ table, points: score(table) }));
  const best = Math.max(0, ...scored.map(({ points }) => points));
  if (best === 0) return null;
  const tables = scored.filter(({ points }) => points === best).map(({ table }) => table);
  return { kind: 'tables', ...found, tables };
}

/** The stored documents that may be meant: named by path or company, else those of the turn, else all. */
async function documentsMeant(source: SectionSource, id: string): Promise<readonly string[]> {
  const mark = id.lastIndexOf('#');
  const file = mark > 0 ? await fileOf(source, id.slice(0, mark)) : null;
  if (file) return [storedPath(file)];
  const { evidence, outline } = source.turn;
  const known = [...new Set([...(outline?.sections ?? []), ...evidence].map(storedPath))];
  const roots = (await source.trees.all()).filter(({ level }) => level === 0);
  const byName = namedDocuments(id, roots);
  if (byName.length > 0) return byName;
  const withTables = roots.map(storedPath);
  return known.length > 0 ? withTables.filter((path) => known.includes(path)) : withTables;
}

/** How surely a table is a statement: 0 if not, more by its own title than by that of its section, and for more rows. */
function isStatement(table: StoredTable, { titles }: Statement): number {
  const valued = table.rows.filter(({ cells }) => cells.some(({ value }) => value !== undefined)).length;
  if (valued < FEWEST_ROWS) return 0;
  const own = plainWords([table.title, ...table.caption].join(' '));
  const around = plainWords((table.section ?? '').split('/').at(-1) ?? '');
  const names = [own, around].map((words) => titles.some((title) => hasPhrase(words, title)));
  if (!names[0] && !names[1]) return 0;
  if (/\bcomprehensive\b|\bparenthetical\b/.test(`${own} ${around}`)) return 1;
  // A note about a statement has more words in its title: `Supplemental balance sheet information`.
  const bare = [plainWords(table.title), around].some((words) =>
    titles.some(
      (title) => words.replace(/\b(?:condensed|consolidated|interim|unaudited|the)\b ?/g, '') === title,
    ),
  );
  return bare ? 3 : 2;
}

/** A statement has at least this many rows with values. */
const FEWEST_ROWS = 4;

function lineAt(whole: WholeText, at: number): number {
  if (!whole.byLines) return whole.startLine;
  let line = whole.startLine;
  for (let end = whole.text.indexOf('\n'); end >= 0 && end < at; end = whole.text.indexOf('\n', end + 1))
    line++;
  return line;
}
