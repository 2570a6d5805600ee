import type { DocumentLine } from '../document';
import { bandsOf } from './bands';
import type { Layer, PageSize } from './fragment';
import { turnBack } from './turn';

/** The lines of a page that are read in the same direction, in reading order. */
export function linesOf({ quarter, fragments }: Layer, page: PageSize, number: number): DocumentLine[] {
  return bandsOf(fragments).map((band) => {
    const x0 = Math.min(...band.fragments.map((one) => one.x0));
    const x1 = Math.max(...band.fragments.map((one) => one.x1));
    return {
      text: band.fragments.map((one) => one.text).join(' '),
      kind: 'text',
      size: band.size,
      bold: band.fragments.every((one) => one.bold),
      layout: { page: number, box: turnBack(quarter, [x0, band.top, x1, band.bottom], page) },
    };
  });
}
