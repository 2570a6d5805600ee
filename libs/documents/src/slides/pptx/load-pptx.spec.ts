import { zipOf } from '../../office/testing/zip-of';
import { relationship, relationships } from '../../spreadsheet/testing/xlsx-of';
import { kindFile, loadedBy, refusalBy, shownLines } from '../../testing/loading';
import { pptxParts, shape, slidePart } from '../testing/pptx-of';
import { loadPptx } from './load-pptx';

describe('loadPptx', () => {
  it('reads titles, bullets, notes, tables, charts and descriptions of pictures, by slide', async () => {
    const document = await loadedBy(loadPptx, kindFile('harbour.pptx'));
    expect(document).toMatchObject({
      format: 'pptx',
      title: 'Harbour review 2031',
      pages: 6,
      remarks: ['1 picture without a description was not read'],
    });
    expect(shownLines(document)).toEqual([
      'slide 1 · # Harbour review 2031',
      'slide 1 · Board meeting, Port of Vellamo',
      'slide 2 · # Traffic grew again',
      'slide 2 · - Ferries carried 4.2 million passengers',
      'slide 2 ·   - Most of them in July',
      'slide 2 ·     - On weekends in particular',
      'slide 2 · - Cargo fell by 3 %',
      'slide 2 · Speaker note: Mention the strike in May.',
      'slide 2 · Speaker note: Do not promise new berths.',
      'slide 3 · # Revenue by berth',
      'slide 3 · || Berth | 2031 | 2030',
      'slide 3 · | North quay | 18.4 | 17.9',
      'slide 3 · | South quay | 7.1 | 6.6',
      'slide 3 · | Total, EUR million | 25.5 | 24.5',
      'slide 4 · # Waiting times',
      'slide 4 · Chart: Waiting at the lock',
      'slide 4 · ||  | Median, minutes | Longest, minutes',
      'slide 4 · | January | 34.5 | 190.0',
      'slide 4 · | July | 71.0 | 412.0',
      'slide 5 · # Slide 5',
      'slide 5 · Picture: Map of the harbour with the new breakwater',
      'slide 6 · # Backup: tender rules (hidden slide)',
      'slide 6 · - Bids above EUR 90,000 need two signatures',
    ]);
    expect(document.lines.map(({ layout }) => layout.page).slice(-3)).toEqual([5, 6, 6]);
  });

  it('reads merged cells', async () => {
    expect(shownLines(await loadedBy(loadPptx, kindFile('tbl-cell.pptx')))).toEqual([
      'slide 1 · # Slide 1',
      'slide 1 · || having custom margins | vert anchor is inherited | vert anchor is top | vert anchor is bottom',
      'slide 1 · | unladen swallows |  |  | ',
      'slide 2 · # Slide 2',
      'slide 2 · merged cell',
      'slide 2 · merged cell',
      'slide 3 · # Slide 3',
      'slide 3 · || a | b | c',
      'slide 3 · | d | e | f',
      'slide 3 · | g | h | i',
    ]);
  });

  it('reads what a slide shows once, in the order of the presentation, with comments and diagrams', async () => {
    const number = '<a:p><a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p>';
    const twice = `<mc:AlternateContent><mc:Choice>${shape(null, 'new')}</mc:Choice><mc:Fallback>${shape(null, 'old')}</mc:Fallback></mc:AlternateContent>`;
    const diagram = '<p:graphicFrame><dgm:relIds xmlns:dgm="d" r:dm="d1" r:lo="d2"/></p:graphicFrame>';
    const parts = pptxParts(
      [
        `${shape('ftr', 'Confidential')}${twice}${diagram}<p:sp><p:txBody>${number}</p:txBody></p:sp>${shape('ctrTitle', 'Second in file', 'order')}`,
        shape(null, 'last &lt;b&gt;'),
      ],
      {
        'ppt/slides/_rels/slide1.xml.rels': relationships(
          relationship('d1', 'diagramData', '../diagrams/data1.xml'),
          relationship('c', 'comments', '../comments/comment1.xml'),
          relationship('out', 'chart', '../../../etc/passwd'),
        ),
        'ppt/diagrams/data1.xml': slidePart(
          '<dgm:pt xmlns:dgm="d"><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:pt>',
        ),
        'ppt/comments/comment1.xml': '<p:cmLst xmlns:p="p"><p:cm><p:text>Too long?</p:text></p:cm></p:cmLst>',
      },
    );
    expect(shownLines(await loadedBy(loadPptx, zipOf(parts)))).toEqual([
      'slide 1 · # Second in file order',
      'slide 1 · new',
      'slide 1 · - Plan',
      'slide 1 · Comment: Too long?',
      'slide 2 · # Slide 2',
      'slide 2 · last <b>',
    ]);
  });

  it('reports a slide that is missing, and reads the others', async () => {
    const { 'ppt/slides/slide1.xml': _, ...parts } = pptxParts([shape(null, 'a'), shape(null, 'b')]);
    const document = await loadedBy(loadPptx, zipOf(parts));
    expect(shownLines(document)).toEqual(['slide 2 · # Slide 2', 'slide 2 · b']);
    expect(document.remarks).toEqual(['slide 1 is damaged and was not read']);
  });

  it('is bounded: bombs, entities, nesting, endless slides', async () => {
    expect(
      await refusalBy(loadPptx, zipOf(pptxParts([shape(null, 'a')]), { declared: 250_000_000 })),
    ).toMatch(/^too_large: /);
    const groups = '<p:grpSp>'.repeat(3_000);
    const deep = pptxParts([`${groups}${shape(null, 'a')}${groups.replaceAll('<', '</')}`]);
    expect(await refusalBy(loadPptx, zipOf(deep))).toMatch(/^too_deep: /);
    const entities = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
    const bomb = { ...pptxParts(['']), 'ppt/slides/slide1.xml': `${entities}<p:sld>&b;</p:sld>` };
    await expect(loadedBy(loadPptx, zipOf(bomb))).rejects.toThrow(/entity/);
    // A presentation may name the same slide without end.
    const again = pptxParts([shape(null, 'again and again')]);
    const endless = {
      ...again,
      'ppt/presentation.xml': (again['ppt/presentation.xml'] ?? '').replace(/<p:sldId [^>]*>/, (slide) =>
        slide.repeat(6_000),
      ),
    };
    const document = await loadedBy(loadPptx, zipOf(endless));
    expect(document.pages).toBe(5_000);
    expect(document.remarks).toEqual(['1,000 slides after the first 5000 were not read']);
  });

  it('refuses other files with a reason', async () => {
    const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    expect(await refusalBy(loadPptx, ole)).toBe(
      'damaged: The file is in the old format of PowerPoint (.ppt); save it as .pptx.',
    );
    expect(await refusalBy(loadPptx, zipOf({ 'word/document.xml': '<x/>' }))).toMatch(/no part `ppt\/`/);
    expect(await refusalBy(loadPptx, zipOf(pptxParts([''])))).toMatch(/^no_text: /);
  });
});
