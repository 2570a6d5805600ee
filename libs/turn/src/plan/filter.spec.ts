import { filterInWords, passesFilter } from './filter';

describe('passesFilter', () => {
  const text = { path: 'src/sub/a.ts', language: 'typescript' };

  it.each([
    [undefined],
    [{}],
    [{ pathPrefixes: [], languages: [] }],
    [{ pathPrefixes: [''] }],
    [{ pathPrefixes: ['docs', './src\\sub/'] }],
    [{ pathPrefixes: ['src/sub/a.ts'] }],
    [{ languages: ['sql', 'TypeScript'] }],
    [{ pathPrefixes: ['src'], languages: ['typescript'] }],
  ])('lets it pass: %j', (filter) => {
    expect(passesFilter(filter, text)).toBe(true);
  });

  it.each([
    [{ pathPrefixes: ['src/su'] }],
    [{ pathPrefixes: ['SRC'] }],
    [{ languages: ['sql'] }],
    [{ pathPrefixes: ['src'], languages: ['sql'] }],
    [{ pathPrefixes: ['docs'], languages: ['typescript'] }],
  ])('keeps it out: %j', (filter) => {
    expect(passesFilter(filter, text)).toBe(false);
    expect(passesFilter(filter, {})).toBe(false);
  });
});

describe('passesFilter, of several repositories', () => {
  const text = { path: 'alpha/src/a.ts', repository: 'alpha' };

  it.each([[['src']], [['alpha']], [['alpha/src']], [['src/a.ts']], [['beta', 'src']]])(
    'lets it pass: %j',
    (pathPrefixes) => {
      expect(passesFilter({ pathPrefixes }, text)).toBe(true);
    },
  );

  it.each([[['beta']], [['beta/src']], [['a.ts']], [['alph']]])('keeps it out: %j', (pathPrefixes) => {
    expect(passesFilter({ pathPrefixes }, text)).toBe(false);
  });
});

describe('filterInWords', () => {
  it.each([
    [undefined, undefined],
    [{ pathPrefixes: [''] }, undefined],
    [{ pathPrefixes: ['./src/', 'docs'] }, "the files in 'src' or 'docs'"],
    [{ languages: ['python', 'go'] }, 'the python or go files'],
    [{ pathPrefixes: ['src'], languages: ['python'] }, "the python files in 'src'"],
  ])('%j', (filter, words) => {
    expect(filterInWords(filter)).toBe(words);
  });
});
