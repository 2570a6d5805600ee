import { compareClaims } from './compare-claims';

const answer = (english: string): Parameters<typeof compareClaims>[0] => ({
  answer: { english } as never,
});

const quote = (name: string, lines: string, body: string): string =>
  `\`groups.go\`, lines ${lines}, \`${name}\` [1]\n\n\`\`\`go\n${body}\n\`\`\`\n`;

const body = (name: string): string =>
  `func ${name}(data map[string]map[string]bool) error {\n  keys := sortedKeys(data)\n  for _, list := range keys {\n    check(list)\n  }\n}`;

describe('the statements of two answers', () => {
  it('a quotation is of the same definition, however like another one it is', () => {
    const older = answer(quote('shop.validateAll', '4-9', body('validateAll')));
    const newer = answer(
      `${quote('shop.validateOne', '4-9', body('validateOne'))}\n${quote('shop.validateAll', '14-19', body('validateAll').replace('check(list)', 'checkAll(list, true)'))}`,
    );
    expect(compareClaims(older, newer, []).map(({ text, in: side }) => [side, text.split('`')[3]])).toEqual([
      ['both', 'shop.validateAll'],
      ['to', 'shop.validateOne'],
    ]);
  });

  it('a sentence is the same if nearly all of its words are', () => {
    const claims = compareClaims(
      answer('Orders are refused by their id in the shop. Invoices are kept [1].'),
      answer('Orders are refused by their key in the shop. Mails are sent [2].'),
      [],
    );
    expect(claims.map(({ text, in: side }) => `${side}: ${text}`)).toEqual([
      'from: Invoices are kept [1].',
      'both: Orders are refused by their key in the shop.',
      'to: Mails are sent [2].',
    ]);
  });

  it('places differ, however many there are, but nothing else may', () => {
    const said = (at: string): ReturnType<typeof answer> =>
      answer(`It is called by \`check\`, \`tests/a.py\`, line ${at} [1].`);
    const sides = (from: string, to: string) =>
      compareClaims(said(from), said(to), []).map(({ in: side }) => side);
    expect(sides('9; also on lines 10, 12–14 and 17', '3; also on lines 4, 5, 6 and 8')).toEqual(['both']);
    expect(sides('9; also on lines 10 and 12 of 20', '3; also on lines 4 and 5 of 30')).toEqual([
      'from',
      'to',
    ]);
  });
});
