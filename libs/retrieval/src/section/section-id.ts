import { trimEndOf } from '@quarry/turn';

/** What a section's id says, before anything is looked up. */
export type SectionId =
  /** `[3]` or `3`: evidence by its number. */
  | { readonly kind: 'evidence'; readonly n: number }
  /** `src/a.ts#L10-L20`, `src/a.ts:10-20`, `src/a.ts#L10`: lines of a file. */
  | { readonly kind: 'lines'; readonly path: string; readonly start: number; readonly end: number }
  /** `corpus.jsonl#17` or `corpus.jsonl#17~2`: a document of a file that holds several. */
  | { readonly kind: 'document'; readonly path: string; readonly document: string }
  /** A path, or the name of a definition. */
  | { readonly kind: 'name'; readonly name: string };

const LINES = /^(.+?)(?:#L|:)(\d{1,9})(?:-L?(\d{1,9}))?(?:~\d+)?$/;

/** Reads an id as models write it: with brackets, quotes or back-ticks around it, with `\` in a path, with the head of evidence behind it. */
export function readSectionId(raw: string): SectionId {
  const bare = trimEndOf(raw.trim().replace(/^[`'"]+/, ''), `\`'"`);
  const number = /^(?:\[(\d{1,9})\]|(\d{1,9})$)/.exec(bare);
  if (number) return { kind: 'evidence', n: Number(number[1] ?? number[2]) };
  const id = bare.split(' · ')[0]?.replaceAll('\\', '/').replace(/^\.\//, '') ?? bare;
  const lines = LINES.exec(id);
  if (lines) {
    const [, path = '', first, last] = lines;
    const [start, end] = [Number(first), Number(last ?? first)];
    return { kind: 'lines', path, start: Math.min(start, end), end: Math.max(start, end) };
  }
  const mark = id.indexOf('#');
  if (mark > 0) {
    const document = decoded(id.slice(mark + 1).replace(/~\d+$/, ''));
    return { kind: 'document', path: id.slice(0, mark), document };
  }
  return { kind: 'name', name: id };
}

/** Ids of chunks have `%`, `#` and `~` of a document's identity escaped. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
