import { OPERATIONS, type PresentedRelation, type PresentedResult } from '@quarry/graph-queries';
import type { Palette } from './palette';
import { printableName } from './printable';

/** A result of the code graph as lines: the summary, then `path:line  name  text`, and how many are not shown. */
export function graphLines(result: PresentedResult, colors: Palette): readonly string[] {
  const { relations, total, subjects, summary } = result;
  const rows = rowsOf(relations, result, colors);
  const possible = rowsOf(result.possible, result, colors);
  const cannot =
    possible.length === 0 ? [] : [colors.dim('Calls of this name without a place in the graph:')];
  const choices =
    result.status === 'ambiguous'
      ? subjects.map(
          ({ name, path, startLine }) => `  ${printableName(`${name}  ${path ?? ''}:${startLine ?? ''}`)}`,
        )
      : [];
  const rest = total - relations.length;
  const more = rest > 0 ? [colors.dim(`… and ${rest} more: --limit ${total} shows all`)] : [];
  return [`${colors.bold(printableName(summary))}`, ...choices, ...rows, ...more, ...cannot, ...possible];
}

function rowsOf(
  relations: readonly PresentedRelation[],
  { subjects, operation }: PresentedResult,
  colors: Palette,
): readonly string[] {
  const places = relations.map(placeOf);
  const width = Math.min(60, Math.max(0, ...places.map((place) => place.length)));
  const several = subjects.length > 1;
  const isWay = OPERATIONS[operation].isWay ?? false;
  const names = relations.map((relation) =>
    nameOf(relation, { several, isWay, isFolders: operation === 'cycles' }),
  );
  const nameWidth = Math.min(50, Math.max(0, ...names.map((name) => name.length)));
  return relations.map((relation, at) =>
    [
      colors.cyan((places[at] ?? '').padEnd(width)),
      (names[at] ?? '').padEnd(nameWidth),
      colors.dim(printableName(`${relation.text ?? ''}${furtherLines(relation)}`)),
    ]
      .join('  ')
      .trimEnd(),
  );
}

/** `  (also line 210, 217)` */
function furtherLines({ furtherLines: lines }: PresentedRelation): string {
  return lines.length === 0 ? '' : `  (also line ${lines.join(', ')})`;
}

function placeOf({ path, line, definition }: PresentedRelation): string {
  const place = path === null ? (definition?.path ?? '(not in this index)') : `${path}:${line ?? ''}`;
  return printableName(place);
}

interface Shown {
  /** Whether several definitions are meant, so that each relation says which. */
  readonly several: boolean;
  readonly isWay: boolean;
  readonly isFolders: boolean;
}

/** The name, and the way to it: of an indirect relation, of a step, or if several definitions are meant. */
function nameOf(relation: PresentedRelation, { several, isWay, isFolders }: Shown): string {
  const { name, target, direction, depth, through, probable, note } = relation;
  if (isWay) {
    const inFile = (full: string): string => (isFolders ? full : full.slice(full.lastIndexOf('/') + 1));
    const more = [...(probable ? ['probably'] : []), ...(note === null ? [] : [note])];
    return printableName(
      `${inFile(target)} → ${inFile(name)}${more.length === 0 ? '' : ` (${more.join(', ')})`}`,
    );
  }
  const short = name.slice(name.lastIndexOf('/') + 1);
  if (note !== null) return printableName(`${short} (${note})`);
  if (through === null) {
    const other = several
      ? ` ${direction === 'in' ? '→' : '←'} ${target.slice(target.lastIndexOf('/') + 1)}`
      : '';
    return printableName(`${short}${other}${probable ? ' (probably)' : ''}`);
  }
  const how = probable
    ? `if it is ${through} at run time`
    : `through ${through.slice(through.lastIndexOf('/') + 1)}`;
  return printableName(`${short} (${depth > 1 ? `${depth} steps, ` : ''}${how})`);
}
