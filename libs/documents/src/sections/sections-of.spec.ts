import type { Section } from '@quarry/turn';
import fc from 'fast-check';
import type { DocumentLine, OutlineEntry } from '../document';
import { textLines } from '../markdown/text-lines';
import { sectionAt } from './section-at';
import { sectionsOf, type SectionInput } from './sections-of';

const word = fc.constantFrom('Net sales', 'Risk', 'Ärger 2', '***', '公司', 'a/b#c', 'Risk-2', '', ' ');
const line: fc.Arbitrary<DocumentLine> = fc.record({
  text: fc.oneof(
    word,
    fc.string({ maxLength: 120 }).map((text) => text.replace(/[\r\n]/g, ' ')),
  ),
  kind: fc.constantFrom('text', 'text', 'heading', 'row'),
  level: fc.integer({ min: 1, max: 20 }),
  layout: fc.constant({}),
});
const entry: fc.Arbitrary<OutlineEntry> = fc.record(
  {
    title: word,
    level: fc.integer({ min: 1, max: 20 }),
    page: fc.integer({ min: 1, max: 30 }),
    top: fc.integer({ min: 0, max: 800 }),
  },
  { requiredKeys: ['title', 'level', 'page'] },
);
const input: fc.Arbitrary<SectionInput> = fc
  .tuple(fc.array(line, { maxLength: 200 }), fc.array(entry, { maxLength: 30 }), fc.boolean(), fc.boolean())
  .map(([lines, outline, paged, several]) => ({
    path: 'a/b.pdf',
    ...(several ? { document: 'doc/1#x' } : {}),
    lines: paged ? lines.map((one, i) => ({ ...one, layout: { page: (i >> 3) + 1 } })) : lines,
    outline: paged ? outline : [],
    pages: paged ? (lines.length >> 3) + 1 : null,
  }));

/** The same lines as a PDF prints them. */
const printed: fc.Arbitrary<SectionInput> = fc
  .tuple(
    input,
    fc.array(
      fc.record({
        size: fc.constantFrom(8, 10, 10, 10, 14),
        bold: fc.boolean(),
        x: fc.constantFrom(50, 50, 200),
      }),
      {
        minLength: 1,
        maxLength: 9,
      },
    ),
    fc.constantFrom('Item 7. ', 'PART II ', 'Note 3 ', '1.2 Aims ', ''),
  )
  .map(([given, looks, prefix]) => ({
    ...given,
    pages: Math.max(1, (given.lines.length >> 3) + 1),
    lines: given.lines.map(({ kind, text }, i) => {
      const { size, bold, x } = looks[i % looks.length] ?? { size: 10, bold: false, x: 50 };
      const y = 40 + (i & 7) * 20;
      const layout = { page: (i >> 3) + 1, box: [x, y, x + text.length * 5, y + size] as const };
      return {
        kind: kind === 'heading' ? 'text' : kind,
        text: i % 5 === 0 ? prefix + text : text,
        size,
        bold,
        layout,
      };
    }),
  }));

const childrenOf = (sections: readonly Section[], { id }: Section): Section[] =>
  sections.filter(({ parent }) => parent === id);

