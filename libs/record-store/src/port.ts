/** Tenant of records that belong to the installation as a whole, such as API keys. No tenant of users can have this name. */
export const INSTALLATION = '*';

/** One small document (≤ 1 MB of JSON) that the gateway or the indexer keeps: an API key, a webhook, an indexing job, feedback on an answer. */
export interface StoredRecord<T = unknown> {
  /** What kind of thing it is, e.g. `api_key`: `[a-z_]{1,40}`. */
  readonly collection: string;
  readonly tenant: string;
  /** Unique within collection and tenant; 1 to 200 characters. */
  readonly id: string;
  /** From 1, one more with each save. */
  readonly revision: number;
  /** Milliseconds since the epoch; lists are ordered by it. */
  readonly createdAt: number;
  /** One word to find records of all tenants by, e.g. `open` for jobs that somebody has to work on; null where nobody looks. */
  readonly tag: string | null;
  /** Plain JSON. */
  readonly value: T;
}

/** Where a list goes on: after the last record of the page before. */
export type RecordCursor = Pick<StoredRecord, 'createdAt' | 'id'>;

/**
 * Small documents by collection. Everything but `tagged` is scoped by tenant: another tenant's records do not exist. A record is saved upon the
 * revision before it, all or nothing, and seen at once by every client.
 */
export interface RecordStore {
  /** Can the store be used now? @throws Fault `store_unavailable` (retryable) that says what was tried and what to do */
  ping(): Promise<void>;
  get<T>(collection: string, tenant: string, id: string): Promise<StoredRecord<T> | null>;
  /** Saves revision `record.revision` if the stored one is `record.revision − 1` (0 = none); false where another was faster, or it was deleted. */
  save(record: StoredRecord): Promise<boolean>;
  /** False where there is none. */
  delete(collection: string, tenant: string, id: string): Promise<boolean>;
  /** Newest first (ties by id, descending), at most `limit` (≤ 1,000), after the cursor. */
  list<T>(
    collection: string,
    tenant: string,
    page: { readonly limit: number; readonly after?: RecordCursor },
  ): Promise<readonly StoredRecord<T>[]>;
  /** Of every tenant: records with this tag, oldest first, at most `limit` (≤ 1,000). For work in the background. */
  tagged<T>(collection: string, tag: string, limit: number): Promise<readonly StoredRecord<T>[]>;
  close(): Promise<void>;
}
