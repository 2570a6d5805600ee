import { defined } from '@quarry/turn';
import type { DocumentLine, OutlineEntry } from '../document';
import { outlineMarks } from './outline-marks';

const at = (page: number, y: number, text: string): DocumentLine => ({
  text,
  kind: 'text',
  layout: { page, box: [50, y, 300, y + 10] },
});
const entry = (title: string, page: number, top?: number): OutlineEntry => ({
  title,
  level: 1,
  page,
  ...defined({ top }),
});

const LINES = [
  at(1, 40, 'ITEM 7. MANAGEMENT’S DISCUSSION'),
  at(1, 52, 'AND ANALYSIS'),
  at(1, 80, 'Revenue'),
  at(1, 90, 'grew.'),
  at(1, 200, 'Revenue'),
  at(3, 40, 'A page without a title'),
  at(3, 60, 'More of it'),
];
const lineOf = (one: OutlineEntry): number | undefined => outlineMarks([one], LINES)[0]?.line;

describe('outlineMarks', () => {
  it('finds an entry by its title, over several lines and in any notation', () => {
    expect(lineOf(entry("Item 7. Management's Discussion and Analysis", 1))).toBe(1);
    expect(lineOf(entry('2.1 Revenue', 1))).toBe(3);
  });

  it('prefers the line nearest to the target if a title occurs twice', () => {
    expect(lineOf(entry('Revenue', 1, 78))).toBe(3);
    expect(lineOf(entry('Revenue', 1, 198))).toBe(5);
  });

  it('uses the target, otherwise the page, if the title is not printed', () => {
    expect(lineOf(entry('Chart', 3, 58))).toBe(7);
    expect(lineOf(entry('Chart', 3))).toBe(6);
  });

  it('omits entries on pages without text, meaningless entries and entries at the same line', () => {
    expect(outlineMarks([entry('Revenue', 2), entry('Revenue', 99), entry('…', 1)], LINES)).toEqual([]);
    expect(outlineMarks([entry('First', 3), entry('Second', 3)], LINES)).toEqual([
      { line: 6, rank: 1, title: 'First' },
    ]);
  });

  it('handles thousands of entries for one page of thousands of lines quickly', () => {
    const lines = Array.from({ length: 5_000 }, (_, i) => at(1, i, `Line ${i} of the page`));
    const outline = Array.from({ length: 10_000 }, (_, i) => entry(`Entry ${i} of many`, 1, i / 2));
    expect(outlineMarks(outline, lines).length).toBeGreaterThan(1_000);
  });
});
