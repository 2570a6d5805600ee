import { availableParallelism } from 'node:os';
import type { DocumentReader } from '@quarry/documents';

/** Maximum number of threads that read documents: each may need hundreds of megabytes. */
const MAX_READERS = 4;

/** Readers with one thread each, opened when the others are busy. */
export class ReaderPool implements DocumentReader {
  private readonly readers: { readonly reader: DocumentReader; busy: number }[] = [];

  constructor(
    private readonly open: () => DocumentReader,
    readonly size: number = Math.min(MAX_READERS, availableParallelism()),
  ) {}

  async read(...args: Parameters<DocumentReader['read']>): ReturnType<DocumentReader['read']> {
    const one = this.idle();
    one.busy++;
    try {
      return await one.reader.read(...args);
    } finally {
      one.busy--;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.readers.map(({ reader }) => reader.close()));
  }

  private idle(): (typeof this.readers)[number] {
    const [least] = this.readers.toSorted((a, b) => a.busy - b.busy);
    if (least && (least.busy === 0 || this.readers.length >= this.size)) return least;
    const one = { reader: this.open(), busy: 0 };
    this.readers.push(one);
    return one;
  }
}

/**
 * Yields the result of each item, in order, while the next ones are processed: at most `ahead` are started and not yet
 * yielded.
 */
export async function* inOrder<Item, Result>(
  items: readonly Item[],
  ahead: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<readonly [Item, Result]> {
  const begun: Promise<readonly [Item, Result]>[] = [];
  for (let next = 0; next < items.length || begun.length > 0;) {
    while (next < items.length && begun.length < ahead) {
      const item = items[next++] as Item;
      const result = work(item).then((done) => [item, done] as const);
      // Awaited later; an earlier failure must not count as unhandled.
      result.catch(() => undefined);
      begun.push(result);
    }
    const first = begun.shift();
    if (first) yield await first;
  }
}
