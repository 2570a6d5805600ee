import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../scenarios/scenario';

/** A search with results in the fixture shop. */
export const QUERY = { query: 'invoice cancel stock', mode: 'bm25' };
/** Words that occur only in messages of a store. */
export const STORES = /syntax error|SQLITE|fts5|Neo\.ClientError|parsing_exception|query_shard/i;

/** A place for a text, a harmless text with results there, and whether the text may be read as search words. */
export interface QueryPlace {
  readonly place: string;
  readonly route: string;
  readonly body: (text: string) => object;
  /** The repository if the request names none. */
  readonly benign?: string;
  readonly words?: boolean;
  /** Whether `*` alone stands for everything that the caller may read. */
  readonly patterns?: boolean;
}

/** Every place of a request whose text reaches a query. */
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
  {
    place: 'a repository',
    route: 'search',
    body: (repository) => ({ ...QUERY, repository }),
    patterns: true,
  },
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
  { place: 'a document of tables', route: 'tables', body: (document) => ({ document }), benign: 'guide.md' },
  { place: 'a table', route: 'tables/cells', body: (table) => ({ table }), benign: 'guide.md' },
  {
    place: 'what is searched for',
    route: 'search',
    body: (query) => ({ query, mode: 'bm25' }),
    benign: 'invoice',
    words: true,
  },
];

/** The results of these routes. */
export interface Found {
  readonly hits?: readonly unknown[];
  readonly nodes?: readonly unknown[];
  readonly sections?: readonly unknown[];
  readonly tables?: readonly unknown[];
  readonly passage?: unknown;
}
/** The number of results. */
export const found = ({ hits = [], nodes = [], sections = [], tables = [], passage }: Found): number =>
  hits.length + nodes.length + sections.length + tables.length + (passage === undefined ? 0 : 1);

/** Writes the shop to a folder, with a document that has sections. */
export function writeShop(folder: string): void {
  cpSync(join(ROOT, 'test/fixtures/dotnet-shop/app'), folder, { recursive: true });
  writeFileSync(
    join(folder, 'guide.md'),
    '# Guide\n\n## Billing\n\nIt bills.\n\n## Returns\n\n| Part | Days |\n| --- | --- |\n| Any | 30 |\n',
  );
}
