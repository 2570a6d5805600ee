import type { Rule } from './drawn';
import { latticesOf } from './lattice';

const level = (y: number, x0: number, x1: number): Rule => [x0, y, x1, y];
const upright = (x: number, y0: number, y1: number): Rule => [x, y0, x, y1];

/** Lines around two columns and three rows. */
const GRID = [
  ...[0, 20, 40, 60].map((y) => level(y, 0, 200)),
  ...[0, 100, 200].map((x) => upright(x, 0, 60)),
];

const cells = (rules: readonly Rule[]) =>
  latticesOf(rules).map((one) =>
    one.cells.map(({ columns, rows }) => `${columns.join('-')} ${rows.join('-')}`),
  );

describe('lattices', () => {
  it('have a cell wherever lines are around one', () => {
    expect(cells(GRID)).toEqual([['0-0 0-0', '1-1 0-0', '0-0 1-1', '1-1 1-1', '0-0 2-2', '1-1 2-2']]);
  });

  it('have cells over several columns and rows where no line parts them', () => {
    const rules = [
      ...[0, 20, 60].map((y) => level(y, 0, 200)),
      level(40, 100, 200),
      ...[0, 200].map((x) => upright(x, 0, 60)),
      upright(100, 20, 60),
    ];
    expect(cells(rules)).toEqual([['0-1 0-0', '0-0 1-2', '1-1 1-1', '1-1 2-2']]);
  });

  it('may lack the lines at their sides', () => {
    expect(cells(GRID.filter(([x0, , x1]) => x0 !== x1 || x0 === 100))).toHaveLength(1);
    expect(latticesOf(GRID.filter(([x0, , x1]) => x0 !== x1 || x0 === 100))[0]?.xs).toEqual([0, 100, 200]);
  });

  it('are apart where their lines do not cross, and none are where too few lines do', () => {
    const moved = GRID.map(([x0, y0, x1, y1]): Rule => [x0 + 300, y0, x1 + 300, y1]);
    expect(cells([...GRID, ...moved])).toHaveLength(2);
    expect(cells([level(0, 0, 200), upright(100, 0, 60)])).toEqual([]);
  });
});
