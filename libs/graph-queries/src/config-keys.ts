import type { GraphNode } from '@quarry/graph-store';
import { mentions } from './mentions';
import type { QueryLimits, Relation, Relations, SnapshotGraph } from './operation';
import { firstFiles, limited } from './found';
import { COMMENT } from './source-lines';
import { directSteps, inOrder, relationsOf } from './relations';

/** The lines of files that set configuration keys or environment variables: one key can be set in many files. */
export async function settingsOf(
  reader: SnapshotGraph,
  nodes: readonly GraphNode[],
): Promise<readonly Relation[]> {
  const keys = nodes.filter(isConfigKey).map(({ key }) => key);
  if (keys.length === 0) return [];
  return relationsOf(reader, (await directSteps(reader, keys, 'in', ['DEFINES'])).steps);
}

/**
 * What reads configuration keys: what does so by a call that the graph knows, and, probably, the definitions that state
 * the name as text, as `settings.get("PORT")` does. A note says where they are set.
 */
export async function readersOfKeys(
  reader: SnapshotGraph,
  nodes: readonly GraphNode[],
  limits: QueryLimits,
): Promise<Relations> {
  const keys = nodes.map(({ key }) => key);
  const { steps, cut } = await directSteps(reader, keys, 'in', ['READS_FROM']);
  const known = await relationsOf(reader, steps);
  const seen = new Set(known.flatMap((one) => [one.key, lineOf(one)]));
  const stated = await mentions(reader, nodes[0]?.name ?? '', { ...limits, limit: Infinity });
  const others = stated.relations.filter(
    (one) => !seen.has(one.key) && !seen.has(lineOf(one)) && !COMMENT.test(one.place?.text ?? ''),
  );
  const all = [...known, ...others.map((one) => ({ ...one, probable: true as const }))].toSorted(inOrder);
  const set = await settingsOf(reader, nodes);
  return {
    ...limited(all, cut || stated.atLeast === true, limits),
    ...(set.length === 0 ? {} : { note: noteOf(set) }),
  };
}

function lineOf({ place }: Relation): string {
  return `${place?.path ?? ''}:${place?.line ?? ''}`;
}

export function isConfigKey({ kind }: Pick<GraphNode, 'kind'>): boolean {
  return kind === 'CONFIG_KEY';
}

/** `set in Makefile, line 3, and 2 more files`. */
function noteOf(set: readonly Relation[]): string {
  const places = set.flatMap(({ place }) => (place ? [`${place.path}, line ${place.line}`] : []));
  return `set in ${firstFiles(places).join('; ')}`;
}
