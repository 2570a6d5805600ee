import type { estypes } from '@elastic/elasticsearch';
import type { DocumentIndex } from '@quarry/elasticsearch';
import { seenIn, seenText, type KeptCitation, type Seen, type TurnName } from '../citation';
import {
  citationId,
  digest,
  headId,
  type ArchiveDocument,
  type CitationContent,
  type CitationDocument,
} from './documents';

/** Groups, documents and values per request. */
const PAGE = 1_000;
/** Repositories that kept turns cite. */
const MOST_REPOSITORIES = 10_000;

/** A turn, and when it was asked. */
type AskedTurn = TurnName & { readonly at: number };
type Query = estypes.QueryDslQueryContainer;
interface SeenPage {
  readonly after_key?: estypes.AggregationsCompositeAggregateKey;
  readonly buckets: readonly { readonly key: { readonly seen: string } }[];
}
interface RepositoryGroups {
  readonly buckets: readonly {
    readonly one: { readonly hits: { readonly hits: readonly { readonly _source?: CitationDocument }[] } };
  }[];
}

/** Citations as documents of the index of turns. */
export class CitationDocuments {
  constructor(private readonly index: DocumentIndex<ArchiveDocument>) {}

  add(turn: AskedTurn, citations: readonly KeptCitation[]): Promise<void> {
    return this.write(turn, citations, { op: 'create', compared: false });
  }

  mark(turn: AskedTurn, citations: readonly KeptCitation[]): Promise<void> {
    return this.write(turn, citations, { op: 'index', compared: true });
  }

  async of(head: string): Promise<readonly KeptCitation[]> {
    const found: KeptCitation[] = [];
    await this.each([{ term: { turn: head } }], ({ seen, content }) => {
      const { n, repository, state } = JSON.parse(content) as CitationContent;
      found.push({ n, repository, seen: seenIn(seen), state });
    });
    return found.toSorted((a, b) => a.n - b.n);
  }

  async uncompared(limit: number): Promise<readonly TurnName[]> {
    const hits = await this.search([{ term: { compared: false } }], {
      size: limit,
      collapse: { field: 'turn' },
    });
    return hits.map(({ content }) => nameIn(content));
  }

  async repositories(): Promise<readonly string[]> {
    const one = { top_hits: { size: 1, _source: ['content'] } };
    const { groups } = await this.aggregate<{ readonly groups: RepositoryGroups }>([], {
      groups: { terms: { field: 'repository', size: MOST_REPOSITORIES }, aggs: { one } },
    });
    return groups.buckets.flatMap(({ one: { hits } }) =>
      hits.hits.flatMap(({ _source }) =>
        _source ? [(JSON.parse(_source.content) as CitationContent).repository] : [],
      ),
    );
  }

  async seen(repository: string): Promise<readonly Seen[]> {
    const found: Seen[] = [];
    for (let after: SeenPage['after_key']; ;) {
      const { values } = await this.aggregate<{ readonly values: SeenPage }>(
        [{ term: { repository: digest(repository) } }],
        {
          values: {
            composite: {
              size: PAGE,
              sources: [{ seen: { terms: { field: 'seen' } } }],
              ...(after ? { after } : {}),
            },
          },
        },
      );
      found.push(...values.buckets.map(({ key }) => seenIn(key.seen)));
      after = values.after_key;
      if (after === undefined) return found;
    }
  }

  async citing(repository: string, seen: readonly Seen[]): Promise<readonly TurnName[]> {
    const found = new Map<string, TurnName>();
    for (let from = 0; from < seen.length; from += PAGE) {
      const values = seen.slice(from, from + PAGE).map(seenText);
      const filter = [{ term: { repository: digest(repository) } }, { terms: { seen: values } }];
      await this.each(filter, ({ turn, content }) => found.set(turn, nameIn(content)));
    }
    return [...found.values()];
  }

  private async write(
    { tenant, id, at }: AskedTurn,
    citations: readonly KeptCitation[],
    { op, compared }: { readonly op: 'create' | 'index'; readonly compared: boolean },
  ): Promise<void> {
    if (citations.length === 0) return;
    const operations = citations.flatMap(({ n, repository, seen, state }) => {
      const content: CitationContent = { tenant, id, n, repository, state };
      const document: CitationDocument = {
        ...{ kind: 'citation', tenant: digest(tenant), at, turn: headId(tenant, id) },
        ...{ repository: digest(repository), seen: seenText(seen), compared },
        content: JSON.stringify(content),
      };
      return [{ [op]: { _id: citationId(tenant, id, n), require_alias: true } }, document];
    });
    const { items } = await this.index.call((client) => client.bulk({ index: this.index.name, operations }));
    // A document that exists was written by an interrupted save of the same turn.
    const failed = items.find((item) => item[op]?.error && item[op].status !== 409)?.[op]?.error;
    if (failed) throw this.index.unavailable(`did not store a citation (${failed.reason ?? failed.type})`);
  }

  /** All citations that pass a filter, page by page. */
  private async each(filter: readonly Query[], use: (citation: CitationDocument) => void): Promise<void> {
    for (let after: estypes.SortResults | undefined; ;) {
      const hits = await this.page(filter, {
        size: PAGE,
        sort: [{ turn: 'asc' }, { seen: 'asc' }, { _doc: { order: 'asc' } }],
        ...(after ? { search_after: after } : {}),
      });
      for (const { _source } of hits) if (_source) use(_source);
      after = hits.at(-1)?.sort;
      if (hits.length < PAGE || !after) return;
    }
  }

  private async search(
    filter: readonly Query[],
    request: estypes.SearchRequest,
  ): Promise<readonly CitationDocument[]> {
    return (await this.page(filter, request)).flatMap(({ _source }) => _source ?? []);
  }

  private async page(
    filter: readonly Query[],
    request: estypes.SearchRequest,
  ): Promise<readonly estypes.SearchHit<CitationDocument>[]> {
    const { name: index } = this.index;
    await this.index.call((client) => client.indices.refresh({ index }));
    const { hits } = await this.index.call((client) =>
      client.search<CitationDocument>({
        ...{ index, track_total_hits: false, allow_partial_search_results: false },
        query: citationQuery(filter),
        ...request,
      }),
    );
    return hits.hits;
  }

  private async aggregate<Groups>(
    filter: readonly Query[],
    aggs: Record<string, estypes.AggregationsAggregationContainer>,
  ): Promise<Groups> {
    const { name: index } = this.index;
    await this.index.call((client) => client.indices.refresh({ index }));
    const { aggregations } = await this.index.call((client) =>
      client.search({
        ...{ index, size: 0, track_total_hits: false, allow_partial_search_results: false },
        query: citationQuery(filter),
        aggs,
      }),
    );
    return aggregations as Groups;
  }
}

function citationQuery(filter: readonly Query[]): Query {
  return { bool: { filter: [{ term: { kind: 'citation' } }, ...filter] } };
}

function nameIn(content: string): TurnName {
  const { tenant, id } = JSON.parse(content) as CitationContent;
  return { tenant, id };
}
