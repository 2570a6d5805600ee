import fc from 'fast-check';
import type { DocumentLine } from '../document';
import { summaryOf } from './summary';

const lines = (...texts: readonly [kind: DocumentLine['kind'], text: string][]): DocumentLine[] =>
  texts.map(([kind, text]) => ({ kind, text, layout: {} }));

describe('summaryOf', () => {
  it('returns the first sentences that fit', () => {
    const first =
      'Net sales of the U.S. business rose by 5.3 percent to $1.2 billion, Inc. and Co. not counted in.';
    const second =
      'They rose in all segments, most of all in the one that makes things for health care and hospitals.';
    const third =
      'Nobody knows whether they will rise again next year, since the economy is hard to foresee.';
    const text = `${first} ${second}\n${third} ${third}`;
    expect(summaryOf(text)).toBe(`${first} ${second} ${third}`);
    expect(summaryOf(`${first} ${second} ${third} ${third}`.replaceAll('.', ','))).toMatch(
      /^Net sales .{200,298}…$/,
    );
  });

  it('skips headings, boilerplate, code, marks and rows of numbers', () => {
    const text = `---\ntitle: X\n---\n# X\nTable of Contents\nPage 3 of 9\n12,345 67,890\n\`\`\`\nrun(code)\n\`\`\`\n- See [the **guide**](http://x) for \`it\`.\n<b>Now</b> more.`;
    expect(summaryOf(text)).toBe('See the guide for it. Now more.');
    expect(summaryOf(lines(['heading', 'Sales'], ['text', 'They rose.']), 'Sales')).toBe('They rose.');
  });

  it('summarizes a table by its header and labels, not by the notes below it', () => {
    const table = lines(
      ['row', '(Millions) | 2022 | 2021'],
      ['row', 'Net sales | 34,229 | 35,355'],
      ['row', 'Cost of sales | 19,232 | 18,795'],
      ['row', ' | 1 | 2'],
      [
        'text',
        'The notes are an integral part of this statement, which shows what it shows in all its parts.',
      ],
    );
    expect(summaryOf(table)).toBe('(Millions), 2022, 2021: Net sales; Cost of sales');
  });

  it('shows code if there is nothing else, and nothing for an empty text', () => {
    expect(summaryOf('```sh\nquarry index .\n```')).toBe('quarry index .');
    expect(summaryOf('---\n***\n')).toBe('');
    expect(summaryOf([])).toBe('');
  });

  it('never exceeds 300 characters or splits a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 900 }), (text) => {
        const said = summaryOf(text);
        expect(said.length).toBeLessThanOrEqual(300);
        expect(said.isWellFormed()).toBe(true);
      }),
    );
    expect(summaryOf('😀a'.repeat(400)).isWellFormed()).toBe(true);
    expect(summaryOf('a'.repeat(5_000_000)).length).toBeLessThanOrEqual(300);
  });
});
