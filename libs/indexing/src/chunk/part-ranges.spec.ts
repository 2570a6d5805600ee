import type { LoadedDocument } from '@quarry/documents';
import { sectionsOf } from '@quarry/documents';
import { chunkLoaded } from './chunk-loaded';

/** The places of the chunks of a document whose lines are in these parts. */
function placesOf(
  format: LoadedDocument['format'],
  ...lines: readonly (readonly [part: string, words: number])[]
) {
  const document: LoadedDocument = {
    format,
    lines: lines.map(([part, words], i) => ({
      text: `line ${i}${' pilot'.repeat(words)}`,
      kind: 'text',
      layout: part === '' ? {} : { part },
    })),
    outline: [],
    pages: null,
    remarks: [],
  };
  const sections = sectionsOf({ path: 'f', ...document });
  const chunks = chunkLoaded({ path: 'f', document, sections, window: { tokens: 512, overlap: 64 } });
  return chunks.map(({ range, startLine, endLine }) => `${startLine}-${endLine} ${range ?? ''}`.trim());
}

describe('the parts of a file', () => {
  it('are not joined in a chunk if they are slides or chapters, however short', () => {
    expect(placesOf('pptx', ['slide 1', 1], ['slide 1', 1], ['slide 2', 1])).toEqual([
      '1-2 slide 1',
      '3-3 slide 2',
    ]);
    expect(placesOf('epub', ['One', 1], ['Two', 1], ['Two', 1])).toEqual(['1-1 One', '2-3 Two']);
  });

  it('are joined if they are short cells, or pages', () => {
    expect(placesOf('ipynb', ['cell 1', 10], ['cell 2', 10], ['cell 3', 90], ['cell 4', 90])).toEqual([
      '1-3 cells 1–3',
      '4-4 cell 4',
    ]);
    expect(
      placesOf('eml', ['', 3], ['› a.pdf, page 1', 90], ['› a.pdf, page 2', 90], ['› b.txt', 3]),
    ).toEqual(['1-1', '2-3 › a.pdf, pages 1–2', '4-4 › b.txt']);
  });
});
