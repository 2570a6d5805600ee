import type { NodeKey } from '@quarry/turn';
import { confidenceOf } from '../confidence';
import type { EdgePage, EdgeQuery, LocatedEdge, Provenance } from '../port';
import type { Neo4jConnection } from './connection';
import { neo4j } from './driver';
import { idOf } from './identity';

type EdgeRow = Omit<LocatedEdge, 'line' | 'confidence' | 'provenance'> & {
  readonly line: number | null;
  readonly confidence: number;
  readonly provenance: Provenance | null;
};

/**
 * Several files may state one relation: it is shown once, with the first line. The other end has no label here, so that
 * no plan looks it up by its id.
 */
function matched(direction: EdgeQuery['direction']): string {
  return `UNWIND $ids AS id MATCH (here:QuarrySymbol {id: id})${direction === 'in' ? '<-' : '-'}[e:QUARRY_EDGE]${direction === 'in' ? '-' : '->'}(there)
  WHERE $all OR e.kind IN $kinds`;
}

const COUNT = 'RETURN count(DISTINCT [here.id, there.id, e.kind]) AS total';

const PAGE = `
  WITH here, there, e ORDER BY coalesce(e.line, 1000000000)
  WITH here, there, e.kind AS kind, head(collect(e)) AS first, max(coalesce(e.confidence, 1.0)) AS confidence
  ORDER BY there.key, here.key, kind LIMIT $limit
  MATCH (f:QuarryFile {id: first.file})
  RETURN here.key AS here, there.key AS there, kind, first.line AS line, f.path AS path, confidence,
    first.provenance AS provenance
  ORDER BY there, here, kind`;

/** The edges that end or start at the given keys. */
export async function edgesAt(
  connection: Neo4jConnection,
  snapshot: string,
  keys: readonly NodeKey[],
  { direction, edgeKinds, limit }: EdgeQuery,
): Promise<EdgePage> {
  const ids = [...new Set(keys.map((key) => idOf(snapshot, 'key', key)))];
  const most = Math.max(0, Math.floor(limit) || 0);
  if (ids.length === 0) return { edges: [], total: 0 };
  const parameters = { ids, kinds: edgeKinds, all: edgeKinds.length === 0, limit: neo4j().int(most) };
  const [counts, rows] = await Promise.all([
    connection.read<{ total: number }>(`${matched(direction)} ${COUNT}`, parameters),
    connection.read<Omit<EdgeRow, 'from' | 'to'> & { here: NodeKey; there: NodeKey }>(
      `${matched(direction)} ${PAGE}`,
      parameters,
    ),
  ]);
  const edges = rows.map(({ here, there, kind, line, path, confidence, provenance }): LocatedEdge => {
    const [from, to] = direction === 'in' ? [there, here] : [here, there];
    return {
      ...{ from, to, kind, path },
      ...(line === null ? {} : { line }),
      ...confidenceOf(confidence),
      ...(provenance === null ? {} : { provenance }),
    };
  });
  return { edges, total: counts[0]?.total ?? 0 };
}
