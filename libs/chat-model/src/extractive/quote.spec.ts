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
  it('shows the code of a page as code, whole or the part of it that is quoted', () => {
    const line = 'curl http://host:9090/metrics | diff <(cat a) [1]';
    expect(quoted('guide.md', ['Call it [1]:', '```sh', line])).toEqual([
      '> Call it \\[1\\]:',
      '> ```sh',
      `> ${line}`,
      '> ```',
    ]);
    expect(quoted('guide.md', ['~~~', 'run()', '~~~', 'Use `run` and ```x```.'])).toEqual([
      '> ```',
      '> run()',
      '> ```',
      '> Use `run` and ```x```.',
    ]);
    // A part of the page that begins within a block.
    expect(quoted('guide.md', ['run()', '```', 'Then wait.'])).toEqual([
      '> ```',
      '> run()',
      '> ```',
      '> Then wait.',
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
