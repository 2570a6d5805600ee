import type { Answer, Citation } from '@quarry/turn';
import { withQuotedLines } from './quoted-lines';

const citation: Citation = { n: 8, path: 'src/a.ts', startLine: 100, endLine: 180, pass: 1 };
const answer = (head: string, more: Partial<Answer> = {}, cited: Partial<Citation> = {}): Answer => {
  const english = `Passages:\n\n${head}\n\n\`\`\`ts\nx\n\`\`\``;
  const text = { english, text: english, removedCitations: [], writtenBy: 'extractive' };
  return { ...text, citations: [{ ...citation, ...cited }], ...more };
};
const linesOf = (draft: Answer): readonly number[] =>
  withQuotedLines(draft).citations.flatMap(({ startLine, endLine }) => [startLine, endLine]);

describe('withQuotedLines', () => {
  it.each([
    ['`src/a.ts`, lines 120–131, `A.run` [8]', [120, 131]],
    ['`src/a.ts`, line 120 [8]', [120, 120]],
    ['`src/a.ts`, lines 20–31 [8]', [100, 180]],
    ['`src/a.ts`, lines 120–131 [9]', [100, 180]],
  ])('%j opens lines %j', (head, lines) => {
    expect(linesOf(answer(head))).toEqual(lines);
  });

  it('gives each of several pieces of evidence its own lines of the passage', () => {
    const draft = answer('`src/a.ts`, lines 90–131, `A` [8, 9]');
    const [own] = draft.citations;
    const both = { ...draft, citations: [...draft.citations, { ...own!, n: 9, startLine: 60, endLine: 99 }] };
    expect(linesOf(both)).toEqual([100, 131, 90, 99]);
  });

  it('leaves the citations of a model, and those of extracted text, as they are', () => {
    const head = '`src/a.ts`, lines 120–131 [8]';
    expect(linesOf(answer(head, { writtenBy: 'a-model' }))).toEqual([100, 180]);
    expect(linesOf(answer(head, {}, { format: 'html' }))).toEqual([100, 180]);
  });
});
