import { graphOf } from '../link/testing/graph-of';

describe('Java: fields', () => {
  it('are used by their own name, through this and through a value, but not by the name of a local or a method', async () => {
    const { edges } = await graphOf({
      'a/Request.java': `package a;
public class Request extends Base {
  int max = 1;
  int max() { return max; }
  void set(int max) { this.max = max; }
  int copy(Request other, Unknown thing) { return other.max + thing.max; }
  int local() { int max = 2; return max; }
  int called() { return max(); }
  int inherited() { return limit; }
  class Inner { int outer() { return max + 1; } }
}
class Base { int limit; }
`,
    });
    const used = edges.flatMap((edge) =>
      edge.endsWith('|FIELD') ? [edge.replaceAll(/a\.|\|\w+/g, '')] : [],
    );
    expect(used).toEqual([
      'Request.max USES Request.max',
      'Request.set USES Request.max',
      'Request.copy USES Request.max',
      'Request.inherited USES Base.limit',
      'Request.Inner.outer USES Request.max',
    ]);
  });
});
