import type { estypes } from '@elastic/elasticsearch';
import { readRefusal, refusalFault } from '@quarry/elasticsearch';
import { Fault, defined } from '@quarry/turn';
import type { Snapshot } from './snapshot';

/** How long the server keeps the point in time for the next page. */
const KEEP_ALIVE = '2m';

/** Documents per page, at most 10,000. */
const PAGE = 1_000;

/** A query, and a sort order without ties. */
export interface Listing {
  readonly query: estypes.QueryDslQueryContainer;
  readonly sort: readonly estypes.SortCombinations[];
  readonly source: readonly string[];
  readonly size?: number;
}

/** A reader of any number of documents of an index, as of one point in time. */
export class Moment {
  private constructor(
    private readonly snapshot: Snapshot,
    private readonly index: string,
    private id: string,
  ) {}

  /** @throws Fault `index_missing` */
  static async of(snapshot: Snapshot, index = snapshot.alias): Promise<Moment> {
    const { id } = await snapshot.call((client) => client.openPointInTime({ index, keep_alive: KEEP_ALIVE }));
    return new Moment(snapshot, index, id);
  }

  async *pages<Document>(listing: Listing): AsyncGenerator<readonly Document[]> {
    for await (const hits of this.hits<Document>(listing))
      yield hits.map(({ _source }) => _source as Document);
  }

  /** The same documents, each with its id and revision. */
  async *hits<Document>(listing: Listing): AsyncGenerator<readonly estypes.SearchHit<Document>[]> {
    const size = listing.size ?? PAGE;
    for (let after: estypes.SortResults | undefined; ;) {
      const hits = await this.page<Document>(listing, size, after);
      if (hits.length > 0) yield hits;
      after = hits.at(-1)?.sort;
      if (hits.length < size || after === undefined) return;
    }
  }

  /** All documents, if they fit into memory. */
  async all<Document>(listing: Listing): Promise<Document[]> {
    const all: Document[] = [];
    for await (const page of this.pages<Document>(listing)) all.push(...page);
    return all;
  }

  /** The number of matches. */
  async count(query: estypes.QueryDslQueryContainer): Promise<number> {
    const response = await this.ask({ query, size: 0, track_total_hits: true });
    return totalOf(response);
  }

  async close(): Promise<void> {
    // The point in time expires by itself otherwise.
    await this.snapshot.server
      .call((client) => client.closePointInTime({ id: this.id }, { ignore: [404] }))
      .catch(() => undefined);
  }

  private async page<Document>(
    { query, sort, source }: Listing,
    size: number,
    after: estypes.SortResults | undefined,
  ): Promise<estypes.SearchHit<Document>[]> {
    const response = await this.ask<Document>({
      query,
      size,
      sort: [...sort],
      _source: [...source],
      track_total_hits: false,
      seq_no_primary_term: true,
      ...defined({ search_after: after }),
    });
    return response.hits.hits;
  }

  private async ask<Document>(request: estypes.SearchRequest): Promise<estypes.SearchResponse<Document>> {
    const response = await this.snapshot.call((client) =>
      client.search<Document>(
        { ...request, pit: { id: this.id, keep_alive: KEEP_ALIVE } },
        { ignore: [404] },
      ),
    );
    const failed = response as { readonly error?: unknown; readonly status?: number };
    if (failed.error !== undefined) throw this.gone();
    const [failure] = response._shards.failures ?? [];
    if (failure) {
      if (failure.status === 'NOT_FOUND') throw this.gone();
      throw refusalFault(readRefusal(500, failure.reason), this.snapshot.server.address);
    }
    this.id = response.pit_id ?? this.id;
    return response;
  }

  private gone(): Fault {
    return new Fault(
      'store_unavailable',
      `${this.snapshot.name} was rebuilt or deleted during the read (${this.index}). Read it again.`,
      { retryable: true },
    );
  }
}

/** Runs `work` on a point in time of an index, then releases it. */
export async function atOneMoment<T>(
  snapshot: Snapshot,
  work: (moment: Moment) => Promise<T>,
  index = snapshot.alias,
): Promise<T> {
  const moment = await Moment.of(snapshot, index);
  try {
    return await work(moment);
  } finally {
    await moment.close();
  }
}

export function totalOf(response: Pick<estypes.SearchResponse, 'hits'>): number {
  const { total } = response.hits;
  return typeof total === 'number' ? total : (total?.value ?? 0);
}

export function ofKind(
  kind: string,
  ...more: estypes.QueryDslQueryContainer[]
): estypes.QueryDslQueryContainer {
  return { bool: { filter: [{ term: { kind } }, ...more] } };
}
