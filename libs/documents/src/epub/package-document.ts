import { posix } from 'node:path';
import type { Package } from '../office/package';
import { scanXml } from '../xml/scan-xml';

/** What an e-book says of itself. */
export interface PackageDocument {
  readonly title: string;
  readonly creators: readonly string[];
  /** Parts with its text, in reading order. */
  readonly spine: readonly string[];
  /** Parts with its table of contents: EPUB 3 and EPUB 2. */
  readonly nav: string | null;
  readonly ncx: string | null;
}

/** Reads the package document (OPF) of an e-book. @throws Error if it has none */
export function packageDocument(book: Package): PackageDocument {
  const path = packagePath(book);
  const content = path === null ? undefined : book.part(path);
  if (path === null || !content) throw new Error('it has no package document');
  const items = new Map<
    string,
    { readonly part: string; readonly type: string; readonly properties: string }
  >();
  const order: string[] = [];
  const texts: Record<'title' | 'creator', string[]> = { title: [], creator: [] };
  let within: 'title' | 'creator' | null = null;
  scanXml(content, {
    open(name, attributes) {
      if (name === 'title' || name === 'creator') {
        within = name;
        texts[name].push('');
      } else if (name === 'item')
        items.set(attributes.get('id') ?? '', {
          part: partAt(path, attributes.get('href') ?? ''),
          type: attributes.get('media-type') ?? '',
          properties: attributes.get('properties') ?? '',
        });
      else if (name === 'itemref') order.push(attributes.get('idref') ?? '');
    },
    text(value) {
      if (within) texts[within].push((texts[within].pop() ?? '') + value);
    },
    close(name) {
      if (name === within) within = null;
    },
  });
  const all = [...items.values()];
  const plain = (list: readonly string[]): string[] =>
    list.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '');
  return {
    title: plain(texts.title)[0] ?? '',
    creators: plain(texts.creator),
    spine: [...new Set(order.flatMap((id) => items.get(id)?.part ?? []))],
    nav: all.find(({ properties }) => properties.split(' ').includes('nav'))?.part ?? null,
    ncx: all.find(({ type }) => type === 'application/x-dtbncx+xml')?.part ?? null,
  };
}

/** The part that a reference in another one names, without its fragment. */
export function partAt(from: string, href: string): string {
  const [path = ''] = href.split('#');
  let plain = path;
  try {
    plain = decodeURIComponent(path);
  } catch {
    // Not an encoded name.
  }
  return posix.normalize(posix.join(posix.dirname(from), plain));
}

function packagePath(book: Package): string | null {
  const container = book.part('META-INF/container.xml');
  let path: string | null = null;
  if (container)
    scanXml(container, {
      open(name, attributes) {
        if (name === 'rootfile') path ??= attributes.get('full-path') ?? null;
      },
    });
  return path;
}
