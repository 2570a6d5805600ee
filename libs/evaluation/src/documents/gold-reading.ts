import { basename } from 'node:path/posix';
import { sameNumber, wholeNumber } from '@quarry/arithmetic';
import type { ExtractionInputs } from '@quarry/chat-model';
import type { Evidence, Finding, OutlineSection } from '@quarry/turn';
import type { GoldValue } from './question-set';

/** True if a text that was read shows a gold value: the same file, page and value. */
export function shows(
  { path, pages, text }: Pick<Evidence, 'path' | 'pages' | 'text'>,
  gold: GoldValue,
): boolean {
  const onPage = pages === undefined || pages.some(({ page }) => page === gold.page);
  return basename(path) === gold.file && onPage && isPrinted(gold.value, text);
}

/** True if a text contains a value as printed, not as a part of a longer number. */
function isPrinted(value: string, text: string): boolean {
  const plain = (one: string): string => one.replace(/[\s|$]+/g, ' ').toLowerCase();
  const [normalizedValue, normalizedText] = [plain(value).trim(), plain(text)];
  for (
    let at = normalizedText.indexOf(normalizedValue);
    at >= 0;
    at = normalizedText.indexOf(normalizedValue, at + 1)
  ) {
    const around = `${normalizedText.charAt(at - 1)}${normalizedText.charAt(at + normalizedValue.length)}`;
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

/** True for the same text, or the same number in any notation: findings store numbers as numbers. */
function isSame(printed: string, value: number | string): boolean {
  const text = String(value);
  const number = wholeNumber(printed);
  return printed === text || (number !== null && sameNumber(number.value, text)) || isPrinted(printed, text);
}

/** Sections on the page of a gold value, innermost first: those with the fewest pages, then with the least text. */
function sectionsOf(gold: GoldValue, sections: readonly OutlineSection[]): readonly OutlineSection[] {
  const pagesOf = ({ startPage = 0, endPage = startPage }: OutlineSection): number => endPage - startPage;
  return sections
    .filter(
      ({ path, startPage = -1, endPage = startPage }) =>
        basename(path) === gold.file && startPage <= gold.page && gold.page <= endPage,
    )
    .toSorted((a, b) => pagesOf(a) - pagesOf(b) || a.characters - b.characters);
}

/** What to fetch next for gold values that no text shows yet: the innermost unread section, or its next page. */
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
