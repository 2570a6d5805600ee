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
    // Hangfire, BackgroundJobServer.cs: code within a text, with texts within it.
    [
      'csharp',
      'Log($"n: {string.Join(", ", o.Queues.Select(x => "\'" + x))} of {{Max}}" + $"\\r{o.Interval}");',
      'Log($     string.Join(    , o.Queues.Select(x =>     + x))              + $    o.Interval  );',
    ],
    [
      'csharp',
      'F($@"a""{b}\\{c}", @$"{d}"); G($"""{e} "f" """, $$"""{f} {{g}}""")',
      'F($@     b   c  , @$  d  ); G($    e         , $$         g     )',
    ],
    [
      'typescript',
      'get(`/a/${id}?${all(`${q}`)}`, `x ${ {a: 1}.a } run(y)`)',
      'get(      id    all(   q  )  ,       {a: 1}.a          )',
    ],
    ['javascript', 'x.replace(/`"/g, y); z = a / b; w = `c`', 'x.replace(    g, y); z = a / b; w ='],
    [
      'python',
      'f"{total(x)!r} {{max}}" + rf\'{c["k"]}\' + "{d}"',
      'f  total(x)!r           + rf  c[   ]   +',
    ],
    ['ruby', 'puts "#{user.name} x" + \'#{y}\'', 'puts    user.name     +'],
    [
      'php',
      'echo "a $order->total {$order->sum()} $b" . \'$c\';',
      'echo    $order->total  $order->sum()  $b  .     ;',
    ],
    ['rust', 'format!("{MAX:?} {{MIN}} {} {name}", x)', 'format!(  MAX                name  , x)'],
    ['go', 'open(`a" {b}`, c)', 'open(        , c)'],
  ])('%s: %s', (language, text, code) => {
    const lines = codeText(text, language).map((line) => line.trimEnd());
    expect(lines).toEqual(code.split('\n'));
  });

  it.each(['"', '/*', "'''", '"""\n', 'r#"', "'", '`', '$"{', 'f"{', '"#{', '"{$x', '`${'])(
    'ends with the text that is not closed: %s',
    (text) => {
      for (const language of ['rust', 'python', 'java', 'csharp', 'php', 'ruby', 'typescript'])
        expect(codeText(`a${text}`, language).join('\n')).toHaveLength(text.length + 1);
    },
  );
});
