import { codeText } from './code-text';

describe('the code of a text', () => {
  it.each([
    ['java', '/**\n See {@link #clean(x)}\n*/\nclean(x); // clean(y)', '\n\n\nclean(x);'],
    ['java', 'assert("clean(x)", clean(\'"\'));', 'assert(          , clean(   ));'],
    [
      'rust',
      'fn a<\'a>(x: &\'a str) { r#"open("x")"#; open(x) }',
      "fn a<'a>(x: &'a str) { r#            ; open(x) }",
    ],
    ['csharp', 'var s = @"C:\\"; Run(s);', 'var s = @     ; Run(s);'],
    ['python', 'x = 1  # run(x)\n"""run(x)\n"""\nrun(x)', 'x = 1\n\n\nrun(x)'],
    ['python', 's = "a\\"run(x)"; run(x)', 's =            ; run(x)'],
    ['ruby', "x = 'run(1)' # run(2)\nrun(3)", 'x =\nrun(3)'],
  ])('%s: %s', (language, text, code) => {
    const lines = codeText(text, language).map((line) => line.trimEnd());
    expect(lines).toEqual(code.split('\n'));
  });

  it.each(['"', '/*', "'''", '"""\n', 'r#"', "'"])('ends with the text that is not closed: %s', (text) => {
    for (const language of ['rust', 'python', 'java', 'csharp'])
      expect(codeText(`a${text}`, language).join('\n')).toHaveLength(text.length + 1);
  });
});
