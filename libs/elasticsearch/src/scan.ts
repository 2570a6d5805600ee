import type { estypes } from '@elastic/elasticsearch';
import type { DocumentIndex } from './document-index';

/** Hits per page; the server's limit is 10,000. */
const PAGE = 5_000;
const KEEP_ALIVE = '2m';

export interface Scan extends Pick<
  estypes.SearchRequest,
  '_source' | 'docvalue_fields' | 'seq_no_primary_term'
> {
  readonly filter: estypes.QueryDslQueryContainer[];
}

/** All matches, page by page, as of one point in time after every acknowledged write. */
export async function* scan<Document>(
  index: Pick<DocumentIndex<object>, 'name' | 'call'>,
  { filter, ...fields }: Scan,
): AsyncGenerator<readonly estypes.SearchHit<Document>[]> {
  await index.call((client) => client.indices.refresh({ index: index.name }));
  const { id } = await index.call((client) =>
    client.openPointInTime({ index: index.name, keep_alive: KEEP_ALIVE }),
  );
  try {
    for (let after: estypes.SortResults | undefined; ;) {
      const searchAfter = after === undefined ? {} : { search_after: after };
      const { hits } = await index.call((client) =>
        client.search<Document>({
          pit: { id, keep_alive: KEEP_ALIVE },
          query: { bool: { filter } },
          sort: [{ _shard_doc: 'asc' }],
          size: PAGE,
          track_total_hits: false,
          allow_partial_search_results: false,
          ...searchAfter,
          ...fields,
        }),
      );
      if (hits.hits.length > 0) yield hits.hits;
      after = hits.hits.at(-1)?.sort;
      if (hits.hits.length < PAGE || after === undefined) return;
    }
  } finally {
    // It expires by itself if the request fails.
    await index.call((client) => client.closePointInTime({ id })).catch(() => undefined);
  }
}
