import type { GraphNode } from '@quarry/graph-store';
import { relatedTypes } from '../inheritance';
import { listed } from '../listed';
import type { QueryLimits, Relation, Relations, SnapshotGraph } from '../operation';
import { lastPart } from '../owners';
import { inOrder, nodesBy, relationsOf } from '../relations';
import { scan } from '../scan';
import { limited } from '../found';
import { anonymousClasses } from './anonymous-classes';
import { declaredBases } from './declared-bases';

/** What the declarations of types cannot say about a base that the index does not have. */
const LIMITS =
  'The index does not have this base: these are the types whose own declaration names it, and what derives from them. ' +
  'A type that gets it from another base outside of the index, and a function in its place, such as a lambda, are not listed.';

/**
 * Types that derive from a base or interface outside of the index, such as `Error` or `java.util.Comparator`: those
 * whose declaration names it, classes without a name, and what derives from these.
 */
export async function statedBases(
  reader: SnapshotGraph,
  base: string,
  limits: QueryLimits,
): Promise<Relations> {
  const name = lastPart(base);
  const { nodes, cut } = await scan(reader, ['TYPE'], { containing: name, tests: true });
  const stating = nodes.filter((node) => declaredBases(node).some((stated) => isSame(stated, base)));
  const own = await ofThatName(reader, stating, name);
  const direct = stating.filter(({ key }) => !own.has(key));
  const anonymous = await anonymousClasses(reader, base);
  const keys = direct.map(({ key }) => key);
  const below = await relatedTypes(reader, keys, 'in');
  const derived = (await relationsOf(reader, below.steps)).map((relation) => deeper(relation));
  const first = listed(
    direct.map((node) => ({ node })),
    cut,
    { ...limits, limit: direct.length },
  );
  const all = [...first.relations, ...anonymous.relations].toSorted(inOrder);
  const found = limited([...all, ...derived.toSorted(inOrder)], cut || below.cut || anonymous.cut, limits);
  return found.total === 0 ? found : { ...found, limits: LIMITS };
}

/** Whether a base as a declaration writes it can be the one that is asked for: its last part is the same, and what is before. */
function isSame(stated: string, asked: string): boolean {
  const [one, other] = [stated, asked].map((name) => name.replace(/::/g, '.'));
  if (one === undefined || other === undefined) return false;
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

/** Those of the types that derive from a type of that name within the index: their declarations name that one. */
async function ofThatName(
  reader: SnapshotGraph,
  types: readonly GraphNode[],
  name: string,
): Promise<ReadonlySet<string>> {
  const { edges } = await reader.graph.edgesAt(
    reader.ref,
    types.map(({ key }) => key),
    { direction: 'out', edgeKinds: ['INHERITS', 'IMPLEMENTS'], limit: 20_000 },
  );
  const bases = await nodesBy(
    reader,
    edges.map(({ to }) => to),
  );
  return new Set(edges.filter(({ to }) => bases.get(to)?.name === name).map(({ from }) => from));
}

/** A relation to a type that states the base: one step more to the base itself. */
function deeper(relation: Relation): Relation {
  return { ...relation, depth: relation.depth + 1, through: relation.through ?? relation.target };
}
