import type { Client } from '@elastic/elasticsearch';
import { isBlocked, isMissingIndex, refusalOf, type Server } from '@quarry/elasticsearch';
import { Fault, type SnapshotRef } from '@quarry/turn';
import { aliasOf } from './names';

/** One (repository, snapshot) on the server: an alias and the index behind it. */
export class Snapshot {
  readonly alias: string;
  /** The snapshot's name in error messages. */
  readonly name: string;

  constructor(
    readonly server: Server,
    ref: SnapshotRef,
  ) {
    this.alias = aliasOf(server.address.prefix, ref);
    this.name = `The index of "${ref.repository}" (snapshot "${ref.snapshot}")`;
  }

  /** @throws Fault `index_missing` if the index does not exist, and the faults of `Server.call` */
  async call<T>(work: (client: Client, alias: string) => Promise<T>): Promise<T> {
    try {
      return await this.server.call((client) => work(client, this.alias));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal && isMissingIndex(refusal)) throw this.missing(error);
      if (refusal && isBlocked(refusal)) throw this.busy(error);
      throw error;
    }
  }

  missing(cause?: unknown): Fault {
    return new Fault('index_missing', `${this.name} does not exist. Build it with \`quarry index PATH\`.`, {
      cause,
    });
  }

  busy(cause?: unknown): Fault {
    return new Fault(
      'index_busy',
      `${this.name} cannot be written now: another process is rebuilding it, or the server at ${this.server.address.place} ` +
        'has made it read-only (as it does when its disk is full). Try again later.',
      { retryable: true, cause },
    );
  }
}
