import type { Box } from '@quarry/turn';
import type { Fragment, Layer, PageSize } from './fragment';
import { isNumeric } from './numeric';
import { turnBack } from './turn';

/** Columns of figures with a turned head, at least: the scale of a chart has one. */
const FEWEST_COLUMNS = 2;
/** Figures of a column, at least. */
const FEWEST_FIGURES = 2;
/** In heights of letters: the middle of a line is at most so far from that of its column. */
const ASIDE = 3;

/** A line of turned text with its box on the page. */
interface TurnedLine {
  readonly one: Fragment;
  readonly box: Box;
}

interface FigureColumn {
  x0: number;
  x1: number;
  figures: number;
}

/**
 * Sets the turned heads of narrow columns upright: texts that are side by side above columns of figures. The lines of
 * one head are those nearest to the middle of its column. A head then is at the foot of its cell, as high
 * as the turned text is long.
 */
export function withTurnedHeads(layers: readonly Layer[], page: PageSize): readonly Layer[] {
  const upright = layers.find(({ quarter }) => quarter === 0);
  if (!upright || layers.length === 1) return layers;
  const heads: Fragment[] = [];
  const others = layers.flatMap((layer): readonly Layer[] => {
    if (layer.quarter !== 1 && layer.quarter !== 3) return layer === upright ? [] : [layer];
    const lines = layer.fragments.map((one) => ({
      one,
      box: turnBack(layer.quarter, [one.x0, one.top, one.x1, one.bottom], page),
    }));
    const taken = new Set<Fragment>();
    for (const group of sideBySide(lines)) {
      const own = headsOf(group, upright.fragments);
      if (own.length < FEWEST_COLUMNS) continue;
      heads.push(...own);
      for (const { one } of group) taken.add(one);
    }
    const fragments = layer.fragments.filter((one) => !taken.has(one));
    return fragments.length > 0 ? [{ ...layer, fragments }] : [];
  });
  if (heads.length === 0) return layers;
  const whole = { quarter: upright.quarter, fragments: [...upright.fragments, ...heads] };
  return [whole, ...others].toSorted((a, b) => b.fragments.length - a.fragments.length);
}

/** Groups of lines that are at the same height in part. */
function sideBySide(lines: readonly TurnedLine[]): readonly (readonly TurnedLine[])[] {
  const groups: { bottom: number; readonly lines: TurnedLine[] }[] = [];
  for (const line of lines.toSorted((a, b) => a.box[1] - b.box[1])) {
    const last = groups.at(-1);
    if (last && line.box[1] < last.bottom) {
      last.lines.push(line);
      last.bottom = Math.max(last.bottom, line.box[3]);
    } else groups.push({ bottom: line.box[3], lines: [line] });
  }
  return groups.map((group) => group.lines);
}

/** The heads that a group of turned lines is; none if a line of it is over no column of figures. */
function headsOf(group: readonly TurnedLine[], upright: readonly Fragment[]): readonly Fragment[] {
  const bottom = Math.max(...group.map(({ box }) => box[3]));
  const size = Math.max(...group.map(({ one }) => one.size));
  const columns = columnsBelow(upright.filter((one) => one.top > bottom - size));
  const homes = Map.groupBy(group, ({ box }) => {
    const middle = (box[0] + box[2]) / 2;
    const off = ({ x0, x1 }: FigureColumn): number => Math.abs((x0 + x1) / 2 - middle);
    const [home] = columns.toSorted((a, b) => off(a) - off(b));
    return home && off(home) <= ASIDE * size ? home : undefined;
  });
  if (homes.has(undefined)) return [];
  return [...homes.values()].map((lines) => {
    const inOrder = lines.toSorted((a, b) => a.one.top - b.one.top || a.one.x0 - b.one.x0);
    const foot = {
      top: Math.min(...lines.map(({ box }) => box[1])),
      bottom,
      baseline: bottom - 0.2 * size,
      size,
      spaced: false,
    };
    return {
      ...foot,
      text: inOrder.map(({ one }) => one.text.trim()).join(' '),
      bold: lines.every(({ one }) => one.bold),
      x0: Math.min(...lines.map(({ box }) => box[0])),
      x1: Math.max(...lines.map(({ box }) => box[2])),
    };
  });
}

function columnsBelow(below: readonly Fragment[]): readonly FigureColumn[] {
  const columns: FigureColumn[] = [];
  const figures = below.filter(({ text }) => isNumeric(text.trim()));
  for (const { x0, x1 } of figures.toSorted((a, b) => a.x0 - b.x0)) {
    const last = columns.at(-1);
    if (last && x0 < last.x1) {
      last.x1 = Math.max(last.x1, x1);
      last.figures++;
    } else columns.push({ x0, x1, figures: 1 });
  }
  return columns.filter(({ figures: many }) => many >= FEWEST_FIGURES);
}