describe('sectionsOf', () => {
  it('returns a properly nested tree that covers the text, whatever the lines', () => {
    fc.assert(
      fc.property(fc.oneof(input, printed), (given) => {
        const sections = sectionsOf(given);
        const [root] = sections;
        expect(sectionsOf(given)).toEqual(sections);
        expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
        expect(root).toMatchObject({ level: 0, parent: null, startLine: 1 });
        expect(root?.endLine).toBe(Math.max(1, given.lines.length));
        for (const [i, section] of sections.entries()) {
          const { startLine, endLine } = section;
          expect(startLine).toBeLessThanOrEqual(endLine);
          expect(section.characters).toBe(
            given.lines
              .slice(startLine - 1, endLine)
              .map(({ text }) => text)
              .join('\n').length,
          );
          expect(section.titles.at(-1)).toBe(section.title);
          expect(section.summary.length).toBeLessThanOrEqual(300);
          if (i === 0) continue;
          const parent = sections.slice(0, i).find(({ id }) => id === section.parent);
          expect(section.id.startsWith(parent?.id ?? '?')).toBe(true);
          expect(section.level).toBe((parent?.level ?? -9) + 1);
          expect(section.level).toBeLessThanOrEqual(12);
          expect(section.titles.slice(0, -1)).toEqual(parent?.titles);
          expect(startLine).toBeGreaterThanOrEqual(parent?.startLine ?? Infinity);
          expect(endLine).toBeLessThanOrEqual(parent?.endLine ?? 0);
          expect(startLine).toBeGreaterThanOrEqual(sections[i - 1]?.startLine ?? 0);
        }
        for (const section of sections) {
          let free = section.startLine;
          for (const child of childrenOf(sections, section)) {
            expect(child.startLine).toBeGreaterThanOrEqual(free);
            free = child.endLine + 1;
          }
        }
        for (const [i] of given.lines.entries()) {
          const inner = sectionAt(sections, i + 1);
          const around = sections.filter(({ startLine, endLine }) => startLine <= i + 1 && i + 1 <= endLine);
          expect(inner).toBe(around.at(-1));
          expect(around.map(({ level }) => level)).toEqual(around.map((_, level) => level));
        }
      }),
    );
  });

  it('follows Markdown headings, and uses a single top-level one as the title', () => {
    const text = `# Guide\n\nIt tells how.\n\n## Set *up*\n\n${'word '.repeat(120)}\n\n### On Linux\nx\n## Use\ny\n## Use\nz\n`;
    const sections = sectionsOf({
      path: 'docs/g.md',
      lines: textLines(text, 'markdown'),
      outline: [],
      pages: null,
    });
    expect(sections.map(({ id, level, startLine, endLine }) => [id, level, startLine, endLine])).toEqual([
      ['docs/g.md', 0, 1, 14],
      ['docs/g.md#set-up', 1, 5, 10],
      ['docs/g.md#set-up/on-linux', 2, 9, 10],
      ['docs/g.md#use', 1, 11, 12],
      ['docs/g.md#use-2', 1, 13, 14],
    ]);
    expect(sections[0]).toMatchObject({ title: 'Guide', titles: ['Guide'], summary: 'It tells how.' });
    expect(sections[2]).toMatchObject({ titles: ['Guide', 'Set up', 'On Linux'] });
  });

  it('makes one section of a short text, and windows of a long one without headings', () => {
    const plain = (count: number): SectionInput => ({
      path: 'a.txt',
      lines: textLines('just a line of text\n'.repeat(count), 'text'),
      outline: [],
      pages: null,
    });
    expect(sectionsOf(plain(20)).map(({ id }) => id)).toEqual(['a.txt']);
    expect(sectionsOf(plain(700)).map(({ id }) => id)).toEqual(['a.txt']);
    expect(sectionsOf(plain(1_000)).map(({ id }) => id)).toEqual([
      'a.txt',
      'a.txt#lines-1-334',
      'a.txt#lines-335-668',
      'a.txt#lines-669-1000',
    ]);
  });

  it('truncates no id, however long and deep the titles are', () => {
    const lines: DocumentLine[] = Array.from({ length: 14 }, (_, i) => ({
      text: `${'Long title '.repeat(20)}${i + 1}`,
      kind: 'heading',
      level: i + 1,
      layout: {},
    }));
    const last = sectionsOf({
      path: 'a',
      title: 'A',
      lines: [{ text: 'x '.repeat(300), kind: 'text', layout: {} }, ...lines],
      outline: [],
      pages: null,
    }).at(-1);
    expect(last?.level).toBeLessThanOrEqual(12);
    expect(last?.id.match(/long-title/g)).toHaveLength(20 * (last?.level ?? 0));
  });

  it('stops at 5,000 sections', () => {
    const lines: DocumentLine[] = Array.from({ length: 30_000 }, () => ({
      text: 'Same',
      kind: 'heading',
      level: 1,
      layout: {},
    }));
    const sections = sectionsOf({ path: 'a', lines, outline: [], pages: null });
    expect(sections).toHaveLength(5_000);
    expect(sections.at(-1)).toMatchObject({ id: 'a#same-4999', endLine: 30_000 });
  });

  it('accepts lines and titles of any length', () => {
    const long = 'Word '.repeat(400_000);
    const lines: DocumentLine[] = [long, 'x', long].map((text) => ({
      text,
      kind: 'heading',
      level: 1,
      layout: { page: 1 },
    }));
    const outline = [long, 'x', 'y'].map((title) => ({ title, level: 1, page: 1 }));
    const sections = sectionsOf({ path: 'a', title: long, lines, outline, pages: 1 });
    expect(sections.map(({ id, title }) => [id, title])).toEqual([
      ['a', 'a'],
      ['a#y', 'y'],
      ['a#x', 'x'],
    ]);
  });
});
