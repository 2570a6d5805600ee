import { editorUrl } from './editor-url';

const PLACE = { repository: 'shop', root: '/src/My shop', relative: 'lib/a&b.ts', line: 12 };

describe('the URL that opens a place in an editor', () => {
  it.each([
    ['vscode://file/{path}:{line}', 'vscode://file/src/My%20shop/lib/a%26b.ts:12'],
    ['idea://open?file={path}&line={line}', 'idea://open?file=/src/My%20shop/lib/a%26b.ts&line=12'],
    ['vscode://file/home/ann/{repository}/{relative}:{line}', 'vscode://file/home/ann/shop/lib/a%26b.ts:12'],
  ])('by %s is %s', (template, url) => {
    expect(editorUrl(template, PLACE)).toBe(url);
  });

  it('is unknown without the absolute path that the template needs', () => {
    expect(editorUrl('vscode://file/{path}:{line}', { ...PLACE, root: null })).toBeNull();
    expect(editorUrl('vscode://file/src/{relative}', { ...PLACE, root: null })).toBe(
      'vscode://file/src/lib/a%26b.ts',
    );
  });

  it('does not read a name of a file as a template', () => {
    expect(editorUrl('x://{relative}:{line}', { ...PLACE, relative: '{line}$&' })).toBe(
      'x://%7Bline%7D%24%26:12',
    );
  });
});
