import type { Box } from '@quarry/turn';
import type { DocumentLine } from '../document';
import type { OcrPage } from '../ocr-page';
import { NOTHING } from './drawn';
import type { Fragment, PageSize } from './fragment';
import { linesOf, readLayer } from './page-lines';

/** Rows within this share of the usual size have it: OCR measures sizes by what letters happen to be in a row. */
const ALIKE = 0.18;

/** The lines and tables of a page that OCR read, as those of a page with text. */
export function ocrLines({ lines, turned }: OcrPage, size: PageSize, number: number): DocumentLine[] {
  const usual = usualSize(lines);
  const fragments = lines.flatMap(({ baseline, size: own, words }) => {
    const height = Math.abs(own - usual) <= ALIKE * usual ? usual : own;
    return words.map(({ text, x0, x1, confidence }): Fragment => ({
      ...{ text, x0, x1, baseline, size: height, confidence },
      ...{ top: baseline - 0.8 * height, bottom: baseline + 0.2 * height },
      ...{ bold: false, spaced: true },
    }));
  });
  return linesOf(readLayer({ quarter: 0, fragments }), { ...size, ...NOTHING }, number).map((line) => {
    const { box } = line.layout;
    return turned === 0 || !box
      ? line
      : { ...line, layout: { ...line.layout, box: turnedBack(box, turned, size) } };
  });
}

/** The size of most words. */
function usualSize(lines: OcrPage['lines']): number {
  const sizes = lines.flatMap(({ size, words }) => words.map(() => size)).sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? 0;
}

/** The box on the page as it is shown, around a line that was read on the page turned straight. */
function turnedBack([x0, y0, x1, y1]: Box, turned: number, { width, height }: PageSize): Box {
  const [sin, cos] = [Math.sin(-turned), Math.cos(-turned)];
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ].map(([x = 0, y = 0]) => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    return [width / 2 + dx * cos - dy * sin, height / 2 + dx * sin + dy * cos] as const;
  });
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [
    within(Math.min(...xs), width),
    within(Math.min(...ys), height),
    within(Math.max(...xs), width),
    within(Math.max(...ys), height),
  ];
}

function within(value: number, most: number): number {
  return Math.round(Math.min(Math.max(value, 0), most) * 100) / 100;
}
