import { fencedCode } from './page-code';

/** The lines of code among `lines`, each with its language. */
function codeOf(...lines: readonly string[]): readonly string[] {
  return [...fencedCode(lines)].map(([at, language]) => `${language}:${lines[at] ?? ''}`);
}

describe('fencedCode', () => {
  it('reads the language of a fence, and a directive as a fence that opens', () => {
    expect(codeOf('Text.', '```yaml', 'a: 1', '```', 'Text.')).toEqual(['yaml:a: 1']);
    expect(codeOf('```python title="x.py"', 'f()', '```')).toEqual(['python:f()']);
    expect(codeOf('```{testcode}', 'f()', '```', 'Text.', '```{eval-rst}', 'x', '```', 'More.')).toEqual([
      ':f()',
      ':x',
    ]);
  });

  it('knows that a text begins within a block by the directive that opens the next one', () => {
    expect(codeOf('f()', '```', 'Text.', '```{testcode}', 'g()', '```', 'More.')).toEqual([':f()', ':g()']);
  });

  it('takes a text of settings and comments without a fence for a part of a block', () => {
    const settings = ['# How long to wait.', '# CLI flag: -wait', '[wait: <duration> | default = 1s]', ''];
    expect(codeOf(...settings, 'retries: 3', 'limits:', '  burst: 5', 'name: "x"', '- key: y')).toHaveLength(
      9,
    );
  });

  it('takes no page for code', () => {
    expect(codeOf('# Limits', '', 'The limit is five.', '', '## Bursts', 'Note: none.')).toEqual([]);
    expect(codeOf('Name: x', 'Version: 2', 'Size: 3', 'Kind: y', '', 'It is read once, then kept.')).toEqual(
      [],
    );
  });
});
