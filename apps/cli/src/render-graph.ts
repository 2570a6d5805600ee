import {
  LIMITS_OF_THE_GRAPH,
  OPERATIONS,
  type PresentedRelation,
  type PresentedResult,
} from '@quarry/graph-queries';
import { withoutFolders } from '@quarry/turn';
import type { Palette } from './palette';
import { printableName } from './printable';

/** A result of the code graph as lines: the summary, then `path:line  name  text`, and how many are not shown. */
export function graphLines(result: PresentedResult, colors: Palette): readonly string[] {
  const { relations, total, subjects, summary, groups } = result;
  const rows = groups.length > 0 ? groupRows(result, colors) : rowsOf(relations, result, colors);
  const isPassed = ({ relation }: PresentedRelation): boolean =>
    result.operation === 'callers' && relation === 'USES';
  const listed = (intro: string, some: readonly PresentedRelation[]): readonly string[] =>
    some.length === 0 ? [] : [colors.dim(intro), ...rowsOf(some, result, colors)];
  const passed = listed(
    'Passed on as a value, and perhaps called through it:',
    result.possible.filter(isPassed),
  );
  const cannot = listed(
    'Calls of this name without a place in the graph:',
    result.possible.filter((relation) => !isPassed(relation)),
  );
  const choices =
    result.status === 'ambiguous'
      ? subjects.map(
          ({ name, path, startLine }) => `  ${printableName(`${name}  ${path ?? ''}:${startLine ?? ''}`)}`,
        )
      : [];
  const all = groups.length > 0 ? groups.reduce((sum, group) => sum + group.total, 0) : total;
  const rest = all - relations.length;
  const more = rest > 0 ? [colors.dim(`… and ${rest} more: --limit ${all} shows all`)] : [];
  // What no result of the graph can say is in the help of the command; a result without relations says it itself.
  const isSaid = result.limits === LIMITS_OF_THE_GRAPH && (total > 0 || result.status !== 'found');
  const limits = isSaid ? [] : [colors.dim(printableName(result.limits))];
  const heading = colors.bold(printableName(summary));
  return [heading, ...choices, ...rows, ...more, ...passed, ...cannot, ...limits];
}

/** Definition by definition: what was found for it, its place, and its relations. */
function groupRows(result: PresentedResult, colors: Palette): readonly string[] {
  return result.groups.flatMap(({ subject, path, line, summary }) => {
    const place = path === null ? '' : `  ${path}:${line ?? ''}`;
    const own = result.relations.filter((relation) => relation.subject === subject);
    return [
      `${printableName(summary)}${colors.dim(printableName(place))}`,
      ...rowsOf(own, result, colors).map((row) => `  ${row}`),
    ];
  });
}

function rowsOf(
  relations: readonly PresentedRelation[],
  { operation }: PresentedResult,
  colors: Palette,
): readonly string[] {
  const places = relations.map(placeOf);
  const width = Math.min(60, Math.max(0, ...places.map((place) => place.length)));
  const isWay = OPERATIONS[operation].isWay ?? false;
  const names = relations.map((relation) => nameOf(relation, { isWay, isFolders: operation === 'cycles' }));
  const nameWidth = Math.min(50, Math.max(0, ...names.map((name) => name.length)));
  return relations.map((relation, at) =>
    [
      colors.cyan((places[at] ?? '').padEnd(width)),
      (names[at] ?? '').padEnd(nameWidth),
      colors.dim(printableName(`${relation.text ?? ''}${furtherLines(relation)}${statedBy(relation)}`)),
    ]
      .join('  ')
      .trimEnd(),
  );
}

/** `  (also line 210, 217)` */
function furtherLines({ furtherLines: lines }: PresentedRelation): string {
  return lines.length === 0 ? '' : `  (also line ${lines.join(', ')})`;
}

/** `  [scip]`: an index of a compiler states it. */
function statedBy({ provenance }: PresentedRelation): string {
  return provenance === null ? '' : `  [${provenance}]`;
}

/** `probably`, with how sure it is where it was inferred. */
function perhaps({ confidence }: PresentedRelation): string {
  return confidence === null ? 'probably' : `probably, ${confidence}`;
}

function placeOf({ path, line, definition }: PresentedRelation): string {
  const place = path === null ? (definition?.path ?? '(not in this index)') : `${path}:${line ?? ''}`;
  return printableName(place);
}

interface Shown {
  readonly isWay: boolean;
  readonly isFolders: boolean;
}

/** The name, and the way to it, of an indirect relation or of a step. */
function nameOf(relation: PresentedRelation, { isWay, isFolders }: Shown): string {
  const { name, target, depth, through, probable, note } = relation;
  if (isWay) {
    const inFile = (full: string): string => (isFolders ? full : withoutFolders(full));
    const more = [...(probable ? [perhaps(relation)] : []), ...(note === null ? [] : [note])];
    return printableName(
      `${inFile(target)} → ${inFile(name)}${more.length === 0 ? '' : ` (${more.join(', ')})`}`,
    );
  }
  const short = withoutFolders(name);
  if (note !== null) return printableName(`${short} (${note})`);
  if (through === null) return printableName(`${short}${probable ? ` (${perhaps(relation)})` : ''}`);
  const how = probable ? `if it is ${through} at run time` : `through ${withoutFolders(through)}`;
  return printableName(`${short} (${depth > 1 ? `${depth} steps, ` : ''}${how})`);
}
