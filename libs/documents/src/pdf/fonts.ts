import type { PDFPageProxy, TextContent } from 'pdfjs-dist/types/src/display/api';

/** Names of fonts are only known after a page's drawing was prepared; a document with more new fonts than this has none that matter. */
const MOST_PREPARED = 60;

export interface Fonts {
  /** Looks up the fonts of a page that are not known yet. */
  learn(page: PDFPageProxy, content: TextContent): Promise<void>;
  readonly isBold: (font: string) => boolean;
}

/** Which fonts of a document are bold, by their names. */
export function fontsOf(): Fonts {
  const bold = new Map<string, boolean>();
  let prepared = 0;
  return {
    async learn(page, content) {
      const unknown = Object.keys(content.styles).filter((name) => !bold.has(name));
      if (unknown.length === 0 || prepared >= MOST_PREPARED) return;
      prepared++;
      await page.getOperatorList().catch(() => undefined);
      for (const name of unknown)
        bold.set(name, page.commonObjs.has(name) && says(page.commonObjs.get(name)));
    },
    isBold: (font) => bold.get(font) ?? false,
  };
}

/** Parts of names of bold fonts, those of TeX and its kin (`NimbusRomNo9L-Medi`, `CMBX10`) among them. */
const BOLD = /bold|black|heavy|demi|medi(?!um)|(?:cm|ec|sf|lm)bx/i;

function says(font: unknown): boolean {
  if (typeof font !== 'object' || font === null) return false;
  if (('black' in font && font.black === true) || ('bold' in font && font.bold === true)) return true;
  return 'name' in font && typeof font.name === 'string' && BOLD.test(font.name);
}
