import { decodeHtml } from './decode-html';
import { parseHtml, type HtmlElement } from './parse-html';
import { walk } from './walk';

/** What a page says to crawlers. */
export interface PageLinks {
  /** The addresses of its links, as they are written, without repetitions. */
  readonly links: readonly string[];
  /** The address that relative links begin from, if it is not the page's own. */
  readonly base?: string;
  /** Whether the page may be indexed, and its links may be followed (`<meta name="robots">`). */
  readonly mayIndex: boolean;
  readonly mayFollow: boolean;
}

/** Links of one page that are read. */
const MOST_LINKS = 10_000;

/** Reads the links of a page, also those of its navigation. A page that cannot be parsed has none. Never throws. */
export function linksOfPage(bytes: Uint8Array): PageLinks {
  const parsed = parseHtml(decodeHtml(bytes));
  if (parsed.kind === 'refused') return { links: [], mayIndex: true, mayFollow: true };
  const links = new Set<string>();
  let base: string | undefined;
  let robots = '';
  walk(parsed.page, {
    enter(element) {
      const { tagName } = element;
      const href = attribute(element, 'href');
      if (tagName === 'base') base ??= href;
      else if (tagName === 'a' && href !== undefined && links.size < MOST_LINKS) links.add(href.trim());
      else if (tagName === 'meta' && /^(?:robots|quarry)$/i.test(attribute(element, 'name') ?? ''))
        robots += `,${(attribute(element, 'content') ?? '').toLowerCase()}`;
      return true;
    },
    leave: () => undefined,
  });
  const words = robots.split(',').map((word) => word.trim());
  const says = (word: string): boolean => words.includes(word) || words.includes('none');
  return {
    links: [...links],
    ...(base === undefined ? {} : { base }),
    mayIndex: !says('noindex'),
    mayFollow: !says('nofollow'),
  };
}

function attribute({ attrs }: HtmlElement, wanted: string): string | undefined {
  return attrs.find(({ name }) => name === wanted)?.value;
}
