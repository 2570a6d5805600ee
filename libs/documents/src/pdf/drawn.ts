import type { PDFOperatorList } from 'pdfjs-dist/types/src/display/api';
import type { Box } from '@quarry/turn';
import { multiply, type Matrix } from './matrix';
import type { Pdfjs } from './pdfjs';

/** A level or upright line drawn on a page: a box without height or width, in points from the top left. */
export type Rule = Box;

/** What is drawn on a page that may part its text. */
export interface Drawn {
  readonly rules: readonly Rule[];
  /** These, and all sides of boxes that are drawn with lines, also of high ones. */
  readonly lines: readonly Rule[];
  /** The upper and lower sides of filled backgrounds, which may part rows. */
  readonly fills: readonly Rule[];
}

/** A filled shape of this height at most is a line, in points. */
const THIN = 2.5;
const SHORTEST = 6;
/** A higher box is around more than a row. */
const HIGHEST = 80;
/** More lines are a drawing, and no table is read from them. */
const MOST = 10_000;
/** The steps of a path, as PDF.js numbers them. */
const STEP = { moveTo: 0, lineTo: 1, curveTo: 2, quadraticCurveTo: 3, closePath: 4 } as const;

/**
 * The straight lines of a page: stroked ones, thin filled rectangles, and the sides of boxes and of filled cells.
 * @param transform from page coordinates to points from the top left corner
 */
export function drawnIn(list: PDFOperatorList, transform: Matrix, ops: Pdfjs['ops']): Drawn {
  const rules: Rule[] = [];
  const lines: Rule[] = [];
  const stack: Matrix[] = [];
  const fills: Rule[] = [];
  const filling: readonly unknown[] = [ops.fill, ops.eoFill];
  let current = transform;
  for (const [at, op] of list.fnArray.entries()) {
    const args = list.argsArray[at] as readonly unknown[] | null;
    if (op === ops.save || op === ops.paintFormXObjectBegin) stack.push(current);
    if (op === ops.restore || op === ops.paintFormXObjectEnd) current = stack.pop() ?? current;
    if (op === ops.transform && isMatrix(args)) current = multiply(current, args);
    if (op === ops.paintFormXObjectBegin && isMatrix(args?.[0])) current = multiply(current, args[0]);
    if (op !== ops.constructPath || args?.[0] === ops.endPath) continue;
    const [path] = (args?.[1] ?? []) as readonly unknown[];
    for (const shape of shapesOf(path)) {
      const box = boxOf(shape, current);
      if (!box) continue;
      const line = lineOf(box);
      if (line) {
        rules.push(...line);
        lines.push(...line);
      } else {
        const [level, upright] = sidesOf(box);
        // The sides of a box or of a filled cell part columns as lines do.
        const isFill = filling.includes(args?.[0]);
        if (box[3] - box[1] <= HIGHEST) rules.push(...upright);
        if (box[3] - box[1] <= HIGHEST || !isFill) lines.push(...upright);
        (isFill ? fills : lines).push(...level);
      }
    }
    if (rules.length + lines.length + fills.length > MOST) return NOTHING;
  }
  return { rules, lines, fills };
}

/** Nothing is drawn. */
export const NOTHING: Drawn = { rules: [], lines: [], fills: [] };

function isMatrix(value: unknown): value is Matrix {
  return (Array.isArray(value) || ArrayBuffer.isView(value)) && 'length' in value && value.length === 6;
}

type Point = readonly [x: number, y: number];

/** The parts of a path that consist of straight lines only. */
function shapesOf(path: unknown): readonly (readonly Point[])[] {
  if (!ArrayBuffer.isView(path)) return [];
  const numbers = path as Float32Array;
  const shapes: { points: Point[]; straight: boolean }[] = [];
  for (let at = 0; at < numbers.length;) {
    const op = numbers[at++];
    if (op === STEP.closePath) continue;
    const size = op === STEP.curveTo ? 6 : op === STEP.quadraticCurveTo ? 4 : 2;
    const point = [numbers[at + size - 2] ?? 0, numbers[at + size - 1] ?? 0] as const;
    at += size;
    if (op === STEP.moveTo) shapes.push({ points: [point], straight: true });
    const shape = shapes.at(-1);
    if (op === STEP.moveTo || !shape) continue;
    shape.points.push(point);
    if (op !== STEP.lineTo) shape.straight = false;
  }
  return shapes.filter(({ straight }) => straight).map(({ points }) => points);
}

/** The extent of a straight line or of a box; null for other shapes. */
function boxOf(points: readonly Point[], [a, b, c, d, e, f]: Matrix): Box | null {
  if (points.length < 2 || points.length > 5) return null;
  const xs = points.map(([x, y]) => a * x + c * y + e);
  const ys = points.map(([x, y]) => b * x + d * y + f);
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
  return box.every(Number.isFinite) ? box : null;
}

/** A thin box as a line, none if it is short; null for a box that has an inside. */
function lineOf([x0, y0, x1, y1]: Box): readonly Rule[] | null {
  const [width, height] = [x1 - x0, y1 - y0];
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  if (height <= THIN) return width >= SHORTEST ? [[x0, y, x1, y]] : [];
  if (width <= THIN) return height >= SHORTEST ? [[x, y0, x, y1]] : [];
  return null;
}

function sidesOf([x0, y0, x1, y1]: Box): readonly [level: readonly Rule[], upright: readonly Rule[]] {
  return [
    [
      [x0, y0, x1, y0],
      [x0, y1, x1, y1],
    ],
    [
      [x0, y0, x0, y1],
      [x1, y0, x1, y1],
    ],
  ];
}
