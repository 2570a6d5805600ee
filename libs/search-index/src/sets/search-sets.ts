import {
  inRepository,
  memberOf,
  readingSetsBy,
  shownRepository,
  type Section,
  type SnapshotRef,
} from '@quarry/turn';
import type { Hit, IndexInfo, PartHit, RankedQuery, SearchIndex, SearchQuery } from '../port';
import { describeSet } from './describe-set';
import { filterFor } from './filter-for';
import { chunkIn, sectionIn } from './named';

type Members = readonly SnapshotRef[];

/**
 * Makes a search index read sets of snapshots, as if each repository were a folder with its name: paths, ids and keys
 * begin with it. Sets cannot be written. A single snapshot is read as before.
 *
 * @example
 * const sets = readingSets(index);
 * const [hits] = await sets.search(snapshotSet([alpha, beta]), [{ kind: 'bm25', text: 'retry', k: 10 }]);
 * hits[0].chunk.path; // 'alpha/src/retry.ts'
 */
export function readingSets(index: SearchIndex): SearchIndex {
  return readingSetsBy(index, new SearchSets(index));
}

/** The reads of sets, named as those of the index. */
class SearchSets {
  constructor(private readonly index: SearchIndex) {}

  async describe(members: Members): Promise<IndexInfo | null> {
    return describeSet(await Promise.all(members.map((member) => this.index.describe(member))));
  }

  async manifest(
    members: Members,
    wanted?: { readonly endings?: readonly string[] },
  ): Promise<ReadonlyMap<string, string>> {
    const all = await Promise.all(
      members.map(async (member) => {
        const name = shownRepository(member.repository);
        const files = await this.index.manifest(member, wanted);
        return [...files].map(([path, hash]) => [inRepository(name, path), hash] as const);
      }),
    );
    return new Map(all.flat());
  }

  async sections(
    members: Members,
    wanted: { readonly paths?: readonly string[]; readonly rootsOnly?: boolean } = {},
  ): Promise<readonly Section[]> {
    const { paths, ...rest } = wanted;
    const places = paths?.flatMap((path) => memberOf(members, path) ?? []);
    const all = await Promise.all(
      members.map(async (member) => {
        const own = places?.filter((place) => place.member === member).map(({ text }) => text);
        if (own?.length === 0) return [];
        const sections = await this.index.sections(member, { ...rest, ...(own ? { paths: own } : {}) });
        return sections.map((section) => sectionIn(member, section));
      }),
    );
    return all.flat();
  }

  async search(members: Members, queries: readonly SearchQuery[]): Promise<readonly (readonly Hit[])[]> {
    const ranked = queries.filter((query) => query.kind !== 'path');
    const found = ranked.length === 0 ? [] : await this.ranked(members, ranked);
    const lists = found.values();
    const all: (readonly Hit[])[] = [];
    for (const query of queries)
      all.push(query.kind === 'path' ? await this.ofPath(members, query) : (lists.next().value ?? []));
    return all;
  }

  private async ranked(
    members: Members,
    queries: readonly RankedQuery[],
  ): Promise<readonly (readonly Hit[])[]> {
    const parts = members
      .map((ref) => ({ ref, queries: queries.map((query) => queryFor(query, ref, members)) }))
      .filter((part) => part.queries.some((query) => query !== null));
    if (parts.length === 0) return queries.map(() => []);
    const lists = await this.index.searchAcross(parts);
    const named = ({ part, chunk, score }: PartHit): Hit[] => {
      const ref = parts[part]?.ref;
      return ref ? [{ chunk: chunkIn(ref, chunk), score }] : [];
    };
    return lists.map((hits) => hits.flatMap(named));
  }

  private async ofPath(
    members: Members,
    query: Extract<SearchQuery, { readonly kind: 'path' }>,
  ): Promise<readonly Hit[]> {
    const place = memberOf(members, query.path);
    if (!place) return [];
    const [hits = []] = await this.index.search(place.member, [{ ...query, path: place.text }]);
    return hits.map(({ chunk, score }) => ({ chunk: chunkIn(place.member, chunk), score }));
  }
}

/** The query as one of the snapshots understands it; null if the filter leaves its repository out. */
function queryFor(query: RankedQuery, ref: SnapshotRef, members: Members): RankedQuery | null {
  const { filter, ...rest } = query;
  const own = filterFor(filter, ref, members);
  return own === null ? null : { ...rest, ...(own ? { filter: own } : {}) };
}
