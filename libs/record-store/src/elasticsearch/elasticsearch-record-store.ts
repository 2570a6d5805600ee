import { DocumentIndex, type ServerOptions } from '@quarry/elasticsearch';
import type { RecordCursor, RecordStore, StoredRecord } from '../port';
import { documentId, documentOf, RECORD_SHAPE, recordOf, tenantKey, type RecordDocument } from './documents';

const SETTING = 'RECORD_STORE_URL';

/** Direction of a list, and its start. */
interface Order {
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
  readonly after?: RecordCursor;
}

/**
 * Records in one Elasticsearch index, like the history (ADR 10): read by id, which is realtime, and written with
 * optimistic locking. Only lists are searched, after a refresh.
 */
export class ElasticsearchRecordStore implements RecordStore {
  private readonly index: DocumentIndex<RecordDocument>;

  /** @throws Fault `bad_request` for a malformed URL */
  constructor(url: string, options: ServerOptions = {}) {
    this.index = new DocumentIndex(SETTING, url, RECORD_SHAPE, options);
  }

  ping(): Promise<void> {
    return this.index.ping();
  }

  async get<T>(collection: string, tenant: string, id: string): Promise<StoredRecord<T> | null> {
    const found = await this.index.get(documentId(collection, tenant, id));
    return found && recordOf<T>(found.document);
  }

  async save(record: StoredRecord): Promise<boolean> {
    const { collection, tenant, id, revision, createdAt } = record;
    const name = documentId(collection, tenant, id);
    if (revision === 1) return (await this.index.write(name, documentOf(record, createdAt), null)) !== null;
    const found = await this.index.get(name);
    if (found?.document.revision !== revision - 1) return false;
    const document = documentOf(record, found.document.created_at);
    return (await this.index.write(name, document, found.version)) !== null;
  }

  async delete(collection: string, tenant: string, id: string): Promise<boolean> {
    const name = documentId(collection, tenant, id);
    for (;;) {
      const found = await this.index.get(name);
      if (!found) return false;
      if (await this.index.remove(name, found.version)) return true;
    }
  }

  list<T>(
    collection: string,
    tenant: string,
    page: { readonly limit: number; readonly after?: RecordCursor },
  ): Promise<readonly StoredRecord<T>[]> {
    return this.search<T>({ collection, tenant: tenantKey(tenant) }, { ...page, direction: 'desc' });
  }

  tagged<T>(collection: string, tag: string, limit: number): Promise<readonly StoredRecord<T>[]> {
    return this.search<T>({ collection, tag }, { direction: 'asc', limit });
  }

  close(): Promise<void> {
    return this.index.close();
  }

  private async search<T>(
    terms: Readonly<Record<string, string>>,
    { direction, limit, after }: Order,
  ): Promise<readonly StoredRecord<T>[]> {
    await this.index.call((client) => client.indices.refresh({ index: this.index.name }));
    const { hits } = await this.index.call((client) =>
      client.search<RecordDocument>({
        index: this.index.name,
        query: {
          bool: { filter: Object.entries(terms).map(([field, value]) => ({ term: { [field]: value } })) },
        },
        sort: [{ created_at: direction }, { record: direction }],
        size: limit,
        track_total_hits: false,
        allow_partial_search_results: false,
        ...(after === undefined ? {} : { search_after: [after.createdAt, after.id] }),
      }),
    );
    return hits.hits.flatMap(({ _source }) => (_source ? [recordOf<T>(_source)] : []));
  }
}
