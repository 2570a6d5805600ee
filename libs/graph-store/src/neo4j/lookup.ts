import { normalizedName, folded } from '../names';
import type { GraphNode } from '../port';
import type { Neo4jConnection } from './connection';
import { neo4j } from './driver';
import { idOf } from './identity';
import { BODY, LIVE } from './read';
import { backwards } from './rows';

export type Found = GraphNode & { readonly match: 'exact' | 'partial' };

/** Trigrams need three characters; for shorter names, all names of the snapshot are read. */
const SHORTEST_TRIGRAM = 3;

/** Ranks 1–4: key, qualified name, ending, name; 5–8: the same ignoring case. */
const EXACT = `${LIVE}
  UNWIND $names AS q
  CALL {
    WITH q
    CALL {
      WITH q MATCH (s:QuarrySymbol {folded: q.foldedKey})<-[d:QUARRY_HAS]-()
      RETURN s, d, CASE WHEN s.key = q.key THEN 1 ELSE 5 END AS rank
      UNION ALL
      WITH q MATCH (s)<-[d:QUARRY_HAS {back: q.back}]-() WHERE d.foldedQualified = q.low
      RETURN s, d, CASE WHEN d.qualified = q.wanted THEN 2 ELSE 6 END AS rank
      UNION ALL
      WITH q MATCH (s)<-[d:QUARRY_HAS]-()
      WHERE d.back STARTS WITH q.ending AND d.foldedQualified ENDS WITH '.' + q.low
      RETURN s, d, CASE WHEN d.qualified ENDS WITH '.' + q.wanted THEN 3 ELSE 7 END AS rank
      UNION ALL
      WITH q MATCH (s)<-[d:QUARRY_HAS {named: q.named}]-()
      RETURN s, d, CASE WHEN d.name = q.wanted THEN 4 ELSE 8 END AS rank
    }
    WITH s, min(rank) AS rank, max(d.defined) AS defined, min(d.long) AS long
    ORDER BY rank, defined DESC, long, s.key LIMIT $limit
    RETURN collect({id: s.id, body: ${BODY}}) AS found
  }
  RETURN q.place AS place, found`;

/** Qualified names that contain `low`, ignoring case; those whose last part contains it come first. */
const partial = (candidates: string) => `${LIVE}
  UNWIND $names AS q
  CALL {
    WITH q
    CALL {
      ${candidates}
    }
    WITH q, s, d WHERE NOT s.id IN q.without
    WITH s, max(d.foldedName CONTAINS q.low) AS inName, max(d.defined) AS defined, min(d.long) AS long
    ORDER BY inName DESC, defined DESC, long, s.key LIMIT $limit
    RETURN collect({id: s.id, body: ${BODY}}) AS found
  }
  RETURN q.place AS place, found`;

const BY_TRIGRAMS = partial(`
      WITH q MATCH (s:QuarrySymbol)<-[d:QUARRY_HAS]-() USING TEXT INDEX d:QUARRY_HAS(part)
      WHERE d.part CONTAINS q.low AND s.snapshot = $snapshot RETURN s, d
      UNION ALL
      WITH q MATCH (s:QuarrySymbol)<-[d:QUARRY_HAS {oversized: $snapshot}]-()
      WHERE d.foldedQualified CONTAINS q.low RETURN s, d`);
const BY_READING = partial(`
      WITH q MATCH (f:QuarryFile {snapshot: $snapshot})-[d:QUARRY_HAS]->(s)
      WHERE d.foldedQualified CONTAINS q.low RETURN s, d`);

/** A name as a parameter of the statements. `place` is its index in the request. */
interface Asked {
  readonly place: number;
  readonly key: string;
  readonly foldedKey: string;
  readonly wanted: string;
  readonly low: string;
  readonly named: string;
  readonly back: string;
  readonly ending: string;
}

/**
 * For each name its nodes, best first. Within a rank: definitions before references, short qualified names before long
 * ones, then by key. Each kind of lookup takes all names in one statement.
 */
export async function lookupNames(
  connection: Neo4jConnection,
  snapshot: string,
  names: readonly string[],
  limit: number,
): Promise<readonly (readonly Found[])[]> {
  const most = Math.max(0, Math.floor(limit) || 0);
  const queries = most === 0 ? [] : names.flatMap((name, place) => askedFor(snapshot, name, place));
  const search = { snapshot, limit: neo4j().int(most) };
  const exact = await bearers(connection, EXACT, search, queries);
  const open = queries
    .map((query) => ({ ...query, without: (exact.get(query.place) ?? []).map(({ id }) => id) }))
    .filter(({ without }) => without.length < most);
  const isShort = ({ low }: Asked) => [...low].length < SHORTEST_TRIGRAM;
  const short = await bearers(connection, BY_READING, search, open.filter(isShort));
  const long = await bearers(
    connection,
    BY_TRIGRAMS,
    search,
    open.filter((query) => !isShort(query)),
  );
  return names.map((_, place) => {
    const partial = short.get(place) ?? long.get(place) ?? [];
    return [...nodesOf(exact.get(place) ?? [], 'exact'), ...nodesOf(partial, 'partial')].slice(0, most);
  });
}

function askedFor(snapshot: string, name: string, place: number): Asked[] {
  const wanted = normalizedName(name);
  if (wanted === '') return [];
  const low = folded(wanted);
  const key = name.trim();
  return [
    {
      place,
      key,
      foldedKey: idOf(snapshot, 'folded key', folded(key)),
      wanted,
      low,
      named: idOf(snapshot, 'folded name', low),
      back: backwards(snapshot, low),
      ending: backwards(snapshot, `.${low}`),
    },
  ];
}

/** A symbol with the name, and the body of its node. */
interface Bearer {
  readonly id: string;
  readonly body: string | null;
}

/** Index of a name → symbols with that name, best first. */
async function bearers(
  connection: Neo4jConnection,
  statement: string,
  search: Readonly<Record<string, unknown>>,
  queries: readonly Asked[],
): Promise<ReadonlyMap<number, readonly Bearer[]>> {
  if (queries.length === 0) return new Map();
  const names = queries.map((query) => ({ ...query, place: neo4j().int(query.place) }));
  const rows = await connection.read<{ place: number; found: Bearer[] }>(statement, { ...search, names });
  return new Map(rows.map(({ place, found }) => [place, found]));
}

function nodesOf(found: readonly Bearer[], match: Found['match']): Found[] {
  return found.flatMap(({ body }) => (body === null ? [] : [{ ...(JSON.parse(body) as GraphNode), match }]));
}
