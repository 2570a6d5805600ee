import fc from 'fast-check';
import { kindFile, loadedBy, refusalBy, shownLines } from '../testing/loading';
import { loadRtf } from './load-rtf';

const rtf = (body: string): Uint8Array => new Uint8Array(Buffer.from(`{\\rtf1\\ansi ${body}}`, 'latin1'));

describe('loadRtf', () => {
  it('reads headings by their style, tables, lists, footnotes and the encodings of fonts', async () => {
    const document = await loadedBy(loadRtf, kindFile('pilot.rtf'));
    expect(document).toMatchObject({
      format: 'rtf',
      title: 'Pilot rules',
      remarks: ['1 marked deletion was left out', 'its headers and footers were not read'],
    });
    expect(shownLines(document)).toEqual([
      '# Pilot rules',
      'A pilot is required above 90 m[1].',
      '## Fees in €',
      '| Length | Fee',
      '| 90 m | 1,250',
      '- Call on channel 12',
      'Привет and €uro',
      '1. Measured at the waterline.',
    ]);
  });

  it('reads what other programs write', async () => {
    const cocoa = String.raw`\cocoartf2709{\colortbl;\red255\green255\blue255;}{\*\expandedcolortbl;;}\pard\tx720 \f0 First\
Second \uc0\u8211  third\
{\field{\*\fldinst{HYPERLINK "https://example.org"}}{\fldrslt a link}}`;
    expect(shownLines(await loadedBy(loadRtf, rtf(cocoa)))).toEqual(['First', 'Second – third', 'a link']);
    const nested = String.raw`{\*\shppict{\pict\pngblip 89504e47}}{\nonshppict{\pict 00}}\trowd\intbl a {\v hidden}{\nestcell} b\cell c\cell\row\pard after\par{\*\atnauthor IM}{\*\annotation Really?}`;
    const document = await loadedBy(loadRtf, rtf(nested));
    expect(shownLines(document)).toEqual(['| a b | c', 'after', '# Comments', 'Comment: Really?']);
    expect(document.remarks).toEqual(['1 picture without a description was not read']);
  });

  it('is bounded: nesting, binary data, numbers', async () => {
    expect(await refusalBy(loadRtf, rtf('{'.repeat(100_000)))).toMatch(/^too_deep: /);
    expect(shownLines(await loadedBy(loadRtf, rtf(String.raw`text\bin999999999999 gone`)))).toEqual(['text']);
    expect(shownLines(await loadedBy(loadRtf, rtf(String.raw`\ilvl999999999\ls1 deep\par`)))).toHaveLength(1);
    expect(await refusalBy(loadRtf, 'plain text')).toBe(
      'damaged: The file is not an RTF file: it does not begin with `{\\rtf`.',
    );
    expect(await refusalBy(loadRtf, rtf(''))).toMatch(/^no_text: /);
  });

  it('never throws', async () => {
    const word = fc.constantFrom(
      '\\par',
      '\\cell',
      '\\row',
      '\\u-1 ',
      "\\'e4",
      '{',
      '}',
      '\\*',
      '\\pict',
      'x ',
      '\\s1',
      '\\footnote',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word), async (words) => {
        const loaded = await loadRtf(rtf(words.join('')));
        if (loaded.kind === 'document')
          for (const { text } of loaded.document.lines) expect(text).not.toMatch(/[\r\n]/);
      }),
    );
  });
});
