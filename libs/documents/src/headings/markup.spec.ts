import { sectionsOf } from '../sections/sections-of';
import { textLines, type TextMarkup } from '../markdown/text-lines';

/** Ids of the sections of a text, behind `#`. */
function ids(markup: TextMarkup, text: string): string[] {
  const lines = textLines(`${text}\n${'words and more words\n'.repeat(30)}`, markup);
  return sectionsOf({ path: 'f', lines, outline: [], pages: null }).map(({ id }) => id.slice(2));
}

describe('headings of reStructuredText', () => {
  it('are underlined, with levels in the order of their marks', () => {
    const text = [
      ...['=====', 'Guide', '=====', '', 'Set-up', '======', '', 'On :ref:`Linux`', '~~~~~~~~~~~~~~~', ''],
      ...['Use', '===', '', '* - A list', '  ======', ''],
      ...['.. code-block:: text', '', '   Not a title', '   ===========', ''],
    ].join('\n');
    expect(ids('rst', text)).toEqual(['', 'set-up', 'set-up/on-linux', 'use']);
  });

  it('are neither rows of tables nor text above a line', () => {
    const table = ['=====  =====', 'Quay   Fee', '=====  =====', 'North  1.85', '=====  =====', ''].join(
      '\n',
    );
    expect(ids('rst', table)).toEqual(['']);
    expect(ids('rst', 'A sentence that goes\non here\n-------\n')).toEqual(['']);
    expect(ids('rst', 'One\n===\n\nToo long a title\n===\n\nTwo\n===\n')).toEqual(['', 'one', 'two']);
  });
});

describe('headings of AsciiDoc', () => {
  it('begin with equals signs or are underlined, outside of blocks', () => {
    const text = [
      ...[
        '= Guide',
        ':toc:',
        '',
        '== Set-up',
        '',
        '----',
        '== not a title',
        '----',
        '',
        '=== On Linux ===',
        '',
      ],
      ...[
        '[[use]]',
        'Use it',
        '------',
        '',
        '|===',
        '|a |== b',
        '|===',
        '',
        '////',
        '== gone',
        '////',
        '```ruby',
        '# no',
        '```',
      ],
    ].join('\n');
    expect(ids('asciidoc', text)).toEqual(['', 'set-up', 'set-up/on-linux', 'use-it']);
  });

  it('are not in a block that ends nowhere', () => {
    expect(ids('asciidoc', '= A\n\n== B\n\ntext\n\n....\n== C\n')).toEqual(['', 'b']);
  });
});
