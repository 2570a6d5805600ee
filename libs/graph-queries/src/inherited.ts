import type { GraphNode } from '@quarry/graph-store';
import { relatedTypes } from './inheritance';
import type { SnapshotGraph } from './operation';
import { nodesBy } from './relations';

/** Types of one name that are followed to their bases, at most. */
const MAX_TYPES = 12;

/**
 * The members that a type inherits under a name: of `Command.main`, where only `BaseCommand`, which `Command` extends,
 * defines `main`, that `BaseCommand.main`; the nearest ones.
 */
export async function inheritedMembers(
  reader: SnapshotGraph,
  wanted: string,
): Promise<readonly (GraphNode & { readonly match: 'exact' })[]> {
  const at = wanted.lastIndexOf('.');
  if (at <= 0) return [];
  const [owner, member] = [wanted.slice(0, at), wanted.slice(at + 1)];
  const [found = []] = await reader.graph.lookup(reader.ref, [owner], MAX_TYPES);
  const types = found.filter(
    ({ match, kind, name }) => match === 'exact' && kind === 'TYPE' && owner.endsWith(name),
  );
  const bases = await relatedTypes(
    reader,
    types.map(({ key }) => key),
    'out',
  );
  const depths = new Map(bases.steps.map(({ end, depth }) => [end, depth]));
  const defined = await reader.graph.edgesAt(reader.ref, [...depths.keys()], {
    ...{ direction: 'out', edgeKinds: ['DEFINES'], limit: 20_000 },
  });
  const nodes = await nodesBy(
    reader,
    defined.edges.map(({ to }) => to),
  );
  const members = defined.edges.flatMap(({ from, to }) => {
    const node = nodes.get(to);
    return node?.name === member ? [{ node, depth: depths.get(from) ?? Infinity }] : [];
  });
  const nearest = Math.min(...members.map(({ depth }) => depth));
  return members.filter(({ depth }) => depth === nearest).map(({ node }) => ({ ...node, match: 'exact' }));
}
