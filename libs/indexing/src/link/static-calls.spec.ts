import { graphOf } from './testing/graph-of';

const PRICES_CS =
  'namespace Shop.Internal;\npublic static class Prices { public static int Total<T>(T order) => 1; }\n';

/** Each calls a static member of a type in another file, with the name of the type before it. */
const CALLS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  [
    'Java',
    {
      'shop/Prices.java':
        'package shop;\npublic class Prices { public static int total(int x) { return 1; } }',
      'web/Page.java': 'package web;\nimport shop.Prices;\nclass Page { void show() { Prices.total(1); } }',
    },
  ],
  [
    'TypeScript',
    {
      'prices.ts': 'export class Prices { static total(x: number) { return 1; } }',
      'page.ts': "import { Prices } from './prices';\nexport class Page { show() { Prices.total(1); } }",
    },
  ],
  [
    'Python',
    {
      'prices.py': 'class Prices:\n    @staticmethod\n    def total(x):\n        return 1\n',
      'page.py': 'from prices import Prices\nclass Page:\n    def show(self):\n        Prices.total(1)\n',
    },
  ],
  [
    'Rust',
    {
      'src/prices.rs': 'pub struct Prices;\nimpl Prices { pub fn total(x: u8) -> u8 { 1 } }',
      'src/lib.rs':
        'mod prices;\nuse prices::Prices;\nstruct Page;\nimpl Page { fn show(&self) { Prices::total(1); } }\n',
    },
  ],
  [
    'C#, with the namespace by its last part',
    {
      'Prices.cs': PRICES_CS,
      'Page.cs': 'namespace Shop.Web;\nusing Internal;\nclass Page { void Show() { Prices.Total(1); } }\n',
    },
  ],
  [
    'C#, with the namespace by a setting of the project',
    {
      'Prices.cs': PRICES_CS,
      'Page.cs': 'namespace Other;\nclass Page { void Show() { Prices.Total(1); } }\n',
    },
  ],
];

describe('a call of a static member', () => {
  it.each(CALLS)('is a call of that member and a use of its type in %s', async (_language, files) => {
    const { edges } = await graphOf(files);
    const plain = edges.map((edge) => edge.toLowerCase().replace(/(?:\w+[./])*(\w+)\.(\w+)\|/g, '$1.$2|'));
    expect(plain).toContainEqual(expect.stringMatching(/page\.show\|method calls prices\.total\|method$/));
    expect(plain).toContainEqual(expect.stringMatching(/page\.show\|method uses (?:\w+[./])*prices\|type$/));
  });

  it('is of no type of another namespace that two types of the name could be', async () => {
    const { edges } = await graphOf({
      'Prices.cs': PRICES_CS,
      'Others.cs': PRICES_CS.replace('Shop.Internal', 'Others'),
      'Page.cs': 'namespace Web;\nclass Page { void Show() { Prices.Total(1); } }\n',
    });
    expect(edges).toEqual([]);
  });
});
