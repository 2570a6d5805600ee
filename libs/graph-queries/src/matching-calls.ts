import type { GraphNode } from '@quarry/graph-store';
import { relatedTypes } from './inheritance';
import type { SnapshotGraph } from './operation';
import { ownerOf } from './owners';
import { nodesBy } from './relations';

/** What the receiver of a call can be, if the call is of one of some methods. */
export interface Matching {
  /** Short names of the types that have the methods, and of those above and below them; empty for functions. */
  readonly types: ReadonlySet<string>;
}

/** What a call must look like to be of one of these definitions. */
export async function matchingOf(
  reader: SnapshotGraph,
  definitions: readonly GraphNode[],
): Promise<Matching> {
  const methods = definitions.filter(({ kind }) => kind === 'METHOD' || kind === 'FIELD');
  if (methods.length === 0 || methods.length < definitions.length) return { types: new Set() };
  const { edges } = await reader.graph.edgesAt(
    reader.ref,
    methods.map(({ key }) => key),
    { direction: 'in', edgeKinds: ['DEFINES'], limit: 20_000 },
  );
  const owners = edges.map(({ from }) => from);
  const above = await relatedTypes(reader, owners, 'out');
  const below = await relatedTypes(reader, owners, 'in');
  const nodes = await nodesBy(
    reader,
    [...above.steps, ...below.steps].map(({ end }) => end),
  );
  return {
    types: new Set([
      ...methods.map(({ qualifiedName }) => lastPart(ownerOf(qualifiedName))),
      ...[...nodes.values()].map(({ name }) => name),
    ]),
  };
}

/** A type before a name: `File::open(`, `Jsoup.clean(`; also with type arguments in Rust. */
const OF_TYPE = /(?<![\w$).\]])(?:[\w$]+(?:::|\.)){0,8}(\p{Lu}[\w$]*)(?:::<[^<>]{0,80}>)?(?:::|\.)$/u;
const OF_ITSELF = /(?<![\w$.])(?:self|this|Self)(?:\.|::|->)$/;
/** Languages in which what begins with a capital letter and stands before a point is a type. */
const CAPITAL_TYPES: ReadonlySet<string> = new Set(['rust', 'java']);

/**
 * Whether a call can be of the definitions, by what stands before the name: not of a method of another type, nor of a
 * member of the caller's own type if that is unrelated.
 * @param before the code of the line up to the name
 * @param caller the function that contains the line
 */
export function mayMatch(before: string, caller: GraphNode, { types }: Matching): boolean {
  if (types.size === 0) return true;
  if (OF_ITSELF.test(before)) return types.has(lastPart(ownerOf(caller.qualifiedName)));
  if (!CAPITAL_TYPES.has(caller.language)) return true;
  const type = OF_TYPE.exec(before)?.[1];
  // One or two letters are a type parameter.
  return type === undefined || type.length <= 2 || types.has(type);
}

function lastPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1);
}
