import type { Chunk, SearchReader } from '@quarry/search-index';
import {
  askedAbout,
  isFile,
  properNames,
  searchTextOf,
  spacedOut,
  spellingOf,
  type NameOccurrence,
  type PlanFilter,
  type SnapshotRef,
} from '@quarry/turn';
import { nearSpellings } from './near-spellings';
import { placesOf } from './places-of';

/** Chunks that are read for each name: those that BM25 finds by its words, the rarest first. */
const READ = 50;
/** The same for the name whose definition is asked for: what uses a name often may rank above the head of its class. */
const READ_FOR_DEFINITION = 250;
/** Chunks of a name that become evidence: its definition; for a setting also where its default is documented. */
const MOST_PLACES = { definition: 1, setting: 2 } as const;

/** The names of a question in an index. */
export interface FoundNames {
  readonly names: readonly NameOccurrence[];
  /** Chunks that define or set a name, with the name. */
  readonly places: readonly { readonly name: string; readonly chunk: Chunk }[];
}

/**
 * Looks for the names of a question, in one batch with one keyword search a name: whether they occur in any spelling, what
 * defines or sets them, and, for those that occur nowhere, names that are spelled alike.
 * @throws Fault those of `SearchReader.search`
 *
 * @example
 * const { names } = await findNames(index, ref, 'Does the client support HTTP/3?');
 * names; // [{ name: 'HTTP/3', kind: 'term', occurs: false, near: [] }]
 */
export async function findNames(
  index: Pick<SearchReader, 'search'>,
  ref: SnapshotRef,
  question: string,
  filter?: PlanFilter,
): Promise<FoundNames> {
  const asked = askedAbout(question);
  const names = properNames(question);
  const subject = asked && !names.some(({ text }) => text === asked.subject) ? [asked.subject] : [];
  const wanted = [...names.map(({ text }) => text), ...subject];
  if (wanted.length === 0) return { names: [], places: [] };
  const lists = await index.search(
    ref,
    wanted.map((name) => {
      const text = name === asked?.subject ? `${searchTextOf(name)} ${asked.of ?? ''}` : name;
      const k = name === asked?.subject && asked.kind === 'definition' ? READ_FOR_DEFINITION : READ;
      return { kind: 'bm25', text, k, ...(filter ? { filter } : {}) };
    }),
  );
  const chunks = lists.map((hits) => hits.map(({ chunk }) => chunk));
  return {
    names: names.map(({ text, kind }, at) => {
      const found = chunks[at] ?? [];
      const occurs = isIn(text, found) || (kind === 'word' && isProductIn(text, found));
      return { name: text, kind, occurs, near: occurs ? [] : nearSpellings(text, chunks[at] ?? []) };
    }),
    places: wanted.flatMap((name, at) => {
      const isSubject = name === asked?.subject;
      if (!isSubject && names[at]?.kind !== 'code') return [];
      const kind = isSubject ? asked.kind : 'definition';
      const places = placesOf(partsOf(name).at(-1) ?? name, chunks[at] ?? [], { kind, question });
      return places.slice(0, MOST_PLACES[kind]).map((chunk) => ({ name, chunk }));
    }),
  };
}

/** Whether chunks contain a name; the type and the member of a qualified one may be in different places. */
function isIn(name: string, chunks: readonly Chunk[]): boolean {
  const texts = chunks.map(({ path, symbol, title, text }) =>
    spacedOut(`${path} ${symbol ?? ''} ${title ?? ''} ${text}`),
  );
  const occurs = (part: string): boolean => {
    const spelling = spellingOf(part);
    return texts.some((text) => spelling.test(text));
  };
  return occurs(name) || partsOf(name).slice(-2).every(occurs);
}

/**
 * Whether chunks contain a capitalized word with a version (`Jinja` in `jinja2`). If as many chunks have its stem as were
 * read, others have it, too.
 */
function isProductIn(name: string, chunks: readonly Chunk[]): boolean {
  const versioned = new RegExp(`(?<![\\p{L}\\p{N}])${name}\\d`, 'iu');
  return chunks.length >= READ || chunks.some(({ path, text }) => versioned.test(`${path} ${text}`));
}

/** Files besides sources whose names are no qualified names either. */
const OTHER_FILE = /\.(?:htm|ini|cfg|env|lock)$/i;

/** `INotifier.SendAsync` → INotifier, SendAsync; any other name is one part. */
function partsOf(name: string): readonly string[] {
  const isQualified = /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|->|#)[\p{L}_$][\p{L}\p{N}_$]*)+$/u.test(name);
  return isQualified && !isFile(name) && !OTHER_FILE.test(name) ? name.split(/\.|::|->|#/) : [name];
}
