import { graphOf } from '../link/testing/graph-of';
import { withoutNames } from './go-signature';

describe('a type of Go without the names of parameters', () => {
  it.each([
    ['func(flag FlagValue)', 'func(FlagValue)'],
    ['func(FlagValue)', 'func(FlagValue)'],
    ['func(a, b int, c string) error', 'func(int, int, string) error'],
    ['func(chan int, map[string]int)', 'func(chan int, map[string]int)'],
    ['func(next func(w Writer) error) func(r Reader)', 'func(func(Writer) error) func(Reader)'],
    ['[]func(_ int)', '[]func(int)'],
    ['http.Handler', 'http.Handler'],
    ['func(', 'func('],
  ])('%s is %s', (type, plain) => {
    expect(withoutNames(type)).toBe(plain);
  });

  it('lets a type implement an interface whose function has no names', async () => {
    // viper, `FlagValueSet.VisitAll`.
    const { edges } = await graphOf({
      'go.mod': 'module shop\n',
      'flags.go':
        'package shop\n\ntype Flag interface { Name() string }\n\ntype Set interface {\n\tVisitAll(fn func(Flag))\n}\n\ntype own struct{}\n\nfunc (o own) VisitAll(fn func(flag Flag)) {}\n',
    });
    expect(edges).toContain('shop.own|TYPE IMPLEMENTS shop.Set|TYPE');
  });
});
