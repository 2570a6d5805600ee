import { chunksOf, layoutByLine, type SectionSource, storedPath, wholeText } from '@quarry/retrieval';
import type { Chunk, LineLayout } from '@quarry/search-index';
import type { Evidence, Section } from '@quarry/turn';

/** A stored document, line by line. */
export interface ReadDocument {
  /** Its first chunk, for the properties of the whole document. */
  readonly about: Chunk;
  readonly lines: readonly TextLine[];
  readonly tree: readonly Section[];
}

export interface TextLine {
  readonly text: string;
  /** Line of the document, or of the file if the file contains several documents. */
  readonly line: number;
  /** Its offset in the document, in characters. */
  readonly at: number;
  readonly layout: LineLayout | undefined;
}

/** Selects lines of a document. */
export type Region = (line: TextLine) => boolean;

/** Reads a document from the index; null if the index does not contain it. */
export async function readDocument(
  source: Pick<SectionSource, 'index' | 'ref' | 'trees'>,
  place: { readonly path: string; readonly document?: string },
): Promise<ReadDocument | null> {
  const whole = wholeText(await chunksOf(source, place));
  if (!whole) return null;
  const layout = layoutByLine(whole.chunks);
  let at = 0;
  const lines = whole.text.split('\n').map((text, i): TextLine => {
    const line = whole.startLine + (whole.byLines ? i : 0);
    const own = { text, line, at, layout: whole.byLines ? layout.get(line) : undefined };
    at += text.length + 1;
    return own;
  });
  return { about: whole.chunks[0], lines, tree: await source.trees.of([storedPath(place)]) };
}

export function hasPages({ lines }: ReadDocument): boolean {
  return lines.some(({ layout }) => layout?.page !== undefined);
}

export function onPage(page: number): Region {
  return ({ layout }) => layout?.page === page;
}

/** Selects the lines of any of the sections. */
export function inSections(sections: readonly Section[]): Region {
  return (line) =>
    sections.some(({ startLine, endLine, from, to = Infinity }) =>
      from === undefined
        ? startLine <= line.line && line.line <= endLine
        : from < line.at + line.text.length && line.at < to,
    );
}

/** Selects the lines of any piece of evidence, all from this document. */
export function inEvidence(items: readonly Evidence[]): Region {
  return (line) =>
    items.some(({ startLine, endLine, offset, text }) =>
      offset === undefined
        ? startLine <= line.line && line.line <= endLine
        : offset < line.at + line.text.length && line.at < offset + text.length,
    );
}
