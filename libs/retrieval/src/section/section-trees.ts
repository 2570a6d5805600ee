import type { SearchReader } from '@quarry/search-index';
import { passesFilter, type Section, type SnapshotRef, type Turn } from '@quarry/turn';

/** Stored files up to which all trees are looked at. */
const MOST_FILES = 10_000;
/** Parts of an id that may belong to the identity of a document. */
const MOST_PARTS = 8;

/** The path under which a document is stored: its file's, or, where the file holds several, that and its identity. */
export function storedPath({
  path,
  document,
}: {
  readonly path: string;
  readonly document?: string;
}): string {
  return document === undefined ? path : `${path}/${document}`;
}

/** The section trees that a hop looks at, each read once. */
export class SectionTrees {
  private readonly known = new Map<string, readonly Section[]>();
  private stored: Promise<ReadonlyMap<string, string>> | null = null;

  constructor(
    private readonly index: SearchReader,
    private readonly ref: SnapshotRef,
    private readonly filter: NonNullable<Turn['plan']>['filter'],
  ) {}

  /** Every stored path. */
  manifest(): Promise<ReadonlyMap<string, string>> {
    return (this.stored ??= this.index.manifest(this.ref));
  }

  /** The trees of the stored files of these paths; none for a file that has none. */
  async of(paths: readonly string[]): Promise<readonly Section[]> {
    const unknown = paths.filter((path) => !this.known.has(path));
    if (unknown.length > 0) {
      const read = await this.index.sections(this.ref, { paths: unknown });
      const byPath = Map.groupBy(read, storedPath);
      for (const path of unknown) this.known.set(path, byPath.get(path) ?? []);
    }
    return this.shown([...new Set(paths)].flatMap((path) => this.known.get(path) ?? []));
  }

  /** All trees; none where the index holds more documents than can be looked at. */
  async all(): Promise<readonly Section[]> {
    const stored = await this.manifest();
    return stored.size > MOST_FILES ? [] : this.of([...stored.keys()]);
  }

  /** The trees of the documents that the id of a section may belong to, with or without the folders of its path. */
  async around(id: string): Promise<readonly Section[]> {
    const mark = id.indexOf('#');
    const head = mark < 0 ? id : id.slice(0, mark);
    if (head === '') return [];
    const inner = mark < 0 ? [] : documentsIn(id.slice(mark + 1)).map((document) => `${head}/${document}`);
    return this.of([head, ...inner]);
  }

  private shown(sections: readonly Section[]): readonly Section[] {
    const prefixes = this.filter?.pathPrefixes;
    if (!prefixes || prefixes.length === 0) return sections;
    return sections.filter((section) =>
      passesFilter({ pathPrefixes: prefixes }, { path: storedPath(section), repository: section.repository }),
    );
  }
}

/** What may be the identity of a document at the beginning of an id's tail: its first part, escaped, or the first few. */
function documentsIn(tail: string): readonly string[] {
  const parts = tail.split('/').slice(0, MOST_PARTS);
  const starts = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  return [...new Set(starts.flatMap((start) => [start, decoded(start)]))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
