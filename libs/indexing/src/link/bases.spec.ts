import { graphOf } from './testing/graph-of';

/** A type within one that has, or inherits, a property of the name of its base. */
const BASES: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  [
    'C#',
    {
      'Layout.cs':
        'namespace Log;\npublic class Layout { }\npublic class Headed { public Layout Layout { get; set; } }\n',
      'Csv.cs': 'namespace Log;\npublic class Csv : Headed { class Header : Layout { } }\n',
    },
  ],
  [
    'Java',
    {
      'log/Layout.java': 'package log;\npublic class Layout { }\n',
      'log/Headed.java': 'package log;\npublic class Headed { Layout Layout; }\n',
      'log/Csv.java': 'package log;\npublic class Csv extends Headed { class Header extends Layout { } }\n',
    },
  ],
];

describe('the base of a type', () => {
  it.each(BASES)('is no property that has its name, in %s', async (_language, files) => {
    const { edges } = await graphOf(files);
    const inherited = edges.filter((edge) => /Header\|TYPE INHERITS/.test(edge));
    expect(inherited).toEqual([expect.stringMatching(/INHERITS [Ll]og\.Layout\|TYPE$/)]);
  });
});
