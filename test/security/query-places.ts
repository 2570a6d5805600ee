import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../scenarios/scenario';

/** A search that finds something in the shop of the fixtures. */
export const QUERY = { query: 'invoice cancel stock', mode: 'bm25' };
/** What only a store says. */
export const STORES = /syntax error|SQLITE|fts5|Neo\.ClientError|parsing_exception|query_shard/i;

/** Where a text may stand, a harmless one that finds something there, and whether it may be taken for words, which then find what words find. */
export interface QueryPlace {
  readonly place: string;
  readonly route: string;
  readonly body: (text: string) => object;
  /** Of the repository where it is left out. */
  readonly benign?: string;
  readonly words?: boolean;
}

/** Every place of a request in which a text gets into a query. */
export const PLACES: readonly QueryPlace[] = [
  {
    place: 'a filter of paths',
    route: 'search',
    body: (text) => ({ ...QUERY, filter: { pathPrefixes: [text] } }),
    benign: 'src',
  },
  {
    place: 'a filter of languages',
    route: 'search',
    body: (text) => ({ ...QUERY, filter: { languages: [text] } }),
    benign: 'csharp',
  },
  { place: 'a repository', route: 'search', body: (repository) => ({ ...QUERY, repository }) },
  { place: 'a snapshot', route: 'search', body: (snapshot) => ({ ...QUERY, snapshot }), benign: 'current' },
  {
    place: 'a name that is looked up',
    route: 'lookup',
    body: (name) => ({ name }),
    benign: 'InvoiceService',
    words: true,
  },
  { place: 'a document', route: 'sections', body: (document) => ({ document }), benign: 'guide.md' },
  { place: 'a section', route: 'sections/text', body: (id) => ({ id }), benign: 'guide.md' },
  {
    place: 'what is searched for',
    route: 'search',
    body: (query) => ({ query, mode: 'bm25' }),
    benign: 'invoice',
    words: true,
  },
];

/** What these routes find. */
export interface Found {
  readonly hits?: readonly unknown[];
  readonly nodes?: readonly unknown[];
  readonly sections?: readonly unknown[];
  readonly passage?: unknown;
}
/** How much was found. */
export const found = ({ hits = [], nodes = [], sections = [], passage }: Found): number =>
  hits.length + nodes.length + sections.length + (passage === undefined ? 0 : 1);

/** Puts the shop into a folder, with a document that has sections. */
export function writeShop(folder: string): void {
  cpSync(join(ROOT, 'test/fixtures/dotnet-shop/app'), folder, { recursive: true });
  writeFileSync(join(folder, 'guide.md'), '# Guide\n\n## Billing\n\nIt bills.\n\n## Returns\n\nNone.\n');
}
