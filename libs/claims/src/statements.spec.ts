import { statementsOf } from './statements';

const bodies = (text: string): string[] => statementsOf(text).map(({ body }) => body);

it('the items of a list know the sentence that announces it', () => {
  const text =
    'It keeps these. Rejected are:\n\n- Fragments [1].\n  - Nested:\n    - Old ones [2].\n\nIt ends:\n\nThen stops.';
  expect(statementsOf(text).map(({ body, under }) => [body, under])).toEqual([
    ['It keeps these.', undefined],
    ['Rejected are:', undefined],
    ['Fragments [1].', 'Rejected are:'],
    ['Nested:', 'Rejected are:'],
    ['Old ones [2].', 'Rejected are: Nested:'],
    ['It ends:', undefined],
    ['Then stops.', undefined],
  ]);
});

describe('sentences of an answer', () => {
  it.each<[string, string, string[]]>([
    ['plain ones', 'It retries. Then it stops [1].', ['It retries.', 'Then it stops [1].']],
    [
      'file names and members',
      'See src/a.b.cs. Then Load().Save() runs.',
      ['See src/a.b.cs.', 'Then Load().Save() runs.'],
    ],
    [
      'decimals and versions',
      'It waits 1.5 s. Node 24.1.0 does so.',
      ['It waits 1.5 s.', 'Node 24.1.0 does so.'],
    ],
    [
      'abbreviations',
      'Codes, e.g. 404, i.e. Not Found, cf. No. 5, count. Yes.',
      ['Codes, e.g. 404, i.e. Not Found, cf. No. 5, count.', 'Yes.'],
    ],
    ['initials', 'J. Smith wrote it. A test followed.', ['J. Smith wrote it.', 'A test followed.']],
    [
      'code that contains end marks',
      'Call `Run. Stop! Go`. `Next` follows.',
      ['Call `Run. Stop! Go`.', '`Next` follows.'],
    ],
    [
      'marks after the full stop',
      'It retries.[1] Then it stops. [2, 3] It ends.',
      ['It retries.[1]', 'Then it stops. [2, 3]', 'It ends.'],
    ],
    [
      'wrapped lines',
      'It retries\nup to five\ntimes. Then\nit stops.',
      ['It retries\nup to five\ntimes.', 'Then\nit stops.'],
    ],
    [
      'emphasis that closes after the end',
      '**Note.** It retries. *Then it stops.* End.',
      ['**Note.** It retries.', '*Then it stops.*', 'End.'],
    ],
    [
      'a few words in bold belong to the sentence that they announce',
      '1. **Always trusted.** Loopback is. It stays so.\n2. **Trust ends.**',
      ['**Always trusted.** Loopback is.', 'It stays so.', '**Trust ends.**'],
    ],
    [
      'lists, including nested ones',
      '- It retries.\n  - Five times.\n1. It stops.',
      ['It retries.', 'Five times.', 'It stops.'],
    ],
    [
      'headings are not statements',
      '# How. It works\n\nIt retries.\n\nMore\n----\n\nIt stops.',
      ['It retries.', 'It stops.'],
    ],
    [
      'rows of a table, without its head',
      '| Name | Value |\n|---|---|\n| `retries` | 5 [1] |\n| `wait` | 2 s |',
      ['`retries` · 5 [1]', '`wait` · 2 s'],
    ],
    ['rows in which nothing stands', '| Name |\n|---|\n|  |\n| `wait` |', ['`wait`']],
    [
      'a location without a citation, before code',
      '`src/a.ts`, line 3\n\n```\na();\n```',
      ['`src/a.ts`, line 3', 'a();\n'],
    ],
  ])('%s', (_what, text, expected) => {
    expect(bodies(text)).toEqual(expected);
  });

  it('knows the position of each', () => {
    const text = '> A note. It retries\n> five times.\n\n* One. Two\n  three.\n\n| a |\n|---|\n| b |\n';
    for (const { span, body } of statementsOf(text))
      expect(
        text
          .slice(span.start, span.end)
          .replace(/\n[> ]+/g, '\n')
          .replace(/^\| (.*) \|$/, '$1'),
      ).toBe(body);
  });

  it('knows the citations of each, ignoring marks in code', () => {
    expect(statementsOf('It reads `rows[0]` and [3]. Then [1, 2].').map(({ cites }) => cites)).toEqual([
      [3],
      [1, 2],
    ]);
  });
});

