import { someEvidence } from '@quarry/engine/testing';
import type { Evidence } from '@quarry/turn';
import { flattened, sourceOf } from './passages';

const source = (more: Partial<Evidence>) => sourceOf(someEvidence(3, { path: 'a.md', ...more }));
const texts = (more: Partial<Evidence>) => source(more).passages.map(({ text }) => text);

describe('passages', () => {
  it('of prose are its sentences, and pairs of consecutive sentences of a paragraph', () => {
    expect(texts({ text: 'It runs.\nThen it\n stops. It ends.\n\nAnother one.' })).toEqual([
      'It runs.',
      'Then it stops.',
      'It ends.',
      'It runs. Then it stops.',
      'Then it stops. It ends.',
      'Another one.',
    ]);
  });

  it.each(['- ', '* ', '+ ', '| ', '1. ', '12) ', '  - '])(
    'start again at a line that begins with %j',
    (mark) => {
      expect(texts({ text: `It has\n${mark}one\n${mark}two` })).toEqual([
        'It has',
        `${mark.trim()} one`,
        `${mark.trim()} two`,
      ]);
    },
  );

  it('of code are four lines from every second one, without empty lines', () => {
    const lines = ['a', 'b', '', '{', 'c', 'd', 'e', 'f', 'g'];
    const code = (text: string) => texts({ text, language: 'typescript' });
    expect(code(lines.join('\n'))).toEqual(['a\nb\nc\nd', 'c\nd\ne\nf', 'e\nf\ng']);
    expect(code('a\r\nb')).toEqual(['a\nb']);
    expect(code('a\nb\nc\nd')).toEqual(['a\nb\nc\nd']);
    expect(code('{}\n')).toEqual([]);
  });

  it('have at most 600 characters', () => {
    const text = `${'logs '.repeat(120)}tapes`;
    expect(texts({ text })).toEqual([text.slice(0, 600)]);
    expect([...(source({ text }).passages[0]?.terms ?? [])]).toEqual(['log']);
  });

  it.each<[Partial<Evidence>, boolean]>([
    ...['md', 'mdx', 'markdown', 'txt', 'rst', 'adoc', 'htm', 'html', 'pdf', 'tex', 'MD'].map(
      (ending): [Partial<Evidence>, boolean] => [{ path: `docs/a.${ending}` }, true],
    ),
    ...['markdown', 'md', 'text', 'plaintext', 'rst', 'html', 'asciidoc', 'Markdown'].map(
      (language): [Partial<Evidence>, boolean] => [{ path: 'a.ts', language }, true],
    ),
    [{ path: 'a.md', language: 'typescript' }, false],
    [{ path: 'a.ts' }, false],
    [{ path: 'a.ts', language: '' }, false],
    [{ path: 'docs.d/apollo-11' }, true],
    [{ path: 'a.notanending' }, true],
    [{ path: 'a.mdz' }, false],
  ])('of %j are prose: %s', (where, prose) => {
    expect(source({ text: 'x', ...where }).passages).toMatchObject([{ n: 3, prose }]);
  });

  it('include the name of their evidence in their terms', () => {
    const terms = (more: Partial<Evidence>) => [
      ...(source({ text: 'tapes', ...more }).passages[0]?.terms ?? []),
    ];
    expect(terms({ symbol: 'load', title: 'logs' })).toEqual(['load', 'tape']);
    expect(terms({ title: 'logs' })).toEqual(['log', 'tape']);
    expect(terms({})).toEqual(['tape']);
  });
});

describe('a source', () => {
  const named = {
    title: 'Title',
    path: 'src/a.md',
    symbol: 'Symbol',
    nodeKey: 'Key|TYPE',
    url: 'https://a.b/u',
  };

  it('has words, terms and numbers, including those of its title and location', () => {
    const { flat, words, terms, quantities } = source({ ...named, text: 'Thirty “Logs”, $x_1 for 5 s' });
    expect(flat).toBe('title src/a.md symbol key|type https://a.b/u thirty "logs", $x_1 for 5 s');
    expect([...words]).toEqual(
      'title src a md symbol key type https b u thirty logs $x_1 for 5 s'.split(' '),
    );
    expect(terms.has('log')).toBe(true);
    expect(quantities.map(({ text }) => text)).toEqual(['5 s', 'Thirty']);
  });

  it.each(['finding', 'calculation'] as const)('of a %s reads labels as words and numbers', (kind) => {
    const { flat, quantities, passages } = source({ kind, text: 'net_sales_2022 = 5 million_usd' });
    expect(flat).toBe('a.md net_sales_2022 = 5 million_usd net sales 2022 = 5 million usd');
    expect(quantities.map(({ value }) => value)).toContain(2022);
    expect(passages.map(({ text }) => text)).toEqual(['net sales 2022 = 5 million usd']);
  });

  it('has the given values, or none', () => {
    const value = { value: '5', unit: 'usd' } as never;
    expect(sourceOf(someEvidence(1), [value]).values).toEqual([value]);
    expect(sourceOf(someEvidence(1)).values).toEqual([]);
  });
});

it.each([
  ['“A” «b»', '"a" "b"'],
  ['‘A’', "'a'"],
  ['1–2 — 3', '1-2 - 3'],
  ['\\[x\\] \\*y\\* \\_ \\` \\z', '[x] *y* _ ` \\z'],
  ['  a\n\t b  ', 'a b'],
  ['ﬁne', 'fine'],
])('%j is compared as %j', (text, flat) => {
  expect(flattened(text)).toBe(flat);
});
