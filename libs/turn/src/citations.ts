import type { Evidence } from './evidence';
import type { Answer, Citation } from './answer';
import { whereaboutsOf } from './whereabouts';

/** `[1]`, `[2, 5]`, `[3][4]`: a mark of numbers, not a Markdown link and not an array access such as `rows[0]`. */
const MARK =
  /(?<![\w\])])\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\](?!\()|(?<=\])\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\](?!\()/g;

/** From the start of a run of blanks only: tried from each of them, a long run would take quadratic time. */
const SPACED_MARK = new RegExp(`(?<![ \\t])[ \\t]*(?:${MARK.source})`, 'g');

/** Evidence numbers that a text cites, in order of first use. Marks inside code (fences, back-ticks) are text, not citations. */
export function citationMarks(text: string): number[] {
  const seen = new Set<number>();
  for (const part of splitCode(text)) {
    if (part.code) continue;
    for (const match of part.text.matchAll(MARK)) for (const n of numbers(match)) seen.add(n);
  }
  return [...seen];
}

/** Where a text cites: each number of each mark, with the mark's characters (the end excluded), in order. */
export function citationPlaces(
  text: string,
): readonly { readonly n: number; readonly start: number; readonly end: number }[] {
  let at = 0;
  return splitCode(text).flatMap((part) => {
    const from = at;
    at += part.text.length;
    if (part.code) return [];
    return [...part.text.matchAll(MARK)].flatMap((match) => {
      const start = from + match.index;
      return numbers(match).map((n) => ({ n, start, end: start + match[0].length }));
    });
  });
}

/** Takes marks out of a text whose number `known` does not hold; says which. The rest of the text is unchanged. */
export function removeUnknownCitations(
  text: string,
  known: ReadonlySet<number>,
): { readonly text: string; readonly removed: readonly string[] } {
  const removed: string[] = [];
  const cleaned = splitCode(text).map((part) => {
    if (part.code) return part.text;
    return part.text.replace(SPACED_MARK, (mark: string, ...groups: unknown[]) => {
      const all = numbers([
        mark,
        ...groups.slice(0, 2).map((group) => (typeof group === 'string' ? group : undefined)),
      ]);
      const valid = all.filter((n) => known.has(n));
      removed.push(...all.filter((n) => !known.has(n)).map((n) => `[${n}]`));
      if (valid.length === all.length) return mark;
      return valid.length === 0 ? '' : mark.replace(/\[[^\]]*\]$/, `[${valid.join(', ')}]`);
    });
  });
  return { text: cleaned.join(''), removed };
}

/** An answer whose every mark points at evidence, of whatever pass: unknown ones are taken out and reported, the others become citations. */
export function checkCitations(answer: Answer, evidence: readonly Evidence[]): Answer {
  const byNumber = new Map(evidence.map((item) => [item.n, item]));
  const { text, removed } = removeUnknownCitations(answer.english, new Set(byNumber.keys()));
  const citations = citationMarks(text).flatMap((n) => {
    const item = byNumber.get(n);
    return item ? [citationOf(item)] : [];
  });
  return { ...answer, english: text, text, citations, removedCitations: removed };
}

function citationOf(item: Evidence): Citation {
  const { n, pass, section, commit, symbol, url, title } = item;
  return {
    n,
    ...whereaboutsOf(item),
    pass,
    ...(section === undefined ? {} : { section }),
    ...(commit === undefined ? {} : { commit }),
    ...(symbol === undefined ? {} : { symbol }),
    ...(url === undefined ? {} : { url }),
    ...(title === undefined ? {} : { title }),
  };
}

function numbers(match: readonly (string | undefined)[]): number[] {
  return (match[1] ?? match[2] ?? '').split(',').map((part) => Number(part.trim()));
}

/** Cuts a Markdown text into prose and code (fences of three or more back-ticks or tildes, code spans), losing nothing. */
function splitCode(text: string): { readonly text: string; readonly code: boolean }[] {
  const parts: { text: string; code: boolean }[] = [];
  let fence: string | null = null;
  for (const line of text.split(/(?<=\n)/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null && mark === undefined) parts.push(...splitSpans(line));
    else parts.push({ text: line, code: true });
    if (fence === null) fence = mark ?? null;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
  }
  return parts;
}

function splitSpans(line: string): { readonly text: string; readonly code: boolean }[] {
  return line.split(/(`[^`\n]+`)/).map((text, index) => ({ text, code: index % 2 === 1 }));
}
