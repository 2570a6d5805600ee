import { isTenantName } from './tenant';

describe('isTenantName', () => {
  it.each(['acme', 'team-a', 'A1', '7', 'org_9f8e', 'someone@example.com', 'x'.repeat(100)])(
    'takes %s',
    (name) => {
      expect(isTenantName(name)).toBe(true);
    },
  );

  it.each([
    '',
    '*',
    '-a',
    'a b',
    'a*',
    'a:b',
    'a/b',
    'a\n',
    'é',
    '__proto__',
    'x'.repeat(101),
    7,
    null,
    ['acme'],
  ])('refuses %j', (name) => {
    expect(isTenantName(name)).toBe(false);
  });
});
