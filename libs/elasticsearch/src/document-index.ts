import type { Client, estypes } from '@elastic/elasticsearch';
import type { Fault } from '@quarry/turn';
import { prepare, unavailable, type IndexShape } from './prepare-index';
import { isMissingIndex, refusalOf } from './refusal';
import { Server, type ServerOptions } from './server';

/** A read by id takes milliseconds, so a short timeout detects a hanging server. */
const TIMEOUT_MS = 15_000;

/** Documents per request: limits its size. */
const PAGE = 200;

/** A document and the version that a conditional write must name; null if it does not exist. */
export interface Found<Document> {
  readonly document: Document;
  readonly version: Version;
}

export interface Version {
  readonly if_seq_no: number;
  readonly if_primary_term: number;
}

/**
 * One index under a prefix with documents that cannot be rebuilt: read by id in real time, and written with optimistic
 * locking. The first call creates the index.
 *
 * @example
 * const notes = new DocumentIndex<Note>('NOTES_URL', url, shape, {});
 * const found = await notes.get<Note>('n1');
 * const written = await notes.write('n1', { ...note, text: 'paid' }, found?.version ?? null);
 * if (written === null) throw new Error('another writer was faster');
 */
export class DocumentIndex<AnyDocument extends object> {
  readonly name: string;
  private readonly server: Server;
  private ready: Promise<void> | null = null;

  /**
   * @param setting name of the setting with the URL, for messages
   * @throws Fault `bad_request` for a malformed URL
   */
  constructor(
    setting: string,
    url: string,
    private readonly shape: IndexShape,
    options: ServerOptions,
  ) {
    // A write whose reply was lost is not resent blindly: the caller, who knows its meaning, checks for it.
    this.server = new Server(setting, url, { ...options, maxRetries: 0, timeoutMs: TIMEOUT_MS });
    this.name = `${this.server.address.prefix}.${shape.name}`;
  }

  ping(): Promise<void> {
    return this.server.ping();
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** One document, as of now. The caller knows its type from its id. */
  async get<Document extends AnyDocument>(id: string): Promise<Found<Document> | null> {
    const [found] = await this.read<[Document]>([id]);
    return found;
  }

  /** Documents by id, as of now, including recent writes. */
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

  /**
   * Writes over a version, or creates the document if the version is null. Returns null if another writer was faster.
   */
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

  /** False if another writer was faster. */
  async remove(id: string, upon: Version): Promise<boolean> {
    const done = await this.unlessConflict((client) => client.delete({ index: this.name, id, ...upon }));
    return done !== null;
  }

  /** Sends a request once the index exists. @throws Fault */
  async call<Result>(request: (client: Client) => Promise<Result>): Promise<Result> {
    this.ready ??= prepare(this.server, this.name, this.shape).catch((error: unknown) => {
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
      throw this.unavailable(`cannot read ${this.shape.what} (${doc.error.reason ?? doc.error.type})`);
    }
    const { _source: document, _seq_no: seqNo, _primary_term: term } = doc;
    if (!document || seqNo === undefined || term === undefined) return null;
    return { document, version: { if_seq_no: seqNo, if_primary_term: term } };
  }

  private gone(): Fault {
    this.ready = null;
    return this.unavailable(`no longer has the index ${this.name}; the next call creates it again`);
  }

  /** The server cannot do something that it could do before. */
  unavailable(what: string): Fault {
    return unavailable(this.server, what);
  }
}
