import { graphOf } from '../link/testing/graph-of';

const TRAITS =
  'pub trait Show { fn show(&self); }\npub trait Page { fn title(&self); }\npub trait Draft {}\n';

describe('an impl of Rust for a type parameter', () => {
  it.each([
    ['in the parameter', 'impl<T: Page> Show for T { fn show(&self) {} }'],
    ['behind `where`', 'impl<T> Show for T\nwhere\n    T: Page,\n{ fn show(&self) {} }'],
    ['beside markers', "impl<T: ?Sized + Page + Send + 'static> Show for T { fn show(&self) {} }"],
  ])('makes what implements its bound implement the trait, stated %s', async (_where, text) => {
    const { edges } = await graphOf({ 'src/lib.rs': `${TRAITS}${text}\n` });
    expect(edges).toContain('src/lib.Page|TYPE IMPLEMENTS src/lib.Show|TYPE');
  });

  it('does so for a bound of another file', async () => {
    const { edges } = await graphOf({
      'src/lib.rs': `mod all;\n${TRAITS}`,
      'src/all.rs': 'use crate::{Page, Show};\nimpl<P: Page> Show for P { fn show(&self) {} }\n',
    });
    expect(edges).toContain('src/lib.Page|TYPE IMPLEMENTS src/lib.Show|TYPE');
  });

  it.each([
    [
      'of several bounds, which a type must have all',
      'impl<T: Page + Draft> Show for T { fn show(&self) {} }',
    ],
    ['of another parameter', 'impl<T, U: Page> Show for T { fn show(&self) {} }'],
    ['without a bound', 'impl<T> Show for T { fn show(&self) {} }'],
  ])('says nothing about one %s', async (_which, text) => {
    const { edges } = await graphOf({ 'src/lib.rs': `${TRAITS}${text}\n` });
    expect(edges).not.toContain('src/lib.Page|TYPE IMPLEMENTS src/lib.Show|TYPE');
  });
});
