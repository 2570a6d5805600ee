import { basename } from 'node:path/posix';
import { sameNumber, wholeNumber } from '@quarry/arithmetic';
import type { ExtractionInputs } from '@quarry/chat-model';
import type { Evidence, Finding, OutlineSection } from '@quarry/turn';
import type { GoldValue } from './question-set';

/** True where a text that was read shows a gold value: the file, the page and the very value. */
export function shows(
  { path, pages, text }: Pick<Evidence, 'path' | 'pages' | 'text'>,
  gold: GoldValue,
): boolean {
  const onPage = pages === undefined || pages.some(({ page }) => page === gold.page);
  return basename(path) === gold.file && onPage && stands(gold.value, text);
}

/** True where a value stands in a text as it is printed, not as a part of a longer number. */
function stands(value: string, text: string): boolean {
  const plain = (one: string): string => one.replace(/[\s|$]+/g, ' ').toLowerCase();
  const [wanted, held] = [plain(value).trim(), plain(text)];
  for (let at = held.indexOf(wanted); at >= 0; at = held.indexOf(wanted, at + 1)) {
    const around = `${held.charAt(at - 1)}${held.charAt(at + wanted.length)}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}

export function isFound(gold: GoldValue, findings: readonly Finding[]): Finding | undefined {
  return findings.find(
    ({ path, value, check }) =>
      check.stands !== 'nowhere' && basename(path) === gold.file && isSame(gold.value, value),
  );
}

/** True for the same text, or the same number however it is written: findings hold numbers as numbers. */
function isSame(printed: string, value: number | string): boolean {
  const text = String(value);
  const number = wholeNumber(printed);
  return printed === text || (number !== null && sameNumber(number.value, text)) || stands(printed, text);
}

/** Sections on whose pages a gold value stands, the innermost first: those of the fewest pages, then of the least text. */
function sectionsOf(gold: GoldValue, sections: readonly OutlineSection[]): readonly OutlineSection[] {
  const pagesOf = ({ startPage = 0, endPage = startPage }: OutlineSection): number => endPage - startPage;
  return sections
    .filter(
      ({ path, startPage = -1, endPage = startPage }) =>
        basename(path) === gold.file && startPage <= gold.page && gold.page <= endPage,
    )
    .toSorted((a, b) => pagesOf(a) - pagesOf(b) || a.characters - b.characters);
}

/** What to fetch next for gold values that nothing read shows: the innermost section not asked for yet, or its next page. */
export function nextFetches(
  missing: readonly GoldValue[],
  { sections, calls }: ExtractionInputs,
): readonly Readonly<Record<string, string | number>>[] {
  const fetches = missing.flatMap((gold) => {
    for (const { id } of sectionsOf(gold, sections)) {
      const own = calls.filter(({ call }) => call?.arguments['id'] === id);
      const last = own.at(-1)?.call;
      if (!last) return [{ id }];
      const next = /\boffset (\d{1,9})\b/.exec(last.note ?? '')?.[1];
      if (next !== undefined) return [{ id, offset: Number(next) }];
    }
    return [];
  });
  const seen = new Set<string>();
  return fetches.filter((one) => {
    const key = JSON.stringify(one);
    return !seen.has(key) && seen.add(key);
  });
}
