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
      { path: 'deck.pptx', reason: '2 pictures without a description were not read', partly: true as const },
    ];
    expect(
      renderReport({ ...REPORT, problems }, '/data', PLAIN)
        .split('\n')
        .slice(2, 6),
    ).toEqual([
      '1 not indexed correctly:',
      '  a.js: cannot be parsed',
      '1 remark on indexed documents:',
      '  deck.pptx: 2 pictures without a description were not read',
    ]);
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
