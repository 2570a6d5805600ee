import { highlighted } from './highlight';

const shown = (lines: readonly string[], language: string): string[] =>
  highlighted(lines, language).map((parts) =>
    parts.map(({ text, as }) => (as === null ? text : `<${as}:${text}>`)).join(''),
  );

describe('parts of code', () => {
  it('tells words, strings, numbers and comments apart', () => {
    expect(shown(['return "a // b" + 12; // end', "if (x == 'c') {"], 'csharp')).toEqual([
      '<word:return> <string:"a // b"> + <number:12>; <comment:// end>',
      "<word:if> (x == <string:'c'>) {",
    ]);
    expect(shown(['SELECT a FROM dbo.T -- all', "WHERE n = 'x'"], 'sql')).toEqual([
      '<word:SELECT> a <word:FROM> dbo.T <comment:-- all>',
      "<word:WHERE> n = <string:'x'>",
    ]);
  });

  it('follows comments over lines, and ends no string that has no end', () => {
    expect(shown(['a /* b', 'c */ d', '"open'], 'typescript')).toEqual([
      'a <comment:/* b>',
      '<comment:c */> d',
      '<string:"open>',
    ]);
  });

  it('loses nothing, whatever the text', () => {
    const lines = ['', '  \t', 'a-b--c/d//e', '#!/bin/sh', '\\"\\', '¿ünïcode§', '/', '-', "'"];
    for (const language of ['csharp', 'sql', 'python', 'none'])
      expect(highlighted(lines, language).map((parts) => parts.map(({ text }) => text).join(''))).toEqual(
        lines,
      );
  });
});
