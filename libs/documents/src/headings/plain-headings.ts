import { depthOf, numberingOf } from './numbering';

/** A line of plain text that is a heading. */
export interface PlainHeading {
  /** From 1. */
  readonly line: number;
  /** Orders the headings of one text; the values have no absolute meaning. */
  readonly level: number;
}

const MAX_TEXT = 120;
const MAX_SENTENCE = 12;
/** Levels of the kinds: numbered parts (`Item 7`), underlined lines, capitals, and decimal numbers by their depth. */
const UNDERLINED = 10;
const CAPITALS = 40;
const DECIMAL = 50;
/**
 * Headings by appearance alone count only if there are at least `LEAST`, and at most one per `MOST` lines: prose may
 * contain a few by chance.
 */
const LEAST = 2;
const MOST = 8;

/**
 * Finds headings in a text without markup: `Item 7. …`, underlined lines (reStructuredText with its levels), and lines
 * in capitals or with decimal numbers between blank lines. Conservative: a missed heading costs less than prose
 * mistaken for one.
 * @param alone true if each line is a block by itself (a web page, a Word file): capitals then do not indicate a
 * heading
 */
export function plainHeadings(lines: readonly string[], alone = false): PlainHeading[] {
  const underlined = underlinedIn(lines);
  const taken = new Set(underlined.map(({ line }) => line));
  const free = lines.flatMap((text, i) =>
    !taken.has(i + 1) && standsAlone(lines, i, alone) ? [{ line: i + 1, text: text.trim() }] : [],
  );
  const titles = free.filter(({ text }) => isTitle(text));
  const parts = titles.flatMap(({ line, text }) => {
    const numbering = numberingOf(text);
    return numbering ? [{ line, level: numbering.rank }] : [];
  });
  const others = titles.filter(({ text }) => numberingOf(text) === null && !/[.!?]$/.test(text));
  const capitals = others
    .filter(({ text }) => isCapitals(text))
    .map(({ line }) => ({ line, level: CAPITALS }));
  const decimals = others.flatMap(({ line, text }) => {
    const depth = depthOf(text);
    return depth === 0 ? [] : [{ line, level: DECIMAL + depth, number: Number.parseInt(text, 10) }];
  });
  return [
    ...underlined,
    ...parts,
    ...(!alone && isRare(capitals, lines) ? capitals : []),
    ...(isRare(decimals, lines) && areChapters(decimals, lines) ? decimals : []),
  ]
    .map(({ line, level }) => ({ line, level }))
    .sort((a, b) => a.line - b.line)
    .filter(({ line }, i, all) => line !== all[i - 1]?.line);
}

/**
 * Lines above a line that repeats one mark. As in reStructuredText, levels follow the order in which the marks first
 * occur.
 */
function underlinedIn(lines: readonly string[]): PlainHeading[] {
  const marks: string[] = [];
  const found: PlainHeading[] = [];
  for (let i = 0; i + 1 < lines.length; i++) {
    const title = lines[i]?.trim() ?? '';
    const mark = ruleOf(lines[i + 1]);
    if (mark === null || !/\p{L}/u.test(title) || title.length > MAX_TEXT || ruleOf(title) !== null) continue;
    const over = ruleOf(lines[i - 1]) === mark;
    const above = over ? lines[i - 2] : lines[i - 1];
    if ((above ?? '').trim() !== '' || (lines[i + 1]?.trim().length ?? 0) < title.length * 0.8) continue;
    const look = over ? mark + mark : mark;
    if (!marks.includes(look)) marks.push(look);
    found.push({ line: i + 1, level: UNDERLINED + marks.indexOf(look) });
  }
  return found;
}

/** The mark that a line repeats; null for any other line. */
function ruleOf(line: string | undefined): string | null {
  const text = line?.trim() ?? '';
  const [mark] = text;
  if (mark === undefined || text.length < 3 || text.length > 200 || !/[=\-~^"'`#*+.:_]/.test(mark))
    return null;
  return text === mark.repeat(text.length) ? mark : null;
}

function standsAlone(lines: readonly string[], i: number, alone: boolean): boolean {
  const line = lines[i] ?? '';
  if (line.length > MAX_TEXT * 2 || !/\S/.test(line)) return false;
  return alone || (!/\S/.test(lines[i - 1] ?? '') && !/\S/.test(lines[i + 1] ?? ''));
}

function isTitle(text: string): boolean {
  if (text.length > MAX_TEXT || !/^["“‘([]?[\p{Lu}\d]/u.test(text) || /[,;:]$/.test(text)) return false;
  // An entry of a table of contents.
  if (/\.{3}|\s\d{1,4}$/.test(text)) return false;
  return !(/[.!?]$/.test(text) && text.split(' ').length > MAX_SENTENCE);
}

function isCapitals(text: string): boolean {
  return (text.match(/\p{Lu}/gu)?.length ?? 0) >= 5 && !/\p{Ll}/u.test(text);
}

function isRare(found: readonly unknown[], lines: readonly string[]): boolean {
  return found.length >= LEAST && found.length * MOST <= lines.length;
}

/** True for 1, 2, 3, … with text below most of them, unlike the items of a list. */
function areChapters(
  found: readonly { readonly line: number; readonly level: number; readonly number: number }[],
  lines: readonly string[],
): boolean {
  const top = found.filter(({ level }) => level === DECIMAL + 1);
  if (top.length < LEAST || top.some(({ number }, i) => number !== i + 1)) return false;
  const filled = found.filter(({ line }, i) => {
    const next = found[i + 1]?.line ?? lines.length + 1;
    return lines.slice(line, next - 1).some((text) => text.trim().length > MAX_TEXT / 3);
  });
  return filled.length * 2 > found.length;
}
