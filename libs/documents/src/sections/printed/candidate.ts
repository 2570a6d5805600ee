import type { DocumentLine } from '../../document';
import type { Look } from './look';
import { LOOKS, depthOf, numberingOf } from '../../headings/numbering';

/** A line that looks like a heading. */
export interface Candidate {
  /** Index of its line. */
  readonly at: number;
  readonly text: string;
  readonly size: number;
  /** Size relative to the running text, in tenths. */
  readonly ratio: number;
  readonly caps: boolean;
  readonly centred: boolean;
  /** See `numberingOf`; null for a heading by its appearance alone. */
  readonly key: string | null;
  readonly rank: number;
  readonly depth: number;
}

const MAX_TEXT = 200;
/** A bold sentence with more words than this is emphasis. */
const MAX_SENTENCE = 12;
/** Column headings and captions of tables. */
const CAPTION =
  /^(?:\(.*\)|\[.*\]|[$€£(].{0,60}|(?:in|\$ in|amounts in|dollars in) (?:thousands|millions|billions).*|(?:(?:for )?the |as of |at )?(?:fiscal |three |six |nine |twelve |\d\d? )?(?:years?|months?|weeks?|quarters?|periods?)? ?(?:ended|ending)?:? ?(?:january|february|march|april|may|june|july|august|september|october|november|december)?\.? ?\d{0,2},? ?\d{0,4}(?: and \d{4})?|(?:un)?audited|total|see (?:accompanying )?notes.*|continued)$/i;

/** The heading candidate in a line; null for text. */
export function candidateOf(lines: readonly DocumentLine[], at: number, look: Look): Candidate | null {
  const line = lines[at];
  const box = line?.layout.box;
  if (!line || !box || line.size === undefined || line.text.length > MAX_TEXT) return null;
  const larger = line.size > look.size * 1.12;
  const bold = line.bold === true && !look.mostlyBold && line.size >= look.size * 0.97;
  const caps = isCapitals(line.text);
  if (!larger && !bold && !caps) return null;
  const text = textOf(line);
  const numbering = numberingOf(text);
  if (!isTitle(text, numbering !== null) || !(larger || bold || numbering)) return null;
  const width = look.right - look.left;
  const centred =
    Math.abs((box[0] + box[2]) / 2 - (look.left + look.right) / 2) < width * 0.04 &&
    box[0] > look.left + width * 0.05;
  if (!numbering && !centred && Math.abs(box[0] - look.left) > width * 0.12) return null;
  // A table may include its title as its first row.
  if (isRow(line) && !numbering && depthOf(text) === 0 && (!centred || isRow(lines[at - 1]))) return null;
  const within = isRow(lines[at - 1]) && isRow(lines[at + 1]);
  if (within && !larger && !numbering && line.kind !== 'row') return null;
  return {
    at,
    text,
    size: Math.round(line.size * 2) / 2,
    ratio: Math.round((line.size / look.size) * 10),
    caps,
    centred,
    key: numbering?.key ?? null,
    rank: numbering?.rank ?? LOOKS,
    depth: depthOf(text),
  };
}

/**
 * The text of a heading. A heading between two tables may be parsed as a table row: its other cells are empty, or one
 * contains its number.
 */
function textOf({ kind, text }: DocumentLine): string {
  if (kind !== 'row') return text.trim();
  const cells = text.split(' | ').filter((cell) => /[^\s|]/.test(cell));
  const numbered =
    cells.length === 2 &&
    /^(?:\d{1,3}\.|(?:item|note|part) [\da-z]{1,4}[.:]?)$/i.test(cells[0]?.trim() ?? '');
  return cells.length === 1 || numbered ? cells.map((cell) => cell.trim()).join(' ') : '';
}

function isTitle(text: string, numbered: boolean): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 3 || letters * 2 < text.replaceAll(' ', '').length) return false;
  if (!/^["“‘(\[]?[\p{Lu}\p{Lo}\d]/u.test(text) || text.endsWith(':') || CAPTION.test(text)) return false;
  return numbered || !(/[.!?]$/.test(text) && text.split(' ').length > MAX_SENTENCE);
}

function isCapitals(text: string): boolean {
  return /\p{Lu}{2}/u.test(text) && !/\p{Ll}{2}/u.test(text);
}

function isRow(line: DocumentLine | undefined): boolean {
  return line?.kind === 'row';
}
