import { DOCUMENT_FORMATS } from '@quarry/turn';
import { count, listOf, object, oneOf, text } from './schema-parts';

/** First and last of two numbers that belong together. */
const LINES = {
  type: 'array',
  description: 'First and last line of the file itself, where the text was taken out of it and it has lines.',
  prefixItems: [
    { type: 'integer', minimum: 1, description: 'First line.' },
    { type: 'integer', minimum: 1, description: 'Last line, included.' },
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
  description: 'The place on the page that is meant; null where only the page is known.',
} as const;

const PAGE = object(
  'A page, and the place on it.',
  {
    page: count('Page, from 1 as a viewer counts them.', 1),
    box: BOX,
    line: count('Of a text on several pages: the first of its lines that stands on this one.'),
  },
  ['line'],
);

/** Where a piece of evidence stands: `Whereabouts` of the turn, field by field. */
export const WHEREABOUTS = {
  path: text("Path relative to the repository's root, `/` as separator."),
  startLine: count('First line, from 1; with `format`, of the text that was taken out of the file.'),
  endLine: count('Last line, included.'),
  kind: oneOf('Set for what is no piece of a file: a value, or what was calculated.', [
    'finding',
    'calculation',
  ]),
  format: oneOf('Set where the text was taken out of a document.', DOCUMENT_FORMATS),
  sourceLines: LINES,
  pages: listOf('Pages that it stands on, in order, where the document has pages.', PAGE),
} as const;
