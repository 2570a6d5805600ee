import type { GraphNode } from '@quarry/graph-store';
import { nearestNames } from '@quarry/pipeline';
import { defined, endsInPath, shownRepository, ungraphed } from '@quarry/turn';
import { amongTests, type AmongTests } from './among-tests';
import { bySubject } from './by-subject';
import { counted, firstFiles } from './found';
import { nearNames } from './near-names';
import type { GraphOperation, SnapshotGraph, QueryLimits, Relations, Subject } from './operation';
import type { OperationName } from './operation-names';
import { OPERATIONS } from './operations';
import { overloadsOf, withoutTypes } from './overloads';
import { folderNamed } from './folder-named';
import { forEachNode, isIn } from './scan';
import { subjectsOf } from './subjects';
import { MAX_BEFORE_FILE, withinFile } from './within-file';

/** An operation with its names, as a caller asks for it. */
export interface GraphQuery {
  readonly operation: OperationName;
  readonly names: readonly string[];
  /** Restricts the first name to this file; if it has no such definition, as `within`. */
  readonly file?: string | undefined;
  /** Restricts the results to the relations that this file states, if there are any. */
  readonly within?: string | undefined;
  /** What the question calls the first name: `struct`, `class`. */
  readonly kind?: string | undefined;
  /** Restricts the results to tests, or to everything else. */
  readonly among?: AmongTests | undefined;
  /** The relations that are followed, of an operation that takes a depth. */
  readonly depth?: number | undefined;
}

/** What a query found. */
export type GraphResult =
  | {
      readonly status: 'found';
      readonly operation: GraphOperation;
      /** As they were asked for. */
      readonly names: readonly string[];
      /** For each name, the definitions that it means. */
      readonly subjects: readonly (readonly Subject[])[];
      readonly found: Relations;
    }
  | {
      /** A name means more than one definition can say: choose one of them. */
      readonly status: 'ambiguous';
      readonly name: string;
      readonly subjects: readonly Subject[];
    }
  | {
      readonly status: 'unknown_name';
      readonly name: string;
      /** Names or folders in the graph that are similar, nearest first. */
      readonly near: readonly string[];
      /** The one name in the graph of which this is a misspelling. */
      readonly meant?: string | undefined;
      /** Languages of indexed files that the graph does not read, e.g. `Lua (2 files)`; `''` for none. */
      readonly ungraphed?: string;
    };

/** The result for a name that no definition has. */
type UnknownName = Extract<GraphResult, { status: 'unknown_name' }>;

/** Definitions of one name that a query still answers for together. */
export const MAX_SUBJECTS = 12;
const MAX_NEAR = 5;

/**
 * Answers one query from the code graph.
 * @throws Fault those of the graph store
 * @example
 * const result = await runQuery({ graph, ref }, { operation: 'callers', names: ['Client.send'] }, { limit: 100 });
 */
export async function runQuery(
  reader: SnapshotGraph,
  { operation: name, names, file, within, kind, among, depth }: GraphQuery,
  asked: QueryLimits,
): Promise<GraphResult> {
  const operation = OPERATIONS[name];
  const limits = { ...asked, ...defined({ kind, depth }) };
  if (operation.names === 0) return wholeGraph(reader, operation, names[0], limits);
  const subjects: (readonly Subject[])[] = [];
  const overloads: string[] = [];
  for (const [at, wanted] of names.entries()) {
    const { bare, types } = withoutTypes(wanted);
    const all = await subjectsOf(reader, operation, bare, at === 0 ? file : undefined);
    const { subjects: found, note } = overloadsOf(all, types);
    overloads.push(...note);
    if (found.length === 0) return literal(reader, operation, wanted, limits);
    if (found.length > MAX_SUBJECTS && !operation.isOfAll)
      return { status: 'ambiguous', name: wanted, subjects: found };
    subjects.push(found);
  }
  const given =
    operation.names === 1
      ? (subjects[0] ?? [])
      : subjects.map((same) => ({ name: same[0]?.name ?? '', nodes: same.flatMap(({ nodes }) => nodes) }));
  const nodes = subjects.flat().flatMap((subject) => subject.nodes);
  const isElsewhere = file !== undefined && !nodes.some(({ path = '' }) => endsInPath(path, file));
  const inFile = operation.names > 1 ? undefined : (within ?? (isElsewhere ? file : undefined));
  const runAll = (most: QueryLimits): Promise<Relations> =>
    operation.names === 1 && given.length > 1 && !operation.isOfAll
      ? bySubject(reader, operation, given, most)
      : operation.run(reader, given, most);
  const run = async (most: QueryLimits): Promise<Relations> =>
    among === undefined || operation.isWay
      ? runAll(most)
      : amongTests(await runAll({ ...most, limit: MAX_BEFORE_FILE }), among, most);
  const found =
    inFile === undefined
      ? await run(limits)
      : withinFile(
          await run({ ...limits, limit: MAX_BEFORE_FILE }),
          inFile,
          limits,
          isElsewhere ? notIn(file, names[0] ?? '', nodes) : undefined,
        );
  const areFields = nodes.every(({ kind }) => kind === 'FIELD');
  // The graph may lack the uses of a field: a key of an options object, a setting.
  const stated =
    areFields && found.total === 0 ? await statedAs(reader, operation, names[0] ?? '', limits) : null;
  if (stated) return stated;
  const meant = operation.isWay ? onTheWay(subjects, found) : subjects;
  const notes = meant.flatMap((one, at) => whichOf(names[at] ?? '', one, subjects[at] ?? []));
  const note = [...(found.note === undefined ? [] : [found.note]), ...overloads, ...new Set(notes)].join(
    '; ',
  );
  return {
    ...{ status: 'found', operation, names, subjects: meant },
    found: note === '' ? found : { ...found, note },
  };
}

