import { readEvidence } from './relevance';
import { evidence } from './testing/evidence';
import { withoutTwins } from './twins';

const DOC = '/** How many redirects are followed. @default 10 */';
const declared = (path: string, symbol = 'source/options.Options.redirects') =>
  evidence(1, path, `${DOC}\nget redirects(): number;`, { symbol, language: 'typescript' });
const written = (path: string, symbol = 'source/options.Options.redirects') =>
  evidence(2, path, `${DOC}\nget redirects() {\n  return this.internals.redirects;\n}`, { symbol });

const pathsOf = (...found: Parameters<typeof readEvidence>[1][number][]): readonly string[] =>
  withoutTwins(readEvidence('How many redirects are followed?', found).items).map(
    (item) => item.evidence.path,
  );

describe('withoutTwins', () => {
  it.each([
    ['source/options.d.ts', 'source/options.js'],
    ['source/options.d.mts', 'source/options.mjs'],
    ['source/options.pyi', 'source/options.py'],
  ])('leaves out what %s declares and %s has', (types, code) => {
    expect(pathsOf(declared(types), written(code))).toEqual([code]);
  });

  it('keeps a declaration of another file or another name, and one that stands alone', () => {
    expect(pathsOf(declared('other/options.d.ts'), written('source/options.js'))).toHaveLength(2);
    expect(
      pathsOf(declared('source/options.d.ts', 'source/options.Options.limit'), written('source/options.js')),
    ).toHaveLength(2);
    expect(pathsOf(declared('source/options.d.ts'))).toEqual(['source/options.d.ts']);
  });
});
