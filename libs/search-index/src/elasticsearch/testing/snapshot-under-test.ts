import { randomBytes } from 'node:crypto';
import { Server } from '@quarry/elasticsearch';
import type { SnapshotRef } from '@quarry/turn';
import type { Chunk, IndexedFile } from '../../port';
import { ElasticsearchSearchIndex } from '../elasticsearch-search-index';
import { Snapshot } from '../snapshot';
import { deleteEverything } from './delete-everything';

export const REF: SnapshotRef = { repository: 'acme/shop', snapshot: 'main' };

/** Its own prefix on a shared server, with access to what is below the port. */
export class SnapshotUnderTest {
  readonly prefix = `test-${randomBytes(6).toString('hex')}`;
  readonly index: ElasticsearchSearchIndex;
  readonly snapshot: Snapshot;
  private readonly server: Server;
  private readonly others: ElasticsearchSearchIndex[] = [];

  constructor(private readonly url: string) {
    this.index = this.open();
    this.server = new Server('SEARCH_INDEX_URL', this.urlAt(url));
    this.snapshot = new Snapshot(this.server, REF);
  }

  /** Another client, of the server itself or of a proxy in front of it. */
  open(url = this.url): ElasticsearchSearchIndex {
    const other = new ElasticsearchSearchIndex(this.urlAt(url));
    this.others.push(other);
    return other;
  }

  urlAt(url: string): string {
    return `elasticsearch:${url}/${this.prefix}`;
  }

  /** Names of all indexes of the snapshot, behind the alias or not. */
  async indexes(): Promise<string[]> {
    const index = `${this.snapshot.alias}*`;
    return this.server.call(async (client) =>
      Object.keys(await client.indices.get({ index, features: ['aliases'] })),
    );
  }

  async dispose(): Promise<void> {
    for (const other of this.others) await other.close();
    await this.server.close();
    await deleteEverything(this.url, this.prefix);
  }
}

/** A file with one chunk per text. Equal texts have equal content hashes. */
export function fileOf(
  path: string,
  texts: readonly string[],
  hash = `hash of ${texts.join('|')}`,
): IndexedFile {
  return { path, hash, chunks: texts.map((text, i) => chunkOf(path, i + 1, text)) };
}

function chunkOf(path: string, line: number, text: string): Chunk {
  return {
    id: `${path}#L${line}`,
    path,
    startLine: line,
    endLine: line,
    text,
    language: 'typescript',
    kind: 'window',
    contentHash: `content ${text}`,
  };
}

/** All items. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
