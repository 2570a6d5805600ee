import { manLine } from './man-line';

describe('manLine', () => {
  it.each([
    ['.SH "EXIT STATUS"', '## EXIT STATUS'],
    ['.B \\-s, \\-\\-case\\-sensitive', '-s, --case-sensitive'],
    ['\\fB\\-\\-export\\-csv\\fR \\fIFILE\\fP', '--export-csv FILE'],
    ['.TP', ''],
    ['.br', ''],
    ['.\\" Written by hand', ''],
    ['.IP \\(bu 2', '• 2'],
  ])('%s', (line, text) => {
    expect(manLine(line)).toBe(text);
  });

  it.each([
    'The search is fast.',
    '.. note::',
    '.gitignore',
    '.NET is needed',
    '- `\\d+` matches digits',
    '',
  ])('is null for a line of something else: %j', (line) => {
    expect(manLine(line)).toBeNull();
  });
});
