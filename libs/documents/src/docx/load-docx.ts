import mammoth from 'mammoth';
import { defined } from '@quarry/turn';
import type { DocumentLine, Loaded, LoadedDocument, Loader } from '../document';
import { linesOfPage } from '../html/lines-of-page';
import { parseHtml } from '../html/parse-html';
import { checkPackage } from '../office/check-package';
import { Package } from '../office/package';
import { packageTitle } from '../office/package-title';
import { wordExtras } from './word-extras';

/**
 * In addition to the headings that mammoth knows. The title is an ordinary line, because it is the root of the tree.
 */
const STYLES = [
  "p[style-name='Title'] => p:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='heading 7'] => h6:fresh",
  "p[style-name='heading 8'] => h6:fresh",
  "p[style-name='heading 9'] => h6:fresh",
];

/**
 * Loads Word files: paragraphs, headings by their style, table rows, lists, notes, descriptions of pictures, and
 * comments at the end with the texts that they are about. Tracked insertions are text; what is left out is reported.
 */
export const loadDocx: Loader = async (bytes) => {
  const checked = checkPackage(bytes, 'docx');
  if (checked.kind === 'refused') return checked;
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) },
      {
        styleMap: STYLES,
        includeEmbeddedStyleMap: false,
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
      },
    );
    const parsed = parseHtml(value);
    if (parsed.kind === 'refused') return parsed;
    const { comments, remarks } = wordExtras(new Package(bytes, checked.entries));
    const lines = [...linesOfPage(parsed.page, true).map(withoutSource), ...commentLines(comments)];
    return loaded(lines, remarks, packageTitle(bytes, checked.entries));
  } catch (error) {
    return error instanceof RangeError && /call stack/i.test(error.message)
      ? {
          kind: 'refused',
          refusal: 'too_deep',
          reason: 'The file nests its tables or text too deeply; flatten it.',
        }
      : {
          kind: 'refused',
          refusal: 'damaged',
          reason: 'The file is damaged; Word may be able to repair it.',
        };
  }
};

/** Comments are a section of their own, so that they are not taken for the text. */
function commentLines(comments: readonly string[]): DocumentLine[] {
  if (comments.length === 0) return [];
  return [
    { text: 'Comments', kind: 'heading', level: 1, layout: {} },
    ...comments.map((text): DocumentLine => ({ text, kind: 'text', layout: {} })),
  ];
}

function loaded(
  lines: readonly DocumentLine[],
  remarks: readonly string[],
  title: string | undefined,
): Loaded {
  if (!lines.some(({ text }) => /[\p{L}\p{N}]/u.test(text)))
    return {
      kind: 'refused',
      refusal: 'no_text',
      reason: 'The file has no text; perhaps it contains only images.',
    };
  const document: LoadedDocument = {
    format: 'docx',
    ...defined({ title }),
    lines,
    outline: [],
    pages: null,
    remarks,
  };
  return { kind: 'document', document };
}

/** Drops the lines of the intermediate HTML, which are meaningless, and its arrows from a note back to its mark. */
function withoutSource(line: DocumentLine): DocumentLine {
  return { ...line, text: line.text.replace(/ ↑$/, ''), layout: {} };
}
