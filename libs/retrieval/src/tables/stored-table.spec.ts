import type { Chunk } from '@quarry/search-index';
import type { Section } from '@quarry/turn';
import { wholeText } from '../section/whole-text';
import { storedTables } from './stored-table';

/** The titles of the tables of a Markdown file with one section. */
function titlesOf(...lines: readonly string[]): readonly string[] {
  const text = lines.join('\n');
  const place = { path: 'prices.md', startLine: 1, endLine: lines.length };
  const chunk: Chunk = {
    ...place,
    id: 'prices.md#L1',
    text,
    language: 'markdown',
    kind: 'window',
    contentHash: '',
  };
  const section: Section = {
    ...{ ...place, id: 'prices.md', title: 'Prices', titles: ['Prices'], level: 0, parent: null },
    ...{ summary: '', characters: text.length },
  };
  const whole = wholeText([chunk]);
  return whole ? storedTables(whole, [section]).map(({ title }) => title) : [];
}

const rows = ['| Part | Price |', '| --- | --- |', '| Bolt | 4 |'];

describe('the title of a table of Markdown', () => {
  it('is that of its section, without the mark of the heading', () => {
    expect(titlesOf('# Prices', '', ...rows)).toEqual(['Prices']);
  });

  it('is the line above it', () => {
    expect(titlesOf('# Prices', '', 'Fasteners, per piece', '', ...rows)).toEqual(['Fasteners, per piece']);
  });
});
