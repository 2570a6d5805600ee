import { highlight } from './highlight';

const shown = async (lines: readonly string[], language: string): Promise<readonly string[]> =>
  ((await highlight(lines, language)) ?? []).map((parts) =>
    parts.map(({ text, as }) => (as === null ? text : `<${as}:${text}>`)).join(''),
  );

describe('parts of code', () => {
  it('tells words, names, strings, numbers and comments apart', async () => {
    expect(await shown(['return "a // b" + 12; // end', "if (x == 'c') {"], 'csharp')).toEqual([
      '<word:return> <string:"a // b"> + <number:12>; <comment:// end>',
      "<word:if> (x == <string:'c'>) {",
    ]);
    expect(await shown(['def load(n):', '    return None  # done'], 'py')).toEqual([
      '<word:def> <name:load>(n):',
      '    <word:return> <word:None>  <comment:# done>',
    ]);
    expect(await shown(['SELECT a FROM dbo.T -- all'], 'tsql')).toEqual([
      '<word:SELECT> a <word:FROM> dbo.T <comment:-- all>',
    ]);
  });

  it('follows strings and comments over lines', async () => {
    expect(await shown(['a /* b', 'c */ d'], 'typescript')).toEqual(['a <comment:/* b>', '<comment:c */> d']);
    expect(await shown(['"""One', '', 'two."""', 'x = 1'], 'python')).toEqual([
      ...['<string:"""One>', '', '<string:two.""">', 'x = <number:1>'],
    ]);
  });

  it('loses nothing, whatever the text', async () => {
    const lines = ['', '  \t', 'a-b--c/d//e', '#!/bin/sh', '\\"\\', '¿ünïcode§', '/', '<b>&amp;', '-', "'"];
    for (const language of ['csharp', 'sql', 'python', 'xml', 'bash', 'ini', 'yaml', 'php']) {
      const parts = (await highlight(lines, language)) ?? [];
      expect(parts.map((line) => line.map(({ text }) => text).join(''))).toEqual(lines);
    }
  });

  it.each(['', 'cobol', 'constructor', '__proto__'])('has no grammar for %j', async (language) => {
    expect(await highlight(['x'], language)).toBeNull();
  });
});
