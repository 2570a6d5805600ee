import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openDocumentReader } from '@quarry/documents';
import { openGraphStore } from '@quarry/graph-store';
import { openSearchIndex, type Chunk } from '@quarry/search-index';
import { indexRepository } from '../index-repository';
import type { IndexOptions, IndexReport } from '../options';

const HOOK = join(__dirname, '../../../../sqlite/src/testing/typescript-hook.cjs');

/** Node options for a thread or process that runs the sources directly. */
export const SOURCES = ['--conditions=quarry-source', '-r', HOOK];

/** A temporary folder of documents with an index of it. */
export class Papers {
  readonly ref = { repository: 'papers', snapshot: 'current' };
  readonly folder = mkdtempSync(join(tmpdir(), 'quarry-papers-'));
  readonly searchIndex = openSearchIndex(`sqlite:${this.folder}/data/search`);
  private readonly graphStore = openGraphStore(`sqlite:${this.folder}/data/graph`);

  put(path: string, content: string | Uint8Array): void {
    const file = join(this.folder, 'papers', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  remove(path: string): void {
    rmSync(join(this.folder, 'papers', path));
  }

  /** Indexes it, with the real readers by default. */
  run(options: Partial<IndexOptions> = {}): Promise<IndexReport> {
    return indexRepository({
      root: join(this.folder, 'papers'),
      ref: this.ref,
      searchIndex: this.searchIndex,
      graphStore: this.graphStore,
      masker: null,
      embedder: null,
      extractFor: () => null,
      link: { all: () => ({ graph: [], state: null }) },
      cacheFile: join(this.folder, 'data/facts.db'),
      lockFile: join(this.folder, 'data/index.lock'),
      openDocuments: () => openDocumentReader({ execArgv: SOURCES }),
      ...options,
    });
  }

  async find(text: string): Promise<readonly Chunk[]> {
    const [hits] = await this.searchIndex.search(this.ref, [{ kind: 'bm25', text, k: 20 }]);
    return (hits ?? []).map(({ chunk }) => chunk);
  }

  async close(): Promise<void> {
    await this.searchIndex.close();
    await this.graphStore.close();
    rmSync(this.folder, { recursive: true });
  }
}
