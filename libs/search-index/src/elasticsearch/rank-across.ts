import type { PartHit, RankedQuery } from '../port';
import { mergeParts } from '../merge-parts';
import type { Meta } from './meta';
import { isBehind, searchAmong, type Among, type RawHit } from './multi-search';
import { ownLanguages } from './own-languages';
import { exactBody, limitOf, termsBodyOfAll, type SearchBody } from './queries';
import { bodyOf, checkQuery, chunkOf, cosineOf, formOf } from './ranking';
import type { Snapshot } from './snapshot';

/** Retries if meta data change during a search. */
const ATTEMPTS = 3;

/** One snapshot of a search over several. */
export interface AcrossPart {
  readonly snapshot: Snapshot;
  readonly queries: readonly (RankedQuery | null)[];
}

/** Parts that one search can answer: their queries and the forms of their indexes are equal. */
interface Group {
  readonly query: RankedQuery;
  readonly at: number;
  readonly meta: Meta;
  readonly parts: readonly number[];
  readonly body: Exclude<SearchBody, null>;
}

/**
 * One list per query over all parts, all of them in one request: the server computes the rarity of words over all
 * indexes of a search. Indexes with different filters, models or vector indexes are different searches of that request.
 * @param known the last known meta data of each part
 * @throws Fault `index_missing`, `bm25_missing`, `index_other_model`
 */
export async function rankAcross(
  parts: readonly AcrossPart[],
  known: readonly (Meta | undefined)[],
): Promise<{ readonly metas: readonly Meta[]; readonly lists: readonly (readonly PartHit[])[] }> {
  const [first, ...others] = parts.map(({ snapshot }) => snapshot);
  if (!first) return { metas: [], lists: [] };
  const snapshots = [first, ...others] as const;
  const queries = parts.flatMap((part) => part.queries.filter((query) => query !== null));
  const own = await ownLanguages(snapshots, queries);
  let metas = known.every((meta) => meta !== undefined) ? known : (await searchAmong(snapshots, [])).metas;
  for (let attempt = 1; ; attempt++) {
    const groups = groupsOf(parts, metas, own);
    const seen = await searchAmong(
      snapshots,
      groups.map(({ query, parts: among, body }): Among => ({
        snapshots: among.flatMap((part) => parts[part]?.snapshot ?? []),
        body,
        isGlobal: query.kind === 'bm25',
      })),
    );
    const isSame = seen.metas.every((meta, at) => formOf(meta) === formOf(metas[at] ?? meta));
    metas = seen.metas;
    if (!isSame && attempt < ATTEMPTS) continue;
    if (!isSame) throw first.busy();
    for (const [part, { queries: asked, snapshot }] of parts.entries())
      for (const query of asked) if (query) checkQuery(query, metas[part] ?? seen.metas[0]!, snapshot.name);
    const found: (readonly PartHit[])[] = [];
    for (const [at, group] of groups.entries()) found.push(await hitsOf(parts, group, seen.lists[at] ?? []));
    const count = parts[0]?.queries.length ?? 0;
    const lists = Array.from({ length: count }, (_, query) => merged(groups, found, query));
    return { metas, lists };
  }
}

function groupsOf(
  parts: readonly AcrossPart[],
  metas: readonly Meta[],
  own: ReadonlySet<string>,
): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const [part, { queries }] of parts.entries())
    for (const [at, query] of queries.entries()) {
      const meta = metas[part];
      const plain = query && meta ? bodyOf(query, meta, own) : null;
      const body = plain && query?.kind === 'bm25' ? termsBodyOfAll(query, own) : plain;
      if (!query || !meta || body === null) continue;
      const key = JSON.stringify([at, query.filter ?? null, formOf(meta)]);
      const group = groups.get(key) ?? { query, at, meta, parts: [], body };
      groups.set(key, { ...group, parts: [...group.parts, part] });
    }
  return [...groups.values()];
}

async function hitsOf(
  parts: readonly AcrossPart[],
  { query, meta, parts: among, body }: Group,
  hits: readonly RawHit[],
): Promise<readonly PartHit[]> {
  const partOf = ({ _index }: RawHit): number =>
    among.find((part) => parts[part] && isBehind(parts[part].snapshot, _index)) ?? -1;
  if (query.kind === 'bm25')
    return hits.map((hit) => ({ chunk: chunkOf(hit), score: hit._score ?? 0, part: partOf(hit) }));
  const isWalked = 'knn' in body;
  const isShort = isWalked && meta.vectorIndex.type !== 'flat' && hits.length < limitOf(query);
  const exact = isShort ? exactBody(query, meta) : null;
  const snapshots = among.flatMap((part) => parts[part]?.snapshot ?? []);
  const [first, ...others] = snapshots;
  // The graph search did not reach as many neighbors as wanted.
  const all =
    exact && first
      ? ((await searchAmong([first, ...others], [{ snapshots, body: exact }])).lists[0] ?? [])
      : hits;
  const cosine = cosineOf(query, meta, isWalked && !exact);
  return all.map((hit) => ({ chunk: chunkOf(hit), score: cosine(hit), part: partOf(hit) }));
}

/** The list of a query: of its groups, as from one index. */
function merged(
  groups: readonly Group[],
  found: readonly (readonly PartHit[])[],
  query: number,
): readonly PartHit[] {
  const own = groups.flatMap((group, at) => (group.at === query ? [{ group, hits: found[at] ?? [] }] : []));
  const limit = Math.max(0, ...own.map(({ group }) => limitOf(group.query)));
  const byPart = own.flatMap(({ hits }) => hits);
  const most = Math.max(-1, ...byPart.map(({ part }) => part));
  const lists = Array.from({ length: most + 1 }, (_, part) =>
    byPart
      .filter((hit) => hit.part === part)
      .toSorted((a, b) => b.score - a.score || (a.chunk.id < b.chunk.id ? -1 : 1)),
  );
  return mergeParts(lists, limit);
}