describe('quotations', () => {
  it('are one statement with their caption, and cite what it cites', () => {
    const text =
      'Found.\n\n`src/a.ts`, lines 3–4, `total` [2]\n\n```ts\na();\n\nb();\n```\n\n`docs/a.md`, line 1 [3]\n\n> Goods go back.\n> In time.\n';
    expect(statementsOf(text)).toMatchObject([
      { kind: 'sentence', text: 'Found.' },
      { kind: 'code', text: '`src/a.ts`, lines 3–4, `total` [2]', body: 'a();\n\nb();\n', cites: [2] },
      { kind: 'quote', text: '`docs/a.md`, line 1 [3]', body: 'Goods go back.\nIn time.', cites: [3] },
    ]);
    const [, code] = statementsOf(text);
    expect(text.slice(code?.span.start, code?.span.end)).toMatch(/^`src\/a\.ts`[\s\S]*```$/);
  });

  it('can have a caption that names pages', () => {
    const [only, ...rest] = statementsOf('`a.pdf`, pages 35–36 [4]\n\n> Sales rose.\n');
    expect(only).toMatchObject({ kind: 'quote', text: '`a.pdf`, pages 35–36 [4]', cites: [4] });
    expect(rest).toEqual([]);
  });

  it('inherit the citations of their announcement, which is then not a statement, or have their own', () => {
    const text = 'It says so [4]:\n\n> Goods go back.\n\nOther words.\n\n> In time. [5]\n';
    expect(statementsOf(text)).toMatchObject([
      { kind: 'quote', text: 'It says so [4]:', body: 'Goods go back.', cites: [4] },
      { kind: 'sentence', cites: [] },
      { kind: 'quote', body: 'In time.', cites: [5] },
    ]);
  });

  it('without a caption are identified by their first line', () => {
    expect(statementsOf('```\n\n  a();\nb();\n```\n\nThen.\n\n> Goods go back. [5]')).toMatchObject([
      { kind: 'code', text: 'a();', body: '\n  a();\nb();\n', cites: [] },
      { kind: 'sentence' },
      { kind: 'quote', text: 'Goods go back. [5]', body: 'Goods go back.', cites: [5] },
    ]);
  });

  it('contain the quoted code, and do not inherit citations from a preceding quotation', () => {
    expect(statementsOf('> It calls this. [5]\n>\n> ```\n> a();\n> ```\n\n```\nb();\n```')).toMatchObject([
      { kind: 'quote', body: 'It calls this. [5]\na();\n', cites: [5] },
      { kind: 'code', body: 'b();\n', cites: [] },
    ]);
  });

  it('go on in the blocks that follow, below one caption', () => {
    const text = '`docs/a.md`, lines 1–7 [3]\n\n> Call it:\n\n```\na();\n```\n\n> It stops.\n\nThen.';
    const [whole, ...rest] = statementsOf(text);
    expect(whole).toMatchObject({ kind: 'quote', body: 'Call it:\na();\n\nIt stops.', cites: [3] });
    expect(text.slice(whole?.span.start, whole?.span.end)).toMatch(/^`docs[\s\S]*> It stops\.$/);
    expect(rest).toMatchObject([{ kind: 'sentence', body: 'Then.' }]);
  });

  it('keep their announcement as a statement if it says more', () => {
    expect(statementsOf('The limit is 5 [4]:\n\n> Goods go back.')).toMatchObject([
      { kind: 'sentence', text: 'The limit is 5 [4]:' },
      { kind: 'quote', text: 'Goods go back.', cites: [4] },
    ]);
  });

  it('are announced only by the sentence directly before them', () => {
    expect(statementsOf('It says so:\n\n***\n\n> Goods go back.')).toMatchObject([
      { kind: 'sentence', text: 'It says so:' },
      { kind: 'sentence', text: 'Goods go back.' },
    ]);
  });

  it('do not include a block quote that neither cites nor is announced', () => {
    expect(statementsOf('It stops.\n\n> Note: it retries first.')).toMatchObject([
      { kind: 'sentence' },
      { kind: 'sentence', body: 'Note: it retries first.' },
    ]);
  });
});
