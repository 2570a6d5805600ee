import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageLine } from '@quarry/turn';
import type { BenchQuestion, GoldPlace } from './question-set.ts';

/** What a user gets: the text of the answer, and how the turn ended. */
export interface Shown {
  readonly text: string;
  readonly outcome: string;
}

export interface Score {
  /** A gold place is quoted within the first three passages; all relations are listed; the absence is stated. */
  readonly useful: boolean;
  /** The turn ended `answered`, although it is not useful. */
  readonly misleading: boolean;
  /** Position of the passage that quotes a gold place, from 1; null if none does. */
  readonly at: number | null;
  readonly passages: number;
}

/** Passages from the top that a reader looks at. */
const FIRST = 3;

/** Scores an answer by the lines that it shows. The text of a gold line is read from the package in `folder`. */
export function scoreOf(question: BenchQuestion, shown: Shown, folder: string): Score {
  const passages = passagesOf(shown.text);
  const wanted = question.gold ?? [];
  const found = passages.findIndex((passage) => wanted.some((place) => isQuoted(place, passage, folder)));
  const useful =
    question.absent !== undefined
      ? shown.outcome === 'insufficient' && shown.text.toLowerCase().includes(question.absent.toLowerCase())
      : question.all
        ? areListed(question.all, shown.text)
        : found >= 0 && found < FIRST;
  return {
    useful,
    misleading: !useful && shown.outcome === 'answered',
    at: found < 0 ? null : found + 1,
    passages: passages.length,
  };
}

interface Passage {
  readonly path: string;
  readonly first: number;
  readonly last: number;
  readonly lines: ReadonlySet<string>;
}

const HEAD = /^`([^`]+)`, lines? (\d+)(?:–(\d+))?(?:, `[^`]*`)? \[\d+(?:, \d+)*\]$/;

/** Quoted passages: a head with the place, then the lines in a fence or in a block quotation. */
function passagesOf(text: string): readonly Passage[] {
  const passages: { path: string; first: number; last: number; lines: Set<string> }[] = [];
  for (const line of text.split('\n')) {
    const [, path, first, last] = HEAD.exec(line) ?? [];
    if (path !== undefined)
      passages.push({ path, first: Number(first), last: Number(last ?? first), lines: new Set() });
    else passages.at(-1)?.lines.add(plain(line.replace(/^> ?/, '')));
  }
  return passages;
}

function isQuoted({ path, lines: [from, to] }: GoldPlace, passage: Passage, folder: string): boolean {
  if (passage.path !== path || from < passage.first || to > passage.last) return false;
  const file = readFileSync(join(folder, path), 'utf8').split(/\r?\n/);
  // A line of a page is quoted as a reader sees it.
  const isThere = (line: string): boolean =>
    passage.lines.has(plain(line)) || passage.lines.has(plain(pageLine(line)));
  return file.slice(from - 1, to).every(isThere);
}

/** Whether a list of relations has all of them; without any, whether it says that there are none. */
function areListed(all: readonly GoldPlace[], text: string): boolean {
  return all.length === 0 ? text.startsWith('No callers') : all.every((place) => isListed(place, text));
}

/** Whether a list of relations has an entry at this line. */
function isListed({ path, lines: [from, to] }: GoldPlace, text: string): boolean {
  return text.split('\n').some((line) => {
    const [, named, first, last] = /`([^`]+)`, lines? (\d+)(?:–(\d+))?/.exec(line) ?? [];
    const [, also = ''] = /; also on lines? ([\d, and]+)$/.exec(line) ?? [];
    const further = also.match(/\d+/g)?.map(Number) ?? [];
    const isFurther = from === to && further.includes(from);
    return named === path && (isFurther || (Number(first) <= from && to <= Number(last ?? first)));
  });
}

function plain(line: string): string {
  return line.trim().replaceAll('\\', '').slice(0, 200);
}
