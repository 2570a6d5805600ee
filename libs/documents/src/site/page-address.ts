import { createHash } from 'node:crypto';

/** The pages of a site that are read: of one origin, below one path. */
export interface SiteScope {
  /** `https://docs.example.org`. */
  readonly origin: string;
  /** Path with a slash at its end: `/en/latest/`. */
  readonly below: string;
}

/** Endings of files that are not pages. What has another ending, or none, says its type when it is requested. */
const OTHER_FILES = new RegExp(
  `\\.(?:${[
    'png|jpe?g|gif|svg|webp|avif|ico|bmp|mp[34]|m4[av]|webm|ogg|wav|css|m?js|map|json|xml|ya?ml|toml|txt|md|rst|csv|inv',
    'pdf|docx?|xlsx?|pptx?|odt|epub|zip|t?gz|tar|bz2|xz|zst|7z|rar|whl|jar|exe|dmg|deb|rpm|iso|woff2?|ttf|otf|eot|py|ipynb',
  ].join('|')})$`,
  'i',
);

/** The scope of the page or sitemap at which reading begins: its folder. */
export function scopeOf(start: URL): SiteScope {
  return { origin: start.origin, below: start.pathname.slice(0, start.pathname.lastIndexOf('/') + 1) };
}

/**
 * The page that a link leads to; null if it is outside of the scope, or no page. Links with a query are not followed:
 * calendars and lists have endlessly many.
 */
export function pageOf(link: string, base: URL, { origin, below }: SiteScope): URL | null {
  const url = URL.canParse(link, base.href) ? new URL(link, base) : null;
  if (!url || url.origin !== origin || url.username !== '' || url.password !== '' || url.search !== '')
    return null;
  url.hash = '';
  const isWithin = url.pathname.startsWith(below) || `${url.pathname}/` === below;
  return isWithin && !OTHER_FILES.test(url.pathname) ? url : null;
}

/**
 * The path of a page among the files of its site, as citations show it: `guide/install.html`. Unique by a digest where
 * its name was changed.
 */
export function filePathOf(page: URL, { below }: SiteScope): string {
  const rest = page.pathname.startsWith(below) ? page.pathname.slice(below.length) : '';
  const named = rest === '' || rest.endsWith('/') ? `${rest}index.html` : rest;
  const parts = named.split('/').map(decodedPart);
  const safe = parts.map((part) =>
    part
      .replace(/[^\p{L}\p{N} _.,()@+=~-]/gu, '-')
      .replace(/^\.+/, '_')
      .slice(0, 80),
  );
  const path = safe.filter((part) => part !== '').join('/');
  const same = parts.every((part, i) => part === safe[i]) && safe.length <= 16;
  const ending = /\.x?html?$/i.exec(path)?.[0];
  const bare = ending === undefined ? path : path.slice(0, -ending.length);
  const digest = createHash('sha256').update(page.pathname).digest('hex').slice(0, 8);
  return same ? `${bare}${ending ?? '.html'}` : `${bare.slice(-200).replace(/^\/+/, '')}-${digest}.html`;
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
