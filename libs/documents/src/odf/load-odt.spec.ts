import { zipOf } from '../office/testing/zip-of';
import { kindFile, loadedBy, refusalBy, shownLines } from '../testing/loading';
import { loadOdt } from './load-odt';

const odt = (body: string, more: Readonly<Record<string, string>> = {}): Buffer =>
  zipOf({
    'content.xml': `<o:document-content xmlns:o="o" xmlns:text="t" xmlns:draw="d" xmlns:table="tb" xmlns:dc="c" xmlns:svg="v"><o:body><o:text>${body}</o:text></o:body></o:document-content>`,
    ...more,
  });

describe('loadOdt', () => {
  it('reads headings, lists, footnotes, tables with their heads, and comments', async () => {
    const document = await loadedBy(loadOdt, kindFile('lock.odt'));
    expect(document).toMatchObject({
      format: 'odt',
      title: 'Lock manual',
      remarks: ['1 picture without a description was not read'],
    });
    expect(shownLines(document)).toEqual([
      '# Lock manual',
      'The lock opens at six[1] and closes at ten.',
      '## Water levels',
      '- Read the gauge at each gate',
      '- Write both levels into the log',
      '|| Gate | Lowest, cm | Highest, cm',
      '| West | 212 | 345',
      '| East | 198 | 351',
      '1. In winter at seven.',
      '# Comments',
      'Comment: Ines Moro: Is ten still right?',
    ]);
  });

  it('reads spans of rows and columns', async () => {
    const document = await loadedBy(loadOdt, kindFile('odt_tables1.odt'));
    expect(document.title).toBe('Grid test');
    expect(shownLines(document).slice(1, 7)).toEqual([
      '# Test 1',
      '|| Header row, column 1 (header rows optional) | Header 2 | Header 3 | Header 4',
      '| body row 1, column 1 | column 2 | column 3 | column 4',
      '| body row 2 | Cells may span columns. |  | ',
      '| body row 3 | Cells may span rows. aaa | Table cells contain body elements. | ',
      '| body row 4 |  |  | ',
    ]);
    expect(document.remarks).toEqual(['its headers and footers were not read']);
  });

  it('reads text boxes as blocks, and leaves out deletions and the table of contents, and says so', async () => {
    const deleted =
      '<text:tracked-changes><text:changed-region><text:deletion><text:p>Old fee</text:p></text:deletion></text:changed-region></text:tracked-changes>';
    const contents = '<text:table-of-content><text:p>Fees 3</text:p></text:table-of-content>';
    const box =
      '<text:p>Around<draw:frame><draw:text-box><text:p>A box</text:p></draw:text-box></draw:frame> it</text:p>';
    const document = await loadedBy(
      loadOdt,
      odt(`${deleted}${contents}${box}<text:p>Fee<text:line-break/>of<text:tab/>2031</text:p>`, {
        'styles.xml': '<s:styles xmlns:s="s"><s:header><s:p>Draft</s:p></s:header></s:styles>',
      }),
    );
    expect(shownLines(document)).toEqual(['A box', 'Around it', 'Fee of 2031']);
    expect(document.remarks).toEqual([
      '1 marked deletion was left out',
      'its headers and footers were not read',
    ]);
  });

  it('expands no entities, and refuses what is damaged or protected', async () => {
    const entities = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>';
    await expect(
      loadedBy(loadOdt, zipOf({ 'content.xml': `${entities}<o:body xmlns:o="o">&b;</o:body>` })),
    ).rejects.toThrow(/entity/);
    const locked = odt('', { 'META-INF/manifest.xml': '<m><encryption-data/></m>' });
    expect(await refusalBy(loadOdt, locked)).toMatch(/^encrypted: /);
    expect(await refusalBy(loadOdt, odt('<text:p> </text:p>'))).toMatch(/^no_text: /);
  });
});
