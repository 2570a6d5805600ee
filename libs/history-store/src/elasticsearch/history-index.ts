import type { Client, estypes } from '@elastic/elasticsearch';
import { isMissingIndex, refusalOf, Server, type ServerOptions } from '@quarry/elasticsearch';
import { Fault } from '@quarry/turn';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionDocument, TurnDocument } from './documents';

const SETTING = 'HISTORY_STORE_URL';

/** Of the documents and their mapping. Raised with a change that an older Quarry cannot read. */
const FORMAT = 1;

/** Documents in one request: bounds its size. */
const PAGE = 200;

/** A new index, or one of a server that was just started, answers within this. */
const READY_MS = 10_000;

const stored = { type: 'keyword', index: false, doc_values: false } as const;

const MAPPINGS: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  _meta: { quarry: FORMAT },
  properties: {
    kind: { type: 'keyword' },
    tenant: { type: 'keyword' },
    session: { type: 'keyword' },
    epoch: { type: 'keyword' },
    asked_at: { type: 'long' },
    last_asked_at: { type: 'long' },
    // Read in bulk by statistics, without the bodies.
    record: { type: 'keyword', index: false },
    body: stored,
    name: stored,
    turns: stored,
    summary: stored,
    erasing: stored,
  },
};

/** One shard, so that many documents are read from one place; a replica where there is a second node; on disk before acknowledged. */
const SETTINGS: estypes.IndicesIndexSettings = {
  number_of_shards: 1,
  auto_expand_replicas: '0-1',
  translog: { durability: 'request' },
};

/** A document as it was read, or null; with what a write upon it must name. */
export interface Found<Document> {
  readonly document: Document;
  readonly version: Version;
}

export interface Version {
  readonly if_seq_no: number;
  readonly if_primary_term: number;
}

type AnyDocument = SessionDocument | TurnDocument;

/** The index of all conversations under a prefix: documents by id, read in real time, written upon the version that was read. */
export class HistoryIndex {
  readonly name: string;
  private readonly server: Server;
  private ready: Promise<void> | null = null;

  constructor(url: string, options: ServerOptions) {
    // A write whose reply was lost is looked for by the protocol of `append`, not sent again blindly.
    this.server = new Server(SETTING, url, { ...options, maxRetries: 0 });
    this.name = `${this.server.address.prefix}.history`;
  }

  ping(): Promise<void> {
    return this.server.ping();
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** One document, as of now. The caller knows by its id what it is. */
  async get<Document extends AnyDocument>(id: string): Promise<Found<Document> | null> {
    const [found] = await this.read<[Document]>([id]);
    return found;
  }

  /** Documents by id, as of now, whatever was written a moment ago. */
  async read<Documents extends readonly AnyDocument[]>(ids: {
    readonly [Index in keyof Documents]: string;
  }): Promise<{ readonly [Index in keyof Documents]: Found<Documents[Index]> | null }>;
  async read(ids: readonly string[]): Promise<readonly (Found<AnyDocument> | null)[]> {
    const found: (Found<AnyDocument> | null)[] = [];
    for (let from = 0; from < ids.length; from += PAGE) {
      const page = ids.slice(from, from + PAGE);
      const { docs } = await this.call((client) => client.mget<AnyDocument>({ index: this.name, ids: page }));
      found.push(...docs.map((doc) => this.foundIn(doc)));
    }
    return found;
  }

  /** Writes upon a version, or anew where it is null. Null where another was faster. */
  async write(id: string, document: AnyDocument, upon: Version | null): Promise<Version | null> {
    const { _seq_no: seqNo, _primary_term: term } =
      (await this.unlessConflict((client) =>
        client.index({
          index: this.name,
          id,
          document,
          require_alias: true,
          ...(upon ?? { op_type: 'create' }),
        }),
      )) ?? {};
    return seqNo === undefined || term === undefined ? null : { if_seq_no: seqNo, if_primary_term: term };
  }

  /** False where another was faster. */
  async remove(id: string, upon: Version): Promise<boolean> {
    const done = await this.unlessConflict((client) => client.delete({ index: this.name, id, ...upon }));
    return done !== null;
  }

  /** Sends a request once the index is there. @throws Fault */
  async call<Result>(request: (client: Client) => Promise<Result>): Promise<Result> {
    this.ready ??= this.prepare().catch((error: unknown) => {
      this.ready = null;
      throw error;
    });
    await this.ready;
    try {
      return await this.server.call(request);
    } catch (error) {
      const refusal = refusalOf(error);
      throw refusal && isMissingIndex(refusal) ? this.gone() : error;
    }
  }

  private async unlessConflict<Result>(request: (client: Client) => Promise<Result>): Promise<Result | null> {
    try {
      return await this.call(request);
    } catch (error) {
      if (refusalOf(error)?.status === 409) return null;
      throw error;
    }
  }

  private foundIn(doc: estypes.MgetResponseItem<AnyDocument>): Found<AnyDocument> | null {
    if ('error' in doc) {
      if (doc.error.type === 'index_not_found_exception') throw this.gone();
      throw this.unavailable(`cannot read the history (${doc.error.reason ?? doc.error.type})`);
    }
    const { _source: document, _seq_no: seqNo, _primary_term: term } = doc;
    if (!document || seqNo === undefined || term === undefined) return null;
    return { document, version: { if_seq_no: seqNo, if_primary_term: term } };
  }

  /** Creates the index where it is missing; two processes may do so at once. */
  private async prepare(): Promise<void> {
    const format = await this.format();
    if (format === null) await this.create();
    else if (format !== FORMAT)
      throw new Fault(
        'index_newer',
        `The history ${this.name} at ${this.server.address.place} has format ${format}; this Quarry reads ${FORMAT}. Update Quarry, or name another prefix in ${SETTING}.`,
      );
    const end = Date.now() + READY_MS;
    while (!(await this.answers(Date.now() > end))) await sleep(50);
  }

  /** Null where there is no index. */
  private async format(): Promise<number | null> {
    try {
      const mappings = await this.server.call((client) => client.indices.getMapping({ index: this.name }));
      const version: unknown = Object.values(mappings)[0]?.mappings._meta?.['quarry'];
      return typeof version === 'number' ? version : 0;
    } catch (error) {
      if (refusalOf(error)?.status === 404) return null;
      throw error;
    }
  }

  private async create(): Promise<void> {
    try {
      await this.server.call((client) =>
        client.indices.create({
          index: `${this.name}-v${FORMAT}`,
          aliases: { [this.name]: { is_write_index: true } },
          settings: SETTINGS,
          mappings: MAPPINGS,
        }),
      );
    } catch (error) {
      if (refusalOf(error)?.type !== 'resource_already_exists_exception') throw error;
    }
  }

  /** True once the shard can be read: the process that did not create the index may be ahead of it. */
  private async answers(last: boolean): Promise<boolean> {
    const { docs } = await this.server.call((client) => client.mget({ index: this.name, ids: ['none'] }));
    const [doc] = docs;
    if (doc === undefined || !('error' in doc)) return true;
    if (last) throw this.unavailable(`cannot read the history (${doc.error.reason ?? doc.error.type})`);
    return false;
  }

  private gone(): Fault {
    this.ready = null;
    return this.unavailable(`has no index ${this.name} any more; it is created again by the next call`);
  }

  /** The server cannot do something that it could before. */
  unavailable(what: string): Fault {
    return new Fault('store_unavailable', `Elasticsearch at ${this.server.address.place} ${what}.`, {
      retryable: true,
    });
  }
}
