import { sectionAt, sectionsOf, textLines } from '@quarry/documents';
import fc from 'fast-check';
import { chunkFile } from './chunk-file';
import { chunkLoaded } from './chunk-loaded';

const heading = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('Retries', 'Timeouts', 'Pools', 'Limits'))
  .map(([level, title]) => `${'#'.repeat(level)} ${title}`);
const prose = fc.integer({ min: 1, max: 60 }).map((words) => 'word '.repeat(words).trim());
const page = fc
  .array(fc.oneof(heading, prose), { minLength: 1, maxLength: 30 })
  .map((parts) => parts.join('\n\n'));

describe('sectionsBelow', () => {
  it('lists the sections of a chunk that holds several, with their titles', () => {
    const more = 'A text of fewer characters is one section. '.repeat(7);
    const text = `# Guide\n\n## Retries\n\nThree times. ${more}\n\n## Timeouts\n\nAfter 45 seconds. ${more}`;
    const path = 'guide.md';
    const sections = sectionsOf({ path, lines: textLines(text, 'markdown'), outline: [], pages: null });
    const [only] = chunkFile({ path, text, language: 'markdown', facts: null, sections });
    expect(only).toMatchObject({
      section: 'guide.md',
      sections: [
        { line: 3, id: 'guide.md#retries', title: 'Guide › Retries' },
        { line: 7, id: 'guide.md#timeouts', title: 'Guide › Timeouts' },
      ],
    });
  });

  it('gives every line of every chunk its innermost section', () => {
    fc.assert(
      fc.property(page, (text) => {
        const lines = textLines(text, 'markdown');
        const path = 'guide.md';
        const window = { tokens: 120, overlap: 10 };
        const sections = sectionsOf({ path, lines, outline: [], pages: null });
        const document = { format: 'html' as const, lines, outline: [], pages: null, remarks: [] };
        for (const chunk of [
          ...chunkFile({ path, text, language: 'markdown', facts: null, sections, window }),
          ...chunkLoaded({ path, document, sections, window }),
        ])
          for (const [at, shown] of chunk.text.split('\n').entries()) {
            const line = chunk.startLine + at;
            const inner = chunk.sections?.findLast((start) => start.line <= line)?.id ?? chunk.section;
            if (shown.trim() !== '') expect([line, inner]).toEqual([line, sectionAt(sections, line)?.id]);
          }
      }),
    );
  });
});
