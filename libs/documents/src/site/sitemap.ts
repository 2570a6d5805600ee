import { scanXml } from '../xml/scan-xml';

/** What a sitemap lists, as it is written. */
export interface Sitemap {
  readonly pages: readonly string[];
  /** Other sitemaps, of an index of sitemaps. */
  readonly sitemaps: readonly string[];
}

/** Addresses of one sitemap that are read: the limit of the format. */
const MOST_ADDRESSES = 50_000;

/**
 * Reads a sitemap, or an index of sitemaps (sitemaps.org).
 * @throws Error that says where the XML is not well-formed
 */
export function readSitemap(xml: Uint8Array): Sitemap {
  const pages: string[] = [];
  const sitemaps: string[] = [];
  const path: string[] = [];
  let address = '';
  scanXml(xml, {
    open(name) {
      path.push(name);
      if (name === 'loc') address = '';
    },
    text(value) {
      if (path.at(-1) === 'loc') address += value;
    },
    close() {
      const list = path.at(-2) === 'url' ? pages : path.at(-2) === 'sitemap' ? sitemaps : null;
      if (path.pop() === 'loc' && list && list.length < MOST_ADDRESSES) list.push(address.trim());
    },
  });
  return { pages, sitemaps };
}
