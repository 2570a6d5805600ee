import type { Chunk, SearchReader } from '@quarry/search-index';
import { defined, type SnapshotRef } from '@quarry/turn';
import { linesOf } from '../sources/lines-from-index';

/** The indexed lines of a file. */
export interface FileText {
  /** Number of the first line. */
  readonly first: number;
  /** Lines that no chunk has whole are empty. */
  readonly text: readonly string[];
  /** First and last line of each definition that one chunk has whole, by the name of its symbol. */
  readonly definitions: ReadonlyMap<string, readonly [first: number, last: number]>;
}

/** Chunks with the words of a passage that are looked at. */
const MOST_ALIKE = 10;
const MAX_CHUNKS = 2_000;
/** Files whose lines are remembered: many answers cite the same ones. */
const MOST_FILES = 200;

/** The files of one snapshot as they were indexed, each read once for many passages. */
export class SnapshotFiles {
  private readonly known = new Map<string, Promise<FileText>>();

  constructor(
    private readonly index: SearchReader,
    readonly ref: SnapshotRef,
  ) {}

  /** The lines of a file, none if the snapshot does not have it. @throws Fault of the store */
  linesOf(path: string, document?: string): Promise<FileText> {
    const key = JSON.stringify([path, document]);
    const known = this.known.get(key) ?? this.read(path, document);
    this.known.delete(key);
    this.known.set(key, known);
    const [oldest] = this.known.keys();
    if (oldest !== undefined && this.known.size > MOST_FILES) this.known.delete(oldest);
    return known;
  }

  /** Paths of other files with the words of a text, the likeliest first. @throws Fault of the store */
  async like({ path, text }: { readonly path: string; readonly text: string }): Promise<readonly string[]> {
    const [hits = []] = await this.index.search(this.ref, [{ kind: 'bm25', text, k: MOST_ALIKE }]);
    return [...new Set(hits.map(({ chunk }) => chunk.path))].filter((other) => other !== path);
  }

  private async read(path: string, document?: string): Promise<FileText> {
    const query = { kind: 'path', path, k: MAX_CHUNKS, ...defined({ document }) } as const;
    const [hits = []] = await this.index.search(this.ref, [query]);
    const lines = linesOf(hits.map(({ chunk }) => chunk));
    const numbers = [...lines.keys()];
    const definitions = definitionsOf(hits.map(({ chunk }) => chunk));
    if (numbers.length === 0) return { first: 1, text: [], definitions };
    const first = numbers.reduce((least, n) => Math.min(least, n), Infinity);
    const last = numbers.reduce((most, n) => Math.max(most, n), 0);
    const text = Array.from({ length: last - first + 1 }, (_, at) => lines.get(first + at) ?? '');
    return { first, text, definitions };
  }
}

function definitionsOf(chunks: readonly Chunk[]): FileText['definitions'] {
  const bySymbol = Map.groupBy(chunks, ({ symbol }) => symbol);
  return new Map(
    [...bySymbol].flatMap(([symbol, [only, ...others]]) =>
      symbol === undefined || only === undefined || others.length > 0
        ? []
        : [[symbol, [only.startLine, only.endLine]] as const],
    ),
  );
}
