import { withPlainYears } from '@quarry/arithmetic';
import { type RankedHit, storedPath, titleWords } from '@quarry/retrieval';
import type { Chunk } from '@quarry/search-index';
import type { Section } from '@quarry/turn';

/** The ranking of documents by searches. */
export interface RankedDocuments {
  /** Stored paths of documents with hits, best first. */
  readonly paths: readonly string[];
  /** The hits of all searches, best first. */
  readonly hits: readonly Chunk[];
  /** Scores by stored path; only comparable within one ranking. */
  readonly scores: ReadonlyMap<string, number>;
}

/** Damps the lead of the first hits: several good hits should outrank a single best hit. */
const DAMPING = 10;
/** Weight of a name, relative to hits. */
const NAMED = 2;

/**
 * Ranks documents by their hits in the lists. Better hits count more, and so do documents whose path or title an item
 * names: of the reports of many companies, a question is about one.
 * @param items the searched items, in the order of the lists
 */
export function rankDocuments(
  items: readonly string[],
  lists: readonly (readonly RankedHit[])[],
  roots: readonly Section[],
): RankedDocuments {
  const names = new Names(roots);
  const scored = lists.flatMap((list, at) =>
    list.map(({ chunk }, rank) => {
      const path = storedPath(chunk);
      return { chunk, path, score: (1 + NAMED * names.saidOf(path, items[at] ?? '')) / (DAMPING + rank) };
    }),
  );
  const scores = new Map<string, number>();
  for (const { path, score } of scored) scores.set(path, (scores.get(path) ?? 0) + score);
  return {
    paths: [...scores].toSorted(([, a], [, b]) => b - a).map(([path]) => path),
    hits: scored.toSorted((a, b) => b.score - a.score).map(({ chunk }) => chunk),
    scores,
  };
}

/** Adds the hits of searches within single documents. Hits of better documents tend to come first. */
export function withHitsInside(
  ranked: RankedDocuments,
  inside: readonly (readonly RankedHit[])[],
): RankedDocuments {
  const scored = inside.flatMap((list) =>
    list.map(({ chunk }, rank) => ({
      chunk,
      score: (ranked.scores.get(storedPath(chunk)) ?? 0) / (DAMPING + rank),
    })),
  );
  const hits = scored.toSorted((a, b) => b.score - a.score).map(({ chunk }) => chunk);
  return { ...ranked, hits: [...hits, ...ranked.hits] };
}

/** The words of paths and titles, and their rarity. */
class Names {
  private readonly words: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly documents = new Map<string, number>();

  constructor(roots: readonly Section[]) {
    this.words = new Map(
      roots.map((root) => [storedPath(root), new Set(titleWords(`${storedPath(root)} ${root.title}`))]),
    );
    for (const own of this.words.values())
      for (const word of own) this.documents.set(word, (this.documents.get(word) ?? 0) + 1);
  }

  /**
   * How specifically a text names a document: the sum of the rarities of the words that it shares with path and title.
   */
  saidOf(path: string, text: string): number {
    const own = this.words.get(path);
    if (!own) return 0;
    // `FY22` in a title is a period, not the name of a document.
    const words = titleWords(withPlainYears(text).replace(/['’]s\b/g, ''));
    // `Best Buy` in a question is `BESTBUY` in a path.
    const joined = words.slice(1).map((word, at) => `${words[at]}${word}`);
    const said = [...new Set([...words, ...joined])].filter((word) => own.has(word));
    return said.reduce((sum, word) => sum + Math.log(this.words.size / (this.documents.get(word) ?? 1)), 0);
  }
}
