/**
 * Tenant of records that belong to the installation as a whole, such as API keys. No user tenant can have this name.
 */
export const INSTALLATION = '*';

/**
 * A small document (≤ 1 MB of JSON) that the gateway or the indexer stores: an API key, a webhook, an indexing job,
 * feedback on an answer.
 */
export interface StoredRecord<T = unknown> {
  /** Its type, e.g. `api_key`: `[a-z_]{1,40}`. */
  readonly collection: string;
  readonly tenant: string;
  /** Unique within collection and tenant; 1 to 200 characters. */
  readonly id: string;
  /** From 1, incremented by each save. */
  readonly revision: number;
  /** Milliseconds since the epoch; lists are ordered by it. */
  readonly createdAt: number;
  /**
   * A word to find records of all tenants, e.g. `open` for jobs that need a worker; null if the record need not be
   * found this way.
   */
  readonly tag: string | null;
  /** Plain JSON. */
  readonly value: T;
}

/** Position of the next page: after the last record of the previous page. */
export type RecordCursor = Pick<StoredRecord, 'createdAt' | 'id'>;

/**
 * Stores small documents by collection. Everything except `tagged` is scoped by tenant: records of other tenants do not
 * exist for it. A save replaces the previous revision atomically, and is visible to every client at once.
 *
 * @example
 * const key = await records.get<ApiKey>('api_key', INSTALLATION, id);
 * if (key) await records.save({ ...key, revision: key.revision + 1, value: { ...key.value, revoked: true } });
 */
export interface RecordStore {
  /**
   * Checks that the store can be used now. @throws Fault `store_unavailable` (retryable) that says what was tried and
   * what to do
   */
  ping(): Promise<void>;
  get<T>(collection: string, tenant: string, id: string): Promise<StoredRecord<T> | null>;
  /**
   * Saves revision `record.revision` if the stored one is `record.revision − 1` (0 = none); false if another client was
   * faster, or the record was deleted.
   */
  save(record: StoredRecord): Promise<boolean>;
  /** False if it does not exist. */
  delete(collection: string, tenant: string, id: string): Promise<boolean>;
  /** Newest first (ties by id, descending), at most `limit` (≤ 1,000), after the cursor. */
  list<T>(
    collection: string,
    tenant: string,
    page: { readonly limit: number; readonly after?: RecordCursor },
  ): Promise<readonly StoredRecord<T>[]>;
  /** Records of all tenants with this tag, oldest first, at most `limit` (≤ 1,000). For background work. */
  tagged<T>(collection: string, tag: string, limit: number): Promise<readonly StoredRecord<T>[]>;
  close(): Promise<void>;
}
