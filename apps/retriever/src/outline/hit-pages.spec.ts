import type { Chunk } from '@quarry/search-index';
import type { Section } from '@quarry/turn';
import { withHitPages } from './hit-pages';

function section(id: string, characters: number): Section {
  const path = id.split('#')[0] ?? id;
  return {
    id,
    path,
    title: id,
    titles: [id],
    level: 1,
    parent: null,
    startLine: 1,
    endLine: 900,
    summary: '',
    characters,
  };
}

function hit(path: string, page: number | undefined, of: string): Chunk {
  return {
    id: `${path}#L${page ?? 1}`,
    path,
    startLine: 40,
    endLine: 60,
    text: 'Net sales | 34,229',
    tableHead: 'Consolidated Statement of Income\n(Millions) | 2022',
    language: 'text',
    kind: 'window',
    section: of,
    contentHash: 'a',
    ...(page === undefined ? {} : { pages: [{ page, box: null }] }),
  };
}

describe('withHitPages', () => {
  const trees = [section('r.pdf#item-8', 90_000), section('r.pdf#note-2', 2_000), section('n.md', 90_000)];
  const added = (hits: readonly Chunk[]) => withHitPages(trees, hits).slice(trees.length);

  it('adds the page of a hit in a long section, once, with the head of its table', () => {
    const hits = [hit('r.pdf', 48, 'r.pdf#item-8'), hit('r.pdf', 48, 'r.pdf#item-8')];
    expect(added(hits)).toMatchObject([
      {
        id: 'r.pdf#page=48',
        parent: 'r.pdf#item-8',
        level: 2,
        startPage: 48,
        endPage: 48,
        summary: 'Consolidated Statement of Income · (Millions) | 2022',
      },
    ]);
  });

  it('adds none for a short section, or a document without pages', () => {
    expect(added([hit('r.pdf', 9, 'r.pdf#note-2'), hit('n.md', undefined, 'n.md')])).toEqual([]);
  });

  it('adds the best eight only', () => {
    const hits = Array.from({ length: 20 }, (_, at) => hit('r.pdf', at + 1, 'r.pdf#item-8'));
    expect(added(hits).map(({ startPage }) => startPage)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});
