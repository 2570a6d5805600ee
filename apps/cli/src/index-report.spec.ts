import type { IndexReport } from '@quarry/indexing';
import { renderChange, renderReport } from './index-report';
import { paletteFor } from './palette';

const PLAIN = paletteFor({ isTTY: false } as NodeJS.WriteStream);

const REPORT: IndexReport = {
  ...{
    files: 3,
    documents: 0,
    formats: {},
    pages: 0,
    ocr: null,
    textless: 0,
    sections: 0,
    summaries: null,
    indexed: 1,
    unchanged: 2,
  },
  ...{
    removed: 0,
    skipped: [],
    problems: [],
    ungraphed: '',
    scip: null,
    secrets: null,
    chunks: 9,
    nodes: 4,
    edges: 2,
  },
  ...{
    embedded: 0,
    pendingVectors: 0,
    embedderProblem: null,
    bytes: 10,
    ms: 420,
    commit: null,
    dirty: false,
  },
};

describe('the report of an indexing run', () => {
  it('names many skipped files of one kind on one line, and the others one by one', () => {
    const binary = 'binary: it contains NUL bytes';
    const skipped = [
      ...['a', 'b', 'c', 'd'].map((name) => ({ path: `locale/${name}.mo`, reason: binary })),
      { path: 'logo.ico', reason: binary },
      { path: 'words.gz', reason: 'compressed' },
    ];
    const lines = renderReport({ ...REPORT, skipped }, '/data', PLAIN).split('\n');
    expect(lines.slice(2, 6)).toEqual([
      '6 skipped:',
      `  4 files (.mo): ${binary}; the first is locale/a.mo`,
      `  logo.ico: ${binary}`,
      '  words.gz: compressed',
    ]);
  });

  it('keeps what was left out of a document apart from what failed', () => {
    const problems = [
      { path: 'a.js', reason: 'cannot be parsed' },
      { path: 'deck.pptx', reason: '2 comments were left out', partly: true as const },
    ];
    expect(
      renderReport({ ...REPORT, problems }, '/data', PLAIN)
        .split('\n')
        .slice(2, 6),
    ).toEqual([
      '1 not indexed correctly:',
      '  a.js: cannot be parsed',
      '1 remark on indexed documents:',
      '  deck.pptx: 2 comments were left out',
    ]);
  });

  it('counts the pictures that it cannot read on one line', () => {
    const partly = true as const;
    const problems = [
      { path: 'a.pptx', reason: '2 pictures without a description were not read', partly, pictures: 2 },
      { path: 'b.docx', reason: '1 picture without a description was not read', partly, pictures: 1 },
    ];
    expect(
      renderReport({ ...REPORT, problems }, '/data', PLAIN)
        .split('\n')
        .slice(2, 3),
    ).toEqual(['note 3 pictures in 2 documents without a description: Quarry does not read what they show.']);
  });

  it('says how many pages OCR read, and how to read the others', () => {
    const ocr = { pages: 3, confidence: 0.9, leftOut: 1 };
    const lines = renderReport({ ...REPORT, pages: 7, ocr, textless: 2 }, '/data', PLAIN);
    expect(lines).toContain(
      '7 pages, 3 pages read by OCR (mean confidence 0.90; 1 more left out for too little confidence)',
    );
    expect(lines).toContain(
      "note 2 pages without text: if they are pictures (scans), 'quarry index --ocr' reads",
    );
  });

  it('names the languages that the code graph does not read', () => {
    const [, , note] = renderReport({ ...REPORT, ungraphed: 'Lua (2 files)' }, '/data', PLAIN).split('\n');
    expect(note).toBe('note found as text, without a code graph: Lua (2 files).');
    expect(renderReport(REPORT, '/data', PLAIN)).not.toContain('code graph');
  });

  it('counts what it does not name', () => {
    const skipped = Array.from({ length: 11 }, (_, i) => ({ path: `f${i}.x${i}`, reason: 'compressed' }));
    expect(renderReport({ ...REPORT, skipped }, '/data', PLAIN)).toContain('… and 3 more (--json lists all)');
  });

  it('after a change is one line without the problems that were known', () => {
    const known = { path: 'a.js', reason: 'cannot be parsed' };
    const fresh = { path: 'b.js', reason: 'cannot be parsed' };
    const change = renderChange(
      { ...REPORT, removed: 1, problems: [known, fresh] },
      { ...REPORT, problems: [known] },
    );
    expect(change).toMatch(
      /^\d\d:\d\d:\d\d 1 file indexed, 1 file removed in 0\.4 s\n {2}b\.js: cannot be parsed\n$/,
    );
    expect(renderChange({ ...REPORT, indexed: 0 }, REPORT)).toBe('');
  });
});
