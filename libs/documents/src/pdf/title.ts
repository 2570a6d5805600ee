import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api';
import type { DocumentLine } from '../document';

/** Placeholders that programs insert instead of a title. */
const NO_TITLE =
  /^(?:untitled|document\d*|microsoft word|title|powerpoint presentation|slide 1|none|null|unknown)\b/i;
const FILE_NAME = /\.(?:docx?|pdf|tex|dvi|indd|qxd|pptx?|xlsx?|html?|ps|txt|rtf|odt|wpd)$/i;
const LONGEST = 300;

/** The title in the file if it is meaningful, otherwise the first of the largest lines of the first page. */
export async function titleOf(
  pdf: PDFDocumentProxy,
  lines: readonly DocumentLine[],
): Promise<string | undefined> {
  const info: unknown = await pdf.getMetadata().then(
    (metadata) => metadata.info,
    () => null,
  );
  const stated = typeof info === 'object' && info !== null && 'Title' in info ? info.Title : null;
  if (typeof stated === 'string') {
    const title = stated.replace(/[\s\0]+/g, ' ').trim();
    if (/\p{L}{2}/u.test(title) && !NO_TITLE.test(title) && !FILE_NAME.test(title))
      return title.slice(0, LONGEST);
  }
  return largest(lines);
}

/** A title may span this many lines. */
const MOST_LINES = 3;

function largest(all: readonly DocumentLine[]): string | undefined {
  const sizes = all.map((line) => line.size ?? 0).sort((a, b) => a - b);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const lines = all.filter((line) => line.layout.page === all[0]?.layout.page);
  const most = lines.reduce((size, line) => Math.max(size, line.size ?? 0), 0);
  const first = lines.findIndex((line) => line.size === most && /\p{L}{2}/u.test(line.text));
  if (first < 0 || most <= usual * 1.15) return undefined;
  const title = lines.slice(first, first + MOST_LINES);
  const end = title.findIndex((line) => line.size !== most || line.kind !== 'text');
  const text = title.slice(0, end < 0 ? MOST_LINES : Math.max(1, end)).map((line) => line.text);
  return withoutBars(text.join(' ')).slice(0, LONGEST);
}

/**
 * A title that was read as a row of a table, without the bars between its cells.
 * @example withoutBars(' | | Lyft, Inc. | '); // 'Lyft, Inc.'
 */
export function withoutBars(text: string): string {
  return text
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' ');
}
