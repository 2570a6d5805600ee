import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Section } from '@quarry/turn';
import type { LoadedDocument } from '../document';
import { Reading } from '../testing/reading';
import { sectionsOf } from './sections-of';

/** Public filings that are not part of the repository; see docs/benchmarks.md. */
const FILINGS = join(__dirname, '../../../../../shared/data/filings');
const where = existsSync(FILINGS) ? it : it.skip;

jest.setTimeout(120_000);
const reading = new Reading();
afterAll(() => reading.close());

async function filing(name: string): Promise<LoadedDocument> {
  const loaded = await reading.readFile(join(FILINGS, name));
  if (loaded.kind === 'refused') throw new Error(loaded.reason);
  return loaded.document;
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The entries of the document's own table of contents, up to a page: titles with pages. */
function contentsOf({ lines }: LoadedDocument, last: number): (readonly [title: string, page: number])[] {
  return lines.flatMap(({ kind, text, layout }) => {
    const cells = text.split(' | ').filter((cell) => /\S/.test(cell));
    const page = Number(/^\d{1,3}$/.exec(cells.at(-1) ?? '')?.[0]);
    if (kind !== 'row' || (layout.page ?? 9) > last || cells.length < 2 || !(page >= 1)) return [];
    const title = cells.slice(0, -1).join(' ').trim();
    return /[A-Za-z]{4}/.test(title) ? [[title, page] as const] : [];
  });
}

/** The entries that match a section of the tree by title and start page. */
function foundOf(entries: ReturnType<typeof contentsOf>, sections: readonly Section[]): string[] {
  const starts = sections.map(({ title, startPage }) => [lettersOf(title), startPage] as const);
  return entries
    .filter(([title, page]) => {
      const wanted = lettersOf(title).replace(/^[a-z](?=condensed)/, '');
      return starts.some(
        ([name, start]) =>
          start === page && name.length > 5 && (wanted.includes(name) || name.includes(wanted)),
      );
    })
    .map(([title]) => title);
}

describe('section trees of real filings', () => {
  where.each([
    ['3M_2022_10K.pdf', 3, 58],
    ['AMCOR_2023Q2_10Q.pdf', 3, 27],
    ['BESTBUY_2024Q2_10Q.pdf', 2, 17],
  ])('%s: the sections begin where its table of contents says', async (name, last, listed) => {
    const document = await filing(name);
    const entries = contentsOf(document, last);
    expect(entries.length).toBeGreaterThan(listed * 0.9);
    const sections = sectionsOf({ path: name, ...document });
    expect(foundOf(entries, sections).length).toBeGreaterThan(entries.length * 0.9);
  });

  where('ADOBE_2022_10K.pdf: headings alone find the entries of the outline', async () => {
    const document = await filing('ADOBE_2022_10K.pdf');
    const entries = document.outline.map(({ title, page }) => [title, page] as const);
    const found = foundOf(entries, sectionsOf({ path: 'adobe.pdf', ...document, outline: [] }));
    expect(found.length).toBeGreaterThan(entries.length * 0.85);
  });

  where('ADOBE_2022_10K.pdf: the outline is followed, with its titles and pages', async () => {
    const document = await filing('ADOBE_2022_10K.pdf');
    const sections = sectionsOf({ path: 'adobe.pdf', ...document });
    const starts = new Set(sections.map(({ title, startPage }) => `${title} ${startPage}`));
    const missed = document.outline.filter(({ title, page }) => !starts.has(`${title.trim()} ${page}`));
    expect(document.outline.length).toBeGreaterThan(70);
    expect(missed).toEqual([]);
    expect(sections.find(({ title }) => title.startsWith('NOTE 17'))?.titles.slice(1, -1)).toEqual([
      'Part II.',
      'Item 8. Financial Statements and Supplementary Data',
      'Notes to Consolidated Financial Statements',
    ]);
  });
});
