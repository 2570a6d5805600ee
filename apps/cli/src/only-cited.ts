import type { Citation, Turn } from '@quarry/turn';
import type { Palette } from './palette';
import { openable, place, type Root } from './places';
import { printable } from './printable';
import type { Answered } from './side-by-side';

/** Most places shown for one pipeline. */
const SHOWN = 5;

/** For each of several answers, the places that only it cites: where the answers differ. */
export function onlyCitedLines(
  answers: readonly Answered[],
  { bold }: Palette,
  rootOf: (turn: Turn) => Root,
): readonly string[] {
  if (answers.length < 2) return [];
  return answers.flatMap(({ pipeline, turn }) => {
    const others = answers.filter((other) => other.turn !== turn).flatMap((other) => citationsOf(other));
    const own = turn.answer?.citations ?? [];
    const alone = own.filter((citation) => !others.some((other) => overlaps(citation, other)));
    if (alone.length === 0) return [];
    const places = [
      ...new Set(alone.map((citation) => place({ ...citation, path: openable(citation, rootOf(turn)) }))),
    ];
    const more = places.length - SHOWN;
    return [
      '',
      `Only ${bold(printable(pipeline))} cites`,
      ...places.slice(0, SHOWN).map((each) => `  ${printable(each)}`),
      ...(more > 0 ? [`  … and ${more} more`] : []),
    ];
  });
}

function citationsOf({ turn }: Answered): readonly Citation[] {
  return turn.answer?.citations ?? [];
}

/** Whether two citations share a line, or are the same value or page of a document. */
function overlaps(a: Citation, b: Citation): boolean {
  if (a.path !== b.path || a.kind !== b.kind || a.range !== b.range) return false;
  return a.startLine <= b.endLine && b.startLine <= a.endLine;
}
