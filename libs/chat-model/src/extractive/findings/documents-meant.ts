import { targetOf, textWordsOf, pathNames } from './target';

/**
 * Names of a question that document paths contain, and the paths that contain most of them; every path if it names
 * none.
 */
export interface Meant {
  readonly names: readonly string[];
  readonly paths: ReadonlySet<string>;
}

/** Finds the documents that a question is about, by their file names: `Best Buy` means `BESTBUY_2024Q2_10Q.pdf`. */
export function documentsMeant(question: string, paths: readonly string[]): Meant {
  const all = [...new Set(paths)];
  const { words } = targetOf(question);
  const borne = all.map((path) => {
    const file = textWordsOf(path.split('/').at(-1) ?? path);
    return words.filter((word) => pathNames(file, word)).map(({ text }) => text);
  });
  const most = Math.max(0, ...borne.map((names) => names.length));
  const best = all.filter((_path, at) => most === 0 || borne[at]?.length === most);
  // A word in the names of all documents does not distinguish them.
  if (most === 0 || best.length === all.length) return { names: [], paths: new Set(all) };
  const names = borne.find((own) => own.length === most) ?? [];
  return { names, paths: new Set(best) };
}

/** An item with the names of the documents that the question means. */
export function inDocument(item: string, { names }: Meant): string {
  const missing = names.filter((name) => !item.toLowerCase().includes(name.toLowerCase()));
  return [...missing, item].join(' ').replace(/\s+/g, ' ').trim();
}
