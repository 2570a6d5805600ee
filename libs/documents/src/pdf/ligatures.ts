import type { PDFOperatorList, PDFPageProxy, TextContent } from 'pdfjs-dist/types/src/display/api';
import type { Pdfjs } from './pdfjs';

/**
 * Glyphs of Calibri, the usual font of Office, that are several letters. Some programs write them with a map to
 * U+0000, so that the text has none of their letters: `administra ve`.
 */
const LIGATURES: ReadonlyMap<number, string> = new Map([
  [0x14c, 'ft'],
  [0x19e, 'tf'],
  [0x19f, 'ti'],
  [0x1a9, 'tt'],
  [0x1ab, 'tti'],
]);
const FONT = /(?:^|\+)(?:Calibri|Carlito)/;
const UNMAPPED = '\0';

/** Whether a page has letters that its fonts do not map to text. */
export function hasUnmapped({ items }: TextContent): boolean {
  return items.some((item) => 'str' in item && item.str.includes(UNMAPPED));
}

/** The text with the letters of known ligatures in place of U+0000. */
export function withLigatures(
  content: TextContent,
  list: PDFOperatorList,
  { ops, fonts }: { readonly ops: Pdfjs['ops']; readonly fonts: PDFPageProxy['commonObjs'] },
): TextContent {
  const letters = lettersIn(list, ops, fonts);
  const places = content.items.reduce((sum, item) => sum + ('str' in item ? countIn(item.str) : 0), 0);
  // Otherwise text and drawing are in a different order.
  if (letters.length !== places) return content;
  let at = 0;
  const items = content.items.map((item) =>
    'str' in item && item.str.includes(UNMAPPED)
      ? { ...item, str: item.str.replaceAll(UNMAPPED, () => letters[at++] ?? UNMAPPED) }
      : item,
  );
  return { ...content, items };
}

function countIn(text: string): number {
  return text.split(UNMAPPED).length - 1;
}

/** For each unmapped glyph, in the order of drawing, its letters; U+0000 if they are not known. */
function lettersIn(
  { fnArray, argsArray }: PDFOperatorList,
  ops: Pdfjs['ops'],
  fonts: PDFPageProxy['commonObjs'],
): readonly string[] {
  const letters: string[] = [];
  let isKnown = false;
  for (const [at, op] of fnArray.entries()) {
    const args = argsArray[at] as readonly unknown[];
    if (op === ops.setFont) isKnown = isNamed(fonts, args[0]);
    if (op !== ops.showText || !Array.isArray(args[0])) continue;
    for (const glyph of args[0] as readonly {
      readonly unicode?: string;
      readonly originalCharCode?: number;
    }[])
      if (glyph.unicode === UNMAPPED)
        letters.push((isKnown && LIGATURES.get(glyph.originalCharCode ?? 0)) || UNMAPPED);
  }
  return letters;
}

function isNamed(fonts: PDFPageProxy['commonObjs'], id: unknown): boolean {
  const font: unknown = typeof id === 'string' && fonts.has(id) ? fonts.get(id) : null;
  return typeof font === 'object' && font !== null && 'name' in font && FONT.test(String(font.name));
}
