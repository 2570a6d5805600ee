import type { Relation } from './operation';
import { withoutDeclared } from './without-declared';

function relation(name: string, path: string): Relation {
  const key = `typescript:${name}|TYPE`;
  return {
    ...{ key, name, target: 'errors.RequestError', place: { path, line: 37 }, depth: 1 },
    node: { key, kind: 'TYPE', name, qualifiedName: name, language: 'typescript', path },
    edge: { from: key, to: 'typescript:errors.RequestError|TYPE', kind: 'INHERITS' },
  };
}
const pathsOf = (...all: readonly Relation[]) => {
  const { relations, declared } = withoutDeclared(all);
  return [...relations.map(({ node }) => node?.path), declared];
};

describe('withoutDeclared', () => {
  it.each([
    ['src/errors.d.ts', 'src/errors.js'],
    ['src/errors.d.mts', 'src/errors.mjs'],
    ['src/errors.pyi', 'src/errors.py'],
  ])('leaves out what %s declares and %s defines', (types, code) => {
    expect(pathsOf(relation('errors.HTTPError', types), relation('errors.HTTPError', code))).toEqual([
      code,
      1,
    ]);
  });

  it('keeps declarations of other names and files, and those without code', () => {
    const kept = [
      relation('errors.HTTPError', 'src/errors.d.ts'),
      relation('errors.CacheError', 'src/errors.js'),
      relation('errors.HTTPError', 'lib/errors.js'),
    ];
    expect(pathsOf(...kept)).toEqual(['src/errors.d.ts', 'src/errors.js', 'lib/errors.js', 0]);
    expect(pathsOf(relation('types.Shape', 'src/types.d.ts'))).toEqual(['src/types.d.ts', 0]);
  });
});
