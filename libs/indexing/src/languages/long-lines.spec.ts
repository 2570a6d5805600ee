import { extractorFor, loadLanguages } from './languages';

/** Lines on which the parser of that language aborts, which breaks every later parse of the process. */
const ABORTING = [
  ['a.cs', `class A { void F() { ${'a<'.repeat(50_000)} } }`],
  ['b.java', `class B { void g() { ${'a=>'.repeat(30_000)} } }`],
] as const;

describe('an extremely long line', () => {
  beforeAll(() => loadLanguages());

  it.each(ABORTING)('%s is reported and indexed as text, and the next file is read', (path, text) => {
    expect(extractorFor(path)?.(path, text)).toMatchObject({ problem: expect.stringContaining('gave up') });
    const next = extractorFor('z.cs')?.('z.cs', 'namespace N { class Good { } }');
    expect(next?.problem).toBeUndefined();
    expect(next?.nodes.map((node) => node.qualifiedName)).toContain('N.Good');
  });
});
