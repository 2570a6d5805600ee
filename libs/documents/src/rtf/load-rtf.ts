import type { DocumentLine, Loaded, Loader } from '../document';
import { linesOfHtml, loadedLines, refusing } from '../html/html-text';
import { counted, picturesLeftOut } from '../remarks/left-out';
import { isUseless } from '../office/package-title';
import { readRtf } from './read-rtf';

/**
 * Loads RTF files: paragraphs, headings by their style, lists, rows of tables, footnotes, and comments at the end.
 * Marked deletions, hidden text, headers and footers are left out; all but hidden text is reported.
 */
export const loadRtf: Loader = (bytes) => {
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '{\\rtf')
    return Promise.resolve({
      kind: 'refused',
      refusal: 'damaged',
      reason: 'The file is not an RTF file: it does not begin with `{\\rtf`.',
    });
  return Promise.resolve(refusing(() => loaded(bytes)));
};

function loaded(bytes: Uint8Array): Loaded {
  const { html, title, notes, comments, pictures, embedded, deletions, hasHeaders } = readRtf(bytes);
  const line = (text: string): DocumentLine => ({ text, kind: 'text', layout: {} });
  return loadedLines(
    {
      format: 'rtf',
      title: isUseless(title) ? undefined : title,
      pages: null,
      remarks: [
        ...picturesLeftOut(pictures),
        ...(embedded > 0
          ? [`${counted(embedded, 'embedded object')} ${embedded === 1 ? 'was' : 'were'} not read`]
          : []),
        ...(deletions > 0
          ? [`${counted(deletions, 'marked deletion')} ${deletions === 1 ? 'was' : 'were'} left out`]
          : []),
        ...(hasHeaders ? ['its headers and footers were not read'] : []),
      ],
    },
    [
      ...linesOfHtml(html, {}),
      ...notes.map(line),
      ...(comments.length > 0
        ? [
            { text: 'Comments', kind: 'heading' as const, level: 1, layout: {} },
            ...comments.map((text) => line(`Comment: ${text}`)),
          ]
        : []),
    ],
  );
}
