import * as fc from 'fast-check';
import { documentTerms, queryTerms } from './analysis';
import { containedTerms, wantedTerms } from './contained-terms';

const expected = (text: string, query: string) =>
  [...new Set(queryTerms(query))].filter((term) => documentTerms(text).has(term)).sort();
const found = (text: string, query: string) =>
  [...containedTerms(text, wantedTerms(queryTerms(query)))].sort();

/** Pieces of names and prose, few enough that queries and texts share terms. */
const piece = fc.oneof(
  fc.constantFrom(
    'get',
    'User',
    'NAME',
    'HTTPServer',
    'a',
    'b',
    'I',
    '2',
    '404',
    'x1',
    'properties',
    'property',
  ),
  fc.constantFrom('dying', 'die', 'lying', 'lie', 'tying', 'skies', 'sky', 'early', 'news', 'biomaterials'),
  fc.constantFrom(
    '_',
    '__',
    '.',
    '/',
    '\\',
    '::',
    ':',
    '->',
    '>',
    '-',
    '#',
    ' ',
    '  ',
    '\n',
    '(',
    '"',
    ', ',
    '. ',
  ),
  fc.constantFrom(
    'PDFs',
    'GPUs',
    'TNFalpha',
    'UUIDv4',
    'OAuth2',
    'alpha',
    'β',
    '1.2.3',
    'v3.11',
    'vms',
    'ABs',
  ),
  fc.constantFrom('é', 'Café', 'ﬁ', '日本', '日本語', 'ÄÖ', '\u0301'),
  fc.string({ maxLength: 3 }),
);
const ascii = fc.constantFrom(...' _.-/:>#aAbB1');
const text = fc.oneof(
  fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join('')),
  fc.array(ascii, { maxLength: 30 }).map((signs) => signs.join('')),
);

describe('containedTerms', () => {
  it('finds the same terms as analyzing the whole text, for any text and query', () => {
    fc.assert(
      fc.property(text, text, (document, query) => {
        expect(found(document, query)).toEqual(expected(document, query));
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds every term of a text whose own words are the query', () => {
    fc.assert(
      fc.property(text, (document) => {
        expect(found(document, document)).toEqual(expected(document, document));
      }),
    );
  });

  it.each([
    ['The user name is read by getUserName().', 'getUserName', ['get', 'getusernam', 'name', 'user']],
    ['a_b', 'ab', ['ab']],
    ['he was dying', 'die', ['die']],
    ['std::vector->size', 'vector size', ['size', 'vector']],
    ['propriety', 'property', []],
  ])('%s, asked for %s', (document, query, terms) => {
    expect(found(document, query)).toEqual(terms);
  });
});
