import { quoteOf } from './quote';
import { readLines } from './lines';
import { evidence } from './testing/evidence';

const quoted = (path: string, lines: readonly string[]): readonly string[] => {
  const item = evidence(1, path, lines.join('\n'));
  return quoteOf(item, [readLines(item)])
    .split('\n')
    .slice(2);
};

describe('quoteOf', () => {
  it('shows the code of a page without its fences, as the other end may be left out', () => {
    expect(quoted('guide.md', ['Set the level:', '```go', 'log.SetLevel(level)'])).toEqual([
      '> Set the level:',
      '> log.SetLevel(level)',
    ]);
    expect(quoted('guide.md', ['~~~', 'run()', '~~~', 'Use `run` and ```x```.'])).toEqual([
      '> run()',
      '> Use `run` and ```x```.',
    ]);
  });

  it('keeps the lines of a web page apart, which are its headings and paragraphs', () => {
    const item = { ...evidence(1, 'guide.html', 'Install\nRun it.\nThen wait.'), format: 'html' as const };
    expect(
      quoteOf(item, [readLines(item)])
        .split('\n')
        .slice(2),
    ).toEqual(['> Install  ', '> Run it.  ', '> Then wait.']);
  });

  it('shows the lines of code as they are', () => {
    expect(quoted('make.py', ['TEXT = """', '```', '"""'])).toEqual([
      '````',
      'TEXT = """',
      '```',
      '"""',
      '````',
    ]);
  });
});
