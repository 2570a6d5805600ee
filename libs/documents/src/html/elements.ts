import type { HtmlElement } from './parse-html';

/** Elements that begin and end lines. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section summary table tbody td tfoot th ' +
    'thead tr ul'
  ).split(' '),
);

/** Elements that are invisible or only controls. */
const UNSEEN = new Set(
  (
    'script style template noscript head svg iframe object embed video audio canvas map select datalist button textarea input ' +
    'meter progress dialog'
  ).split(' '),
);

export function isBlock({ tagName }: HtmlElement): boolean {
  return BLOCKS.has(tagName);
}

/** True for elements without visible text: scripts, controls, and hidden elements. */
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

/** True for the main part of a page. */
export function isMain({ tagName, attrs }: HtmlElement): boolean {
  return tagName === 'main' || attrs.some(({ name, value }) => name === 'role' && value === 'main');
}

/** True for elements that may have their own footer. */
export function isArticle({ tagName }: HtmlElement): boolean {
  return tagName === 'article' || tagName === 'main' || tagName === 'section' || tagName === 'blockquote';
}

/**
 * True for parts that every page of a site repeats: its navigation and its footer. An aside is part of the text, and so
 * is the footer of an article or a quotation.
 */
export function isBoilerplate(element: HtmlElement, inArticle: boolean): boolean {
  const role = element.attrs.find(({ name }) => name === 'role')?.value;
  if (element.tagName === 'nav' || role === 'navigation') return true;
  return !inArticle && (element.tagName === 'footer' || role === 'contentinfo');
}

/** From 1; undefined for other elements. */
export function headingLevel(element: HtmlElement): number | undefined {
  const digit = /^h([1-6])$/.exec(element.tagName)?.[1];
  if (digit !== undefined) return Number(digit);
  const attribute = (wanted: string): string | undefined =>
    element.attrs.find(({ name }) => name === wanted)?.value;
  if (attribute('role') !== 'heading') return undefined;
  const level = Number(attribute('aria-level') ?? 2);
  return Number.isInteger(level) && level >= 1 && level <= 12 ? level : 2;
}

/** An integer attribute, limited to `least` … `most`. */
export function numberOf(element: HtmlElement, wanted: string, least: number, most: number): number {
  const value = Number.parseInt(element.attrs.find(({ name }) => name === wanted)?.value ?? '', 10);
  return Number.isNaN(value) ? least : Math.min(most, Math.max(least, value));
}

/** True for a cell that names a column: in the head of its table, or a `th` that is not the head of its row. */
export function isHeadCell({ tagName, attrs, parentNode: row }: HtmlElement): boolean {
  const group = row && 'parentNode' in row ? row.parentNode : null;
  if (group && 'tagName' in group && group.tagName === 'thead') return true;
  return tagName === 'th' && !attrs.some(({ name, value }) => name === 'scope' && value === 'row');
}

/** True for the mark of a link to the place itself, which generators of documentation add: `¶`, `#`. */
export function isPlaceMark(element: HtmlElement): boolean {
  return element.tagName === 'a' && classesOf(element).some((name) => PLACE_MARKS.has(name));
}

/** True for the numbers that highlighters of code set next to its lines. */
export function isLineNumber(element: HtmlElement): boolean {
  return classesOf(element).some((name) => LINE_NUMBERS.has(name));
}

/** Of Pygments (Sphinx, MkDocs), Rouge (Jekyll) and Chroma (Hugo). */
const LINE_NUMBERS = new Set(['linenos', 'lineno', 'rouge-gutter', 'lnt']);

/** Of Sphinx and MkDocs, Docusaurus, VitePress, and GitHub. */
const PLACE_MARKS = new Set(['headerlink', 'hash-link', 'header-anchor', 'anchorjs-link']);

/**
 * The fragment of a heading: its own id, or that of the section that it begins, as Sphinx writes it. Undefined for one
 * that no link can lead to.
 */
export function anchorOf(heading: HtmlElement): string | undefined {
  const own = idOf(heading);
  if (own !== undefined) return own;
  const parent = heading.parentNode;
  if (!parent || !('tagName' in parent)) return undefined;
  const before = parent.childNodes.slice(0, parent.childNodes.indexOf(heading));
  // Places of their own without text may come first.
  const begins = before.every((node) => !('tagName' in node) || node.childNodes.length === 0);
  if (begins && isSection(parent)) return idOf(parent);
  const link = heading.childNodes.find((node) => 'tagName' in node && node.tagName === 'a');
  return link && 'tagName' in link ? (idOf(link) ?? attributeOf(link, 'name')) : undefined;
}

function isSection(element: HtmlElement): boolean {
  const { tagName } = element;
  return tagName === 'section' || (tagName === 'div' && classesOf(element).includes('section'));
}

function classesOf({ attrs }: HtmlElement): readonly string[] {
  return attrs.find(({ name }) => name === 'class')?.value.split(/\s+/) ?? [];
}

function idOf(element: HtmlElement): string | undefined {
  return attributeOf(element, 'id');
}

function attributeOf({ attrs }: HtmlElement, wanted: string): string | undefined {
  const value = attrs.find(({ name }) => name === wanted)?.value ?? '';
  return value === '' || value.length > 200 || /\s/.test(value) ? undefined : value;
}
