import type { TextContent, TextStyle } from 'pdfjs-dist/types/src/display/api';
import type { Fragment, Layer, PageSize, Quarter } from './fragment';
import { multiply, type Matrix } from './matrix';
import { turnUpright } from './turn';

export interface ShownPage extends PageSize {
  /** From page coordinates to points from the top left corner, with the page's rotation applied. */
  readonly transform: Matrix;
}

/** Groups the text of a page by reading direction; the most frequent direction comes first. */
export function layersOf(page: ShownPage, content: TextContent, isBold: (font: string) => boolean): Layer[] {
  const layers = new Map<Quarter, Fragment[]>();
  let last: Fragment[] | undefined;
  for (const item of content.items) {
    if (!('str' in item)) continue;
    if (item.str.trim() === '') {
      const before = last?.pop();
      if (before) last?.push({ ...before, spaced: item.str !== '' || before.spaced });
      continue;
    }
    const [a, b, c, d, left, base] = multiply(page.transform, item.transform as unknown as Matrix);
    const size = Math.hypot(c, d);
    if (![a, b, size, left, base, item.width].every(Number.isFinite) || size === 0) continue;
    const quarter = quarterOf(a, b);
    const [x, y] = turnUpright(quarter, left, base, page);
    const { ascent, descent } = edges(content.styles[item.fontName]);
    last = layers.get(quarter) ?? [];
    layers.set(quarter, last);
    last.push({
      text: item.str,
      x0: x,
      x1: x + item.width * Math.hypot(page.transform[0], page.transform[1]),
      top: y - ascent * size,
      bottom: y - descent * size,
      baseline: y,
      size,
      bold: isBold(item.fontName),
      spaced: false,
    });
  }
  return [...layers]
    .map(([quarter, fragments]) => ({ quarter, fragments }))
    .sort((a, b) => b.fragments.length - a.fragments.length);
}

/** Assigns slanted text, e.g. a watermark, to the nearest quarter. */
function quarterOf(a: number, b: number): Quarter {
  return ((Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4) as Quarter;
}

/** Many fonts specify no or absurd edges; typical ones replace them. */
function edges(style: TextStyle | undefined): { ascent: number; descent: number } {
  const ascent = style && style.ascent > 0.4 && style.ascent <= 1.2 ? style.ascent : 0.8;
  const descent = style && style.descent < 0 && style.descent >= -0.5 ? style.descent : -0.2;
  return { ascent, descent };
}
