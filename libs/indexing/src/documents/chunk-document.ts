import type { Chunk } from '@quarry/search-index';
import { countTokens, defined, type Section } from '@quarry/turn';
import { embeddedText } from '../chunk/chunk-file';
import { textWindows, type Stretch } from '../chunk/text-windows';
import { titleOf } from '../chunk/title';
import type { WindowSize } from '../chunk/windows';
import { sha256 } from '../source/decode';
import type { SourceDocument } from './document';

/** Text before a section with fewer tokens is its heading and stays with it. */
const SLIGHT = 24;

export interface DocumentPlace {
  /** Its section tree, the root first. */
  readonly sections: readonly Section[];
  /** File that contains the document. */
  readonly path: string;
  /** Its line in the file, from 1. */
  readonly line: number;
  readonly commit?: string;
  /** For a document without a URL. */
  readonly url?: string;
}

/**
 * Cuts a document into chunks with their origin: `text` is `document.text` from `offset` on. No chunk crosses a
 * section. Ids are `<path>#<document id>`, from the second chunk on with `~2`, `~3`, …
 */
export function chunkDocument(document: SourceDocument, place: DocumentPlace, size: WindowSize): Chunk[] {
  const url = document.url ?? place.url;
  const plain = `${place.path}#${escaped(document.id)}`;
  return stretchesOf(document)
    .flatMap(({ title, begins, ...range }) =>
      textWindows(document.text, range, size).map((window) => ({ title, begins, ...window })),
    )
    .map(({ title: section, begins, start, end }, i) => {
      const title = titleOf(document.title, section);
      const own = {
        path: place.path,
        document: document.id,
        text: document.text.slice(start, end),
        ...defined({ title }),
      };
      const inner = sectionFrom(place.sections, Math.max(begins, start));
      return {
        ...own,
        ...(inner === undefined ? {} : { section: inner.id }),
        id: i === 0 ? plain : `${plain}~${i + 1}`,
        startLine: place.line,
        endLine: place.line,
        offset: start,
        language: 'text',
        kind: 'window',
        ...defined({ commit: place.commit, url }),
        contentHash: sha256(embeddedText(own)),
      };
    });
}

/** The innermost section at a position of the text: parents precede their children. */
function sectionFrom(sections: readonly Section[], at: number): Section | undefined {
  return sections.findLast(({ from = 0, to = Infinity }) => from <= at && at < to);
}

/** A part of a document that is cut separately. */
interface Part extends Stretch {
  readonly title?: string;
  /** Start of the section after its heading. */
  readonly begins: number;
}

/** The sections and the text between them, in order. */
function stretchesOf({ text, sections }: SourceDocument): Part[] {
  const stretches: Part[] = [];
  let free = 0;
  for (const section of sections) {
    const start = headingBefore(text, free, section.start);
    stretches.push({ start: free, end: start, begins: free }, { ...section, start, begins: section.start });
    free = section.end;
  }
  stretches.push({ start: free, end: text.length, begins: free });
  return stretches;
}

/**
 * Start of a section including its heading: all text before it if that is short, otherwise its last paragraph if that
 * is short.
 */
function headingBefore(text: string, free: number, start: number): number {
  const paragraph = text.lastIndexOf('\n\n', start);
  const isSlight = (from: number): boolean =>
    start - from < SLIGHT * 16 && countTokens(text.slice(from, start)) < SLIGHT;
  return [free, Math.max(free, paragraph)].find(isSlight) ?? start;
}

/** Escapes ids, so that two documents of a file cannot have chunks with the same id. */
function escaped(id: string): string {
  return id.replace(/[%#~]/g, (mark) => encodeURIComponent(mark).replace('~', '%7E'));
}
