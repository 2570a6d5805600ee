import { DOCUMENT_FORMATS } from '@quarry/turn';
import { count, listOf, object, oneOf, text } from './schema-parts';

/** A pair of line numbers. */
const LINES = {
  type: 'array',
  description:
    'First and last line in the original file, if the text was extracted from it and it has lines.',
  prefixItems: [
    { type: 'integer', minimum: 1, description: 'First line.' },
    { type: 'integer', minimum: 1, description: 'Last line, inclusive.' },
  ],
  minItems: 2,
  maxItems: 2,
} as const;

const edge = { type: 'number', description: 'In PDF points, 1/72 inch.' } as const;

const BOX = {
  anyOf: [
    {
      type: 'array',
      description: 'x0, y0, x1, y1 from the top left corner of the page.',
      prefixItems: [edge, edge, edge, edge],
      minItems: 4,
      maxItems: 4,
    },
    { type: 'null' },
  ],
  description: 'Place on the page; null if only the page is known.',
} as const;

const PAGE = object(
  'A page with the place on it.',
  {
    page: count('Page number, from 1, as PDF viewers count.', 1),
    box: BOX,
    line: count('For text that spans several pages: the first of its lines on this page.'),
    ocr: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'Mean confidence of OCR in the words, if the page is a picture that it read.',
    },
  },
  ['line', 'ocr'],
);

/** The place of a piece of evidence: `Whereabouts` of the turn, field by field. */
export const WHEREABOUTS = {
  path: text('Path relative to the root of the repository, with `/` as separator.'),
  repository: text('Its repository, if the turn is about several: the path begins with its name.'),
  snapshot: text('The snapshot of that repository.'),
  startLine: count('First line, from 1; if `format` is set, of the text that was extracted from the file.'),
  endLine: count('Last line, inclusive.'),
  kind: oneOf('Kind of evidence: a value, a calculation or a past commit; absent for a passage of a file.', [
    'finding',
    'calculation',
    'commit',
  ]),
  format: oneOf('Format of the document, if the text was extracted from one.', DOCUMENT_FORMATS),
  sourceLines: LINES,
  pages: listOf('Pages of the text, in order, if the document has pages.', PAGE),
  range: text(
    'Its cells in a spreadsheet (`Prices!A7:F12`), or the part of its file by name (`slide 4`, `cell 12`).',
  ),
} as const;
