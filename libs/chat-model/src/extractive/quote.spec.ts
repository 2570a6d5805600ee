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
  it('shows the code of a page as code, with its indentation, also if its other end is left out', () => {
    expect(quoted('guide.md', ['Set the level:', '```go', 'if debug {', '\tlog.Set(level)', '}'])).toEqual([
      '> Set the level:',
      '',
      '```go',
      'if debug {',
      '\tlog.Set(level)',
      '}',
      '```',
    ]);
    expect(quoted('guide.md', ['  run()', '```', 'Then:', '```sh', 'stop', '```', 'End [5].'])).toEqual([
      ...['```', '  run()', '```', '', '> Then:', '', '```sh', 'stop', '```', '', '> End \\[5\\].'],
    ]);
    expect(quoted('guide.md', ['run()', '```', 'Then wait.'])).toEqual([
      ...['```', 'run()', '```', '', '> Then wait.'],
    ]);
    expect(quoted('guide.md', ['~~~', '```', '~~~', 'Use `run` and ```x```.'])).toEqual([
      ...['````', '```', '````', '', '> Use `run` and ```x```.'],
    ]);
  });

  it('recognises the code of a web page by its indentation', () => {
    const lines = [
      ...['Write a route:', 'def show(id):', '    return items[1]', '@app.get("/")', 'def all():'],
      ...['    return []', 'app.run()', 'It answers:', '  - a list item'],
    ];
    const item = { ...evidence(1, 'guide.html', lines.join('\n')), format: 'html' as const };
    expect(
      quoteOf(item, [readLines(item)])
        .split('\n')
        .slice(2),
    ).toEqual([
      ...['> Write a route:', '', '```', ...lines.slice(1, 7), '```', ''],
      ...['> It answers:  ', '>   - a list item'],
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
