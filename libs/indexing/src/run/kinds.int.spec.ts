import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Papers } from './testing/papers';

jest.setTimeout(240_000);

const FOLDER = join(__dirname, '../../../../test/data/kinds');
const papers = new Papers();
afterAll(() => papers.close());

/** The place of the best hit for some words. */
async function placeOf(words: string): Promise<string> {
  const [hit] = await papers.find(words);
  const line = hit?.format === undefined ? `:${hit?.startLine ?? 0}` : '';
  return `${hit?.path ?? ''}${line}${hit?.range === undefined ? '' : ` @ ${hit.range}`}`;
}

describe('a folder with one file of each kind', () => {
  it('is read, and every passage is found where a reader looks for it', async () => {
    const made = readdirSync(FOLDER).filter(
      (name) => !/\.(?:py|md)$|^(?:tbl-cell|odt_tables1|test3)/.test(name),
    );
    for (const name of made) papers.put(name, readFileSync(join(FOLDER, name)));
    papers.put('guide.adoc', `= Guide\n\nOn ropes.\n\n== Splicing\n\nUse hemp for the bollard.\n`);
    papers.put(
      'rules.rst',
      `Rules\n=====\n\nIntro.\n\nAnchoring\n---------\n\nNever drop anchor over a cable.\n`,
    );
    papers.put('log.log', 'Gangway three was repaired on Sunday.\n'.repeat(2));
    papers.put('old.doc', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'));
    papers.put('letter', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'));
    papers.put('fake.pptx', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'));
    papers.put('broken.odt', Buffer.from('PK\u0003\u0004 nothing'));
    const report = await papers.run();
    expect(report).toMatchObject({
      formats: { pptx: 1, odp: 1, odt: 1, rtf: 1, epub: 1, eml: 1, ipynb: 1, docx: 1 },
      pages: 8,
    });
    expect(Object.fromEntries(report.skipped.map(({ path, reason }) => [path, reason]))).toEqual({
      'broken.odt': expect.stringMatching(/not an OpenDocument text \(\.odt\) or is damaged/) as string,
      'fake.pptx': 'The file is in the old format of PowerPoint (.ppt); save it as .pptx.',
      letter: 'Office files of an old format are not read; open it and save it as .docx, .xlsx or .pptx',
      'old.doc': 'Word files of the old format (.doc) are not read; save it as .docx',
    });
    expect(await placeOf('median minutes July lock')).toBe('harbour.pptx @ slide 4');
    expect(await placeOf('strike in May')).toBe('harbour.pptx @ slide 2');
    expect(await placeOf('depth east basin')).toBe('dredging.odp @ slide 1');
    expect(await placeOf('spring tides twice a month highest')).toBe('tides.epub @ Why water rises');
    expect(await placeOf('ZeroDivisionError')).toMatch(/^ranges\.ipynb @ cells? \d/);
    expect(await placeOf('fee per metre rises attached')).toBe('fees.eml');
    expect(await placeOf('fog visibility expected until nine')).toBe('fees.eml @ › Fog tomorrow.eml');
    expect(await placeOf('gauge at each gate')).toBe('lock.odt');
    expect(await placeOf('pilot required above 90 m')).toBe('pilot.rtf');
    expect(await placeOf('hemp bollard')).toBe('guide.adoc:1');
    expect(await placeOf('anchor over a cable')).toBe('rules.rst:1');
    const trees = await papers.searchIndex.sections(papers.ref, {
      paths: ['log.log', 'rules.rst', 'harbour.pptx'],
    });
    expect(
      trees
        .filter(({ level }) => level === 0)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['harbour.pptx', 'log.log', 'rules.rst']);
  });
});
