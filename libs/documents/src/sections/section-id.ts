/** Lower case; letters and digits of any script stay, everything between them becomes one `-`. Never truncated. */
function slugOf(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  return words?.join('-') ?? 'section';
}

/** The id of a document's root: its path, plus the document's identity if a file contains several. */
function rootId(path: string, document?: string): string {
  // Escapes characters with a meaning in ids, so that no two documents of a file share an id.
  return document === undefined
    ? path
    : `${path}#${document.replace(/[%#/]/g, (mark) => encodeURIComponent(mark))}`;
}

/** Generates the ids of one tree: equal titles below the same parent get `-2`, `-3`, … */
export class SectionIds {
  readonly #root: string;
  readonly #separator: string;
  readonly #used = new Set<string>();
  /** How often each slug was requested, so that ten thousand equal titles need no search. */
  readonly #asked = new Map<string, number>();

  constructor(path: string, document?: string) {
    this.#root = rootId(path, document);
    this.#separator = document === undefined ? '#' : '/';
  }

  get root(): string {
    return this.#root;
  }

  below(parent: string, title: string): string {
    const plain = `${parent}${parent === this.#root ? this.#separator : '/'}${slugOf(title)}`;
    let nth = (this.#asked.get(plain) ?? 0) + 1;
    let id = nth === 1 ? plain : `${plain}-${nth}`;
    while (this.#used.has(id)) id = `${plain}-${++nth}`;
    this.#asked.set(plain, nth);
    this.#used.add(id);
    return id;
  }
}
