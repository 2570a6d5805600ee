import type { HtmlElement } from './parse-html';

/** Elements that begin and end lines. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section summary table tbody td tfoot th ' +
    'thead tr ul'
  ).split(' '),
);

/** What readers do not see as text, or only as controls. */
const UNSEEN = new Set(
  (
    'script style template noscript head svg iframe object embed video audio canvas map select datalist button textarea input ' +
    'meter progress dialog'
  ).split(' '),
);

export function isBlock({ tagName }: HtmlElement): boolean {
  return BLOCKS.has(tagName);
}

/** True for what is no text of the page: scripts, controls, and what is hidden. */
export function isUnseen(element: HtmlElement): boolean {
  if (UNSEEN.has(element.tagName)) return true;
  return element.attrs.some(
    ({ name, value }) =>
      name === 'hidden' ||
      (name === 'aria-hidden' && value === 'true') ||
      (name === 'style' &&
        /(?:^|[;\s])(?:display\s{0,5}:\s{0,5}none|visibility\s{0,5}:\s{0,5}hidden)/i.test(value)),
  );
}

/** True for what holds what the page is about. */
export function isMain({ tagName, attrs }: HtmlElement): boolean {
  return tagName === 'main' || attrs.some(({ name, value }) => name === 'role' && value === 'main');
}

/** True for what may have a footer of its own. */
export function isArticle({ tagName }: HtmlElement): boolean {
  return tagName === 'article' || tagName === 'main' || tagName === 'section' || tagName === 'blockquote';
}

/**
 * True for what stands on every page of a site: its navigation, and its footer. An aside is a part of a text, and so is the footer of
 * an article or a quotation.
 */
export function isBoilerplate(element: HtmlElement, inArticle: boolean): boolean {
  const role = element.attrs.find(({ name }) => name === 'role')?.value;
  if (element.tagName === 'nav' || role === 'navigation') return true;
  return !inArticle && (element.tagName === 'footer' || role === 'contentinfo');
}

/** From 1; undefined for what is no heading. */
export function headingLevel(element: HtmlElement): number | undefined {
  const digit = /^h([1-6])$/.exec(element.tagName)?.[1];
  if (digit !== undefined) return Number(digit);
  const attribute = (wanted: string): string | undefined =>
    element.attrs.find(({ name }) => name === wanted)?.value;
  if (attribute('role') !== 'heading') return undefined;
  const level = Number(attribute('aria-level') ?? 2);
  return Number.isInteger(level) && level >= 1 && level <= 12 ? level : 2;
}

/** A whole number of an attribute, from `least` to `most`. */
export function numberOf(element: HtmlElement, wanted: string, least: number, most: number): number {
  const value = Number.parseInt(element.attrs.find(({ name }) => name === wanted)?.value ?? '', 10);
  return Number.isNaN(value) ? least : Math.min(most, Math.max(least, value));
}
