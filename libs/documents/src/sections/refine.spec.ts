import type { DocumentLine } from '../document';
import type { Mark } from './mark';
import { refined } from './refine';
import { treeOf } from './section-tree';

const page = (i: number): number => 1 + Math.floor(i / 10);
const linesOf = (count: number, length: number): DocumentLine[] =>
  Array.from({ length: count }, (_, i) => ({
    text: 'x'.repeat(length),
    kind: 'text',
    layout: { page: page(i) },
  }));
const titlesOf = (lines: readonly DocumentLine[], marks: readonly Mark[]): string[] =>
  treeOf({ path: 'a', lines, pages: null, title: 'A' }, marks).map(({ level, title }) => `${level} ${title}`);

describe('refined', () => {
  it('adds headings to sections with much text of their own, before their existing parts', () => {
    const lines = linesOf(60, 1_000);
    const marks = [
      { line: 1, rank: 1, title: 'Item 1' },
      { line: 31, rank: 2, title: 'Offerings' },
      { line: 34, rank: 1, title: 'Item 2' },
    ];
    const finer = [
      { line: 2, rank: 10, title: 'ITEM 1' },
      { line: 5, rank: 10, title: 'Overview' },
      { line: 9, rank: 11, title: 'Aims' },
      { line: 32, rank: 10, title: 'Within a small one' },
    ];
    expect(
      titlesOf(
        lines,
        refined(marks, () => finer, lines),
      ),
    ).toEqual(['0 A', '1 Item 1', '2 Overview', '3 Aims', '2 Offerings', '1 Item 2']);
  });

  it('cuts text without headings into windows, and does not search short text for headings', () => {
    const lines = linesOf(400, 10);
    const marks = [
      { line: 1, rank: 1, title: 'Short' },
      { line: 101, rank: 1, title: 'Long' },
    ];
    const all = refined(
      marks,
      () => {
        throw new Error('not needed');
      },
      lines,
    );
    expect(titlesOf(lines, all)).toEqual(['0 A', '1 Short', '1 Long', '2 Pages 21–30', '2 Pages 31–40']);
  });
});