/** That a file does not define a name, and which files do. */
function notIn(file: string, name: string, nodes: readonly GraphNode[]): string {
  const paths = [...new Set(nodes.flatMap(({ path }) => path ?? []))].toSorted();
  return `${file} defines no ${name}, which is in ${firstFiles(paths).join(', ')}`;
}

/** Where the definition is that a way means, if others have its name. */
function whichOf(name: string, meant: readonly Subject[], all: readonly Subject[]): readonly string[] {
  const path = meant[0]?.nodes[0]?.path;
  if (meant.length === all.length || path === undefined) return [];
  const others = all.length - meant.length;
  return [`${name} is the one in ${path}, of ${others + 1} definitions`];
}

/** Of several definitions that a name of a way means, the one that the way begins or ends at. */
function onTheWay(
  subjects: readonly (readonly Subject[])[],
  { relations }: Relations,
): readonly (readonly Subject[])[] {
  return subjects.map((same, at) => {
    const step = relations.at(at === 0 ? 0 : -1);
    const ends = new Set([step?.edge.from, step?.edge.to]);
    const meant = same.filter(({ nodes }) => nodes.some(({ key }) => ends.has(key)));
    return meant.length === 1 ? meant : same;
  });
}

/** An operation over everything, or over one folder: unknown where that has no definitions. */
async function wholeGraph(
  reader: SnapshotGraph,
  operation: GraphOperation,
  folder: string | undefined,
  limits: QueryLimits,
): Promise<GraphResult> {
  const { nodes } = await reader.graph.list(reader.ref, { kinds: [], limit: 1 });
  if (nodes.length === 0) return unknown(reader, folder ?? '', []);
  const found = await operation.run(reader, [], { ...limits, folder });
  // "the entry points of ripgrep", where that is the repository.
  if (folder !== undefined && found.total === 0 && isRepository(reader, folder))
    return wholeGraph(reader, operation, undefined, limits);
  if (folder !== undefined && found.total === 0) {
    const folders = new Set<string>();
    const within = new Set<string>();
    await forEachNode(reader, { kinds: [] }, (node) => {
      if (isIn(node, folder)) within.add(node.key);
      if (node.path?.includes('/')) folders.add(node.path.slice(0, node.path.lastIndexOf('/')));
    });
    if (within.size === 0) {
      const meant = await folderNamed(reader, folder);
      if (meant !== null) return wholeGraph(reader, operation, meant, limits);
      return unknown(reader, folder, nearestNames(folder, folders, MAX_NEAR));
    }
  }
  const names = folder === undefined ? [] : [folder];
  return { status: 'found', operation, names, subjects: [], found };
}

function isRepository({ ref }: SnapshotGraph, name: string): boolean {
  return shownRepository(ref.repository).toLowerCase() === name.toLowerCase();
}

/** A name without a definition: the places that state it as text, if the operation takes those, else similar names. */
async function literal(
  reader: SnapshotGraph,
  operation: GraphOperation,
  name: string,
  limits: QueryLimits,
): Promise<GraphResult> {
  const stated = await statedAs(reader, operation, name, limits);
  if (stated) return stated;
  const { names, meant } = await nearNames(reader.graph, reader.ref, name, MAX_NEAR);
  return { ...(await unknown(reader, name, names)), ...(meant === undefined ? {} : { meant }) };
}

/** A name that the graph does not have may be in a file that it does not read. */
async function unknown(reader: SnapshotGraph, name: string, near: readonly string[]): Promise<UnknownName> {
  return { status: 'unknown_name', name, near, ungraphed: ungraphed((await reader.paths?.()) ?? []) };
}

/** The places that state a name as text; null if the operation takes no such name, or there are none. */
async function statedAs(
  reader: SnapshotGraph,
  operation: GraphOperation,
  name: string,
  limits: QueryLimits,
): Promise<GraphResult | null> {
  const found = await operation.literal?.(reader, name, limits);
  // That no type has the methods of a known interface is a result.
  if (!found || (found.total === 0 && found.limits === undefined)) return null;
  const shown = found.limits === undefined ? literally(operation) : operation;
  return { status: 'found', operation: shown, names: [name], subjects: [[]], found };
}

/** The operation for a name that is text: its heading says what was found. */
function literally(operation: GraphOperation): GraphOperation {
  return {
    ...operation,
    limits:
      'The code graph has no relations of this name: these are the functions, types and constants in whose code it stands as text. Documentation, scripts and configuration files are found by search.',
    heading: ([name = ''], all) => `${counted(all, 'definition')} with the text ${name}`,
  };
}
