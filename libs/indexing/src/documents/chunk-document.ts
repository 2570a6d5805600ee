import type { Chunk } from '@quarry/search-index';
import { countTokens } from '@quarry/tokens';
import { embeddedText } from '../chunk/chunk-file';
import { textWindows, type Stretch } from '../chunk/text-windows';
import { titleOf } from '../chunk/title';
import type { WindowSize } from '../chunk/windows';
import { sha256 } from '../source/decode';
import type { SourceDocument } from './document';

/** Text before a section that has fewer tokens is its heading and stays with it. */
const SLIGHT = 24;

export interface DocumentPlace {
  /** File that holds the document. */
  readonly path: string;
  /** Its line there, from 1. */
  readonly line: number;
  readonly commit?: string;
  /** For a document that has no address of its own. */
  readonly url?: string;
}

/**
 * Cuts a document into chunks that know where they come from: `text` is `document.text` from `offset` on. No chunk crosses a section.
 * Ids are `<path>#<document id>`, from the second chunk on with `~2`, `~3`, …
 */
export function chunkDocument(document: SourceDocument, place: DocumentPlace, size: WindowSize): Chunk[] {
  const url = document.url ?? place.url;
  const plain = `${place.path}#${escaped(document.id)}`;
  return stretchesOf(document)
    .flatMap(({ title, ...range }) =>
      textWindows(document.text, range, size).map((window) => ({ title, ...window })),
    )
    .map(({ title: section, start, end }, i) => {
      const title = titleOf(document.title, section);
      const own = {
        path: place.path,
        document: document.id,
        text: document.text.slice(start, end),
        ...(title === undefined ? {} : { title }),
      };
      return {
        ...own,
        id: i === 0 ? plain : `${plain}~${i + 1}`,
        startLine: place.line,
        endLine: place.line,
        offset: start,
        language: 'text',
        kind: 'window',
        ...(place.commit === undefined ? {} : { commit: place.commit }),
        ...(url === undefined ? {} : { url }),
        contentHash: sha256(embeddedText(own)),
      };
    });
}

/** The sections and what lies between them, in order. */
function stretchesOf({ text, sections }: SourceDocument): (Stretch & { readonly title?: string })[] {
  const stretches: (Stretch & { readonly title?: string })[] = [];
  let free = 0;
  for (const section of sections) {
    const start = headingBefore(text, free, section.start);
    stretches.push({ start: free, end: start }, { ...section, start });
    free = section.end;
  }
  stretches.push({ start: free, end: text.length });
  return stretches;
}

/** Where a section begins with its heading: all that is slight before it, else the last paragraph before it if that is. */
function headingBefore(text: string, free: number, start: number): number {
  const paragraph = text.lastIndexOf('\n\n', start);
  const isSlight = (from: number): boolean =>
    start - from < SLIGHT * 16 && countTokens(text.slice(from, start)) < SLIGHT;
  return [free, Math.max(free, paragraph)].find(isSlight) ?? start;
}

/** So that no two documents of a file can have chunks of the same id. */
function escaped(id: string): string {
  return id.replace(/[%#~]/g, (mark) => encodeURIComponent(mark).replace('~', '%7E'));
}
