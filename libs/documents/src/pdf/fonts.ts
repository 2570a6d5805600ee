import type { PDFPageProxy, TextContent } from 'pdfjs-dist/types/src/display/api';

/**
 * Font names are known only after a page's drawing is prepared. At most this many pages are prepared; later fonts
 * rarely matter.
 */
const MOST_PREPARED = 60;

export interface Fonts {
  /** Looks up the fonts of a page that are not known yet. */
  learn(page: PDFPageProxy, content: TextContent): Promise<void>;
  readonly isBold: (font: string) => boolean;
}

/** Determines which fonts of a document are bold, by their names. */
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

/** Parts of the names of bold fonts, including those of TeX and related fonts (`NimbusRomNo9L-Medi`, `CMBX10`). */
const BOLD = /bold|black|heavy|demi|medi(?!um)|(?:cm|ec|sf|lm)bx/i;

function says(font: unknown): boolean {
  if (typeof font !== 'object' || font === null) return false;
  if (('black' in font && font.black === true) || ('bold' in font && font.bold === true)) return true;
  return 'name' in font && typeof font.name === 'string' && BOLD.test(font.name);
}
