import type { PDFOperatorList, PDFPageProxy, TextContent } from 'pdfjs-dist/types/src/display/api';
import type { Pdfjs } from './pdfjs';
import { hasUnmapped, withLigatures } from './ligatures';

const ops = { setFont: 37, showText: 44 } as Pdfjs['ops'];
const named = (name: string) =>
  ({ has: () => true, get: () => ({ name }) }) as unknown as PDFPageProxy['commonObjs'];
const textOf = (...texts: readonly string[]) =>
  ({ items: texts.map((str) => ({ str })), styles: {}, lang: null }) as unknown as TextContent;
/** Draws glyphs without a map, by their codes. */
const drawn = (...codes: readonly number[]) => ({
  fnArray: [ops.setFont, ops.showText],
  argsArray: [['f1', 8], [codes.map((originalCharCode) => ({ originalCharCode, unicode: '\0' }))]],
});
const read = (content: TextContent, list: PDFOperatorList, font: string) =>
  withLigatures(content, list, { ops, fonts: named(font) }).items.map((item) =>
    'str' in item ? item.str : '',
  );

describe('withLigatures', () => {
  it('gives the letters of ligatures that a font leaves without a map', () => {
    const content = textOf('administra', '\0', 've por', '\0', 'olio');
    expect(hasUnmapped(content)).toBe(true);
    expect(read(content, drawn(0x19f, 0x19e), 'ABCDEF+Calibri-Bold').join('')).toBe(
      'administrative portfolio',
    );
  });

  it('leaves other fonts and other glyphs as they are', () => {
    expect(read(textOf('a', '\0'), drawn(0x19f), 'Garamond')).toEqual(['a', '\0']);
    expect(read(textOf('a', '\0'), drawn(0x200), 'Calibri')).toEqual(['a', '\0']);
  });

  it('changes nothing if text and drawing differ in number', () => {
    expect(read(textOf('a', '\0'), drawn(0x19f, 0x19f), 'Calibri')).toEqual(['a', '\0']);
    expect(hasUnmapped(textOf('a'))).toBe(false);
  });
});
