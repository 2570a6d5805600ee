import { bare, type Source } from './passages';
import type { Ruling } from './ruling';
import type { Statement } from './statements';

/** A line that stands for lines that were left out: `…`, `… (lines 12–20)`. */
const OMISSION = /^[\s>]*(?:…|\.\.\.)(?: \(lines? \d+(?:–\d+)?\))?\s*$/;

/** The shown part of a line whose beginning or end was left out: `… of a very long …`. */
function shownOf(line: string): string {
  return line.replace(/^… /, '').replace(/ ?…$/, '');
}

/**
 * Every line of a quotation must be in one passage, or in one of several that it cites: parts of a file that touch each
 * other are quoted as one. Omissions can be marked with `…`.
 */
export function ruleQuotation({ kind, body, cites }: Statement, sources: readonly Source[]): Ruling {
  // Spaces at the end of a line are a line break in Markdown.
  const lines = body
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !OMISSION.test(line));
  const has = ({ bare: text }: Source, line: string): boolean => text.includes(bare(shownOf(line)));
  const scores = sources.map((source) => ({
    source,
    found: lines.filter((line) => has(source, line)).length,
  }));
  const best = scores.toSorted((a, b) => b.found - a.found)[0];
  const share = best && lines.length > 0 ? best.found / lines.length : 1;
  const where = `[${best?.source.item.n ?? ''}]`;
  const ruled = { open: 'no', share, facts: lines.length } as const;
  if (share === 1) return { status: 'supported', why: `quoted from ${where}`, ...ruled };
  const cited = sources.filter(({ item }) => cites.includes(item.n));
  if (cited.length > 1 && lines.every((line) => cited.some((source) => has(source, line)))) {
    const all = cited.map(({ item }) => `[${item.n}]`).join(' and ');
    return { status: 'supported', why: `quoted from ${all}`, ...ruled, share: 1 };
  }
  const words = body.toLowerCase().match(/[\p{L}_$@][\p{L}\p{N}_$@]*/gu) ?? [];
  const unknown =
    kind === 'code' ? words.find((word) => !sources.some((source) => source.words.has(word))) : 'text';
  if (unknown === undefined)
    return { status: 'inferred', why: `its names are in ${where}, its lines are not`, ...ruled };
  const line = lines.find((candidate) => !best || !has(best.source, candidate))?.trim() ?? '';
  return { status: 'unsupported', why: `${where} has no line '${line.slice(0, 80)}'`, ...ruled };
}
