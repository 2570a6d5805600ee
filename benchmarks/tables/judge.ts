import type { FoundCell } from './filing.ts';

/** A cell of a filing as the truth has it. */
export interface TrueCell {
  readonly file: string;
  readonly page: number;
  /** Left, top, right and bottom edge in points from the top left of the page. */
  readonly box: readonly [number, number, number, number];
  /** As printed. */
  readonly text: string;
  readonly label: string;
  /** Another reading of the label that is right as well: without the number of the row, or the mark of a footnote. */
  readonly orLabel?: string;
  /** The heads above it, from the top. */
  readonly heads: readonly string[];
  /** Another reading of the heads that is right as well. */
  readonly orHeads?: readonly string[];
  /** What the cell, its row, its heads or the caption state. A currency that only other rows print may be added. */
  readonly unit: string;
  /** Another unit that is right as well: `millions` of shares. */
  readonly orUnit?: string;
}

export type Fault = 'missing' | 'page' | 'value' | 'label' | 'heads' | 'unit';

/** What is wrong with the cell that Quarry has at the place of a true one; empty if nothing is. */
export function faultsOf(truth: TrueCell, cells: readonly FoundCell[]): readonly [Fault, string][] {
  const found = cells.find((cell) => cell.page === truth.page && covers(cell, truth));
  if (!found) {
    const elsewhere = cells.some((cell) => same(cell.text, truth.text) && same(cell.label, truth.label));
    return [elsewhere ? ['page', 'on another page or at another place'] : ['missing', '']];
  }
  const heads = words(truth.heads.join(' '));
  const other = words((truth.orHeads ?? truth.heads).join(' '));
  const own = words(found.head);
  const faults: [Fault, string][] = [];
  if (!same(found.text, truth.text)) faults.push(['value', found.text]);
  const labels = [truth.label, truth.orLabel ?? truth.label];
  if (!labels.some((label) => same(found.label, label))) faults.push(['label', found.label]);
  if (own !== heads && own !== other) faults.push(['heads', found.head]);
  const units = [truth.unit, `${truth.unit} USD`.trim(), `USD ${truth.unit}`, truth.orUnit ?? truth.unit];
  if (!units.includes(found.unit ?? '')) faults.push(['unit', found.unit ?? '']);
  return faults;
}

function covers({ box }: FoundCell, { box: truth }: TrueCell): boolean {
  if (!box) return false;
  const [x, y] = [(truth[0] + truth[2]) / 2, (truth[1] + truth[3]) / 2];
  return box[0] - 1 <= x && x <= box[2] + 1 && box[1] - 2 <= y && y <= box[3] + 2;
}

/** Whether two texts have the same letters, digits and signs: spaces and currency signs are set differently. */
function same(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/(?:\s?\([a-z\d]\)){1,3}$/, '') // the mark of a footnote
    .replace(/[‘’]/g, "'")
    .replace(/[–—−]/g, '-')
    .replace(/[\s$€£.,:]/g, '');
}

/** The words of heads, in any order: a head over several lines is read from the top or by line. */
function words(text: string): string {
  // A unit among the heads is judged as the unit; the mark of a footnote is not judged.
  const heads = text
    .toLowerCase()
    .replace(/\([^()]*\)/g, (note) =>
      /\b(?:in|millions|thousands|unaudited)\b|^\(.\)$/.test(note) ? ' ' : note,
    );
  const found = heads.match(/[\p{L}\d%]+/gu) ?? [];
  return [...new Set(found)].toSorted().join(' ');
}
