import { zipOf } from '../../office/testing/zip-of';
import { kindFile, loadedBy, refusalBy, shownLines } from '../../testing/loading';
import { loadOdp } from './load-odp';

const page = (content: string, style = 'dp1'): string =>
  `<draw:page draw:style-name="${style}">${content}</draw:page>`;
const odp = (...pages: readonly string[]): Record<string, string> => ({
  'content.xml': `<o:document-content xmlns:o="o" xmlns:draw="d" xmlns:text="t" xmlns:presentation="p" xmlns:style="s" xmlns:table="tb" xmlns:svg="v">
    <o:automatic-styles><style:style style:name="dp2"><style:drawing-page-properties presentation:visibility="hidden"/></style:style></o:automatic-styles>
    <o:body><o:presentation>${pages.join('')}</o:presentation></o:body></o:document-content>`,
});

describe('loadOdp', () => {
  it('reads titles, lists, tables and notes, by slide', async () => {
    const document = await loadedBy(loadOdp, kindFile('dredging.odp'));
    expect(document).toMatchObject({ format: 'odp', title: 'Dredging plan', pages: 2, remarks: [] });
    expect(shownLines(document)).toEqual([
      'slide 1 · # Dredging plan',
      'slide 1 · - Start in the east basin',
      'slide 1 ·   - Depth 9.5 m',
      'slide 1 · Speaker note: Ask the pilots first.',
      'slide 2 · # Costs',
      'slide 2 · || Part | EUR thousand',
      'slide 2 · | Barge | 410',
      'slide 2 · | Crew | 266',
    ]);
  });

  it('marks hidden slides, and reads shapes, descriptions and slides without a title', async () => {
    const image = (inside: string): string => `<draw:frame><draw:image/>${inside}</draw:frame>`;
    const document = await loadedBy(
      loadOdp,
      zipOf(
        odp(
          page(
            '<draw:custom-shape><text:p>In a<text:s text:c="3"/>shape</text:p></draw:custom-shape>',
            'dp2',
          ),
          page(`${image('<svg:desc>A chart of tides</svg:desc>')}${image('')}`),
        ),
      ),
    );
    expect(shownLines(document)).toEqual([
      'slide 1 · # Slide 1 (hidden slide)',
      'slide 1 · In a shape',
      'slide 2 · # Slide 2',
      'slide 2 · Picture: A chart of tides',
    ]);
    expect(document.remarks).toEqual(['1 picture without a description was not read']);
  });

  it('is bounded: repeated rows of repeated cells, endless slides', async () => {
    const cell =
      '<table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell>';
    const rows = `<table:table><table:table-row table:number-rows-repeated="1048576">${cell}</table:table-row></table:table>`;
    const { lines } = await loadedBy(loadOdp, zipOf(odp(page(rows))));
    expect(lines.length).toBeLessThanOrEqual(101);
    const many = await loadedBy(loadOdp, zipOf(odp(page('<text:p>a</text:p>').repeat(5_002))));
    expect(many.remarks).toEqual(['2 slides after the first 5000 were not read']);
    expect(await refusalBy(loadOdp, zipOf({ 'other.xml': '<x/>' }))).toMatch(/^damaged: .*content\.xml/);
  });
});
